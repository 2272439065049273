"""The worker answers in Chromium what Python answers, from the files that a service offers."""

import pytest
from playwright.sync_api import Browser

from pages.judge import judge_address
from tests.api.pages.browser import needs_chromium, opened
from tests.api.pages.conftest import Site, browser, site
from tests.judge.asked import all_questions, check

pytestmark = [needs_chromium, pytest.mark.long]

__all__ = ["browser", "site"]

ASK = """
async ([address, asked]) => {
  const worker = new Worker(`${address}worker.js`, { type: "module" });
  const heard = () => new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (error) => reject(new Error(error.message));
  });
  const digests = [];
  const digest = async (answer) => {
    const bytes = new TextEncoder().encode(JSON.stringify(answer));
    const made = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return [...made].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  if (!(await heard()).ready) throw new Error("the worker does not start");
  for (const [question, log, part] of asked) {
    const bytes = Uint8Array.from(atob(log), (sign) => sign.charCodeAt(0));
    const said = heard();
    worker.postMessage({ number: digests.length, question, log: bytes });
    const { answer, error } = await said;
    digests.push(await digest(error !== undefined ? { error } : part ? answer[part] : answer));
  }
  worker.terminate();
  return digests;
}
"""


@pytest.mark.usefixtures("built")
def test_every_answer_is_that_of_python(site: Site, browser: Browser) -> None:
    asked = all_questions()
    with opened(browser) as page:
        page.goto(f"{site.url}/check")
        check(asked, page.evaluate(ASK, [judge_address(""), [one.sent for one in asked]]))


@pytest.mark.usefixtures("built")
def test_no_page_may_compile_code(site: Site, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto(f"{site.url}/check")
        module = "new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])"
        refused = page.evaluate(f"WebAssembly.compile({module}).then(() => '', String)")
        assert "Content Security Policy" in refused
