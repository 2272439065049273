// Menus: one is open at a time, and Esc or a click elsewhere closes it.
const openMenu = () => document.querySelector("details.menu[open]");

export function closeMenus() {
  document.addEventListener("click", ({ target }) => {
    const menu = openMenu();
    if (!menu || (menu.contains(target) && !target.closest("ul :is(a, button)"))) return;
    if (!target.closest("details.menu > summary")) menu.open = false;
  });
  document.addEventListener("keydown", ({ key }) => {
    const menu = openMenu();
    if (key !== "Escape" || !menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}
