// The page of a table whose cards are not dealt yet loads itself anew at each event of the table.
import { follow } from "./live.js";

const { live, version } = document.querySelector("[data-live]").dataset;

follow(live, (state) => {
  if (state.version === Number(version)) return false;
  location.reload();
  return true;
}, () => {});
