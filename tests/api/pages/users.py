"""How people use a page of play, as tests do it: by touch, or by keys alone."""

from typing import Any

from playwright.sync_api import Page

_HAS_FOCUS = "selector => document.activeElement.matches(selector)"
_STOP = ".tap, .spare .pick"
"""The things, of which one at a time is reached by Tab."""

_STOPS = """key => {
    const stops = [...document.querySelectorAll(".replay :is(.tap, .spare .pick)")];
    const seen = stops.filter((one) => one.checkVisibility());
    const is = (one) => one.dataset.key === key || one.matches(`[data-thing="${key}"].lit > .tap`);
    const hidden = stops.find((one) => is(one) && !one.checkVisibility());
    const to = seen.findIndex(is);
    const one = seen[to] ?? hidden;
    const name = one?.getAttribute("aria-label") ?? one?.textContent ?? "";
    return {
        at: seen.indexOf(document.activeElement),
        to,
        count: seen.length,
        letters: name.toLowerCase().split(/[\u00d7\u2019]/)[0].replace(/[ ,]/g, ""),
        seat: to < 0 && hidden?.closest(".seat")?.id.slice("seat-".length),
    };
}"""
_IS_AHEAD = """selector => {
    const place = document.activeElement.compareDocumentPosition(document.querySelector(selector));
    return Boolean(place & Node.DOCUMENT_POSITION_FOLLOWING); // also if it is within
}"""
_NEAR = 6
"""Presses of an arrow that are fewer than the letters of a name."""

_FAR = 1_000
_MOST_TABS = 60
"""Presses of Tab that lead through all of the page."""


def touch(page: Page, key: str) -> int:
    """Touch a thing: where it lies, or its chip, after that of its group. Returns the taps."""
    lit = page.locator(f'[data-thing="{key}"].lit > .tap')
    chip = page.locator(f'#spare [data-key="{key}"]')
    place = page.locator(f'[data-thing="{key}"] > .tap')
    for one in (lit, chip, place):
        if one.count():
            group = one.first.get_attribute("data-within")
            if group:
                page.locator(f'#spare [data-group="{group}"]').dispatch_event("click")
            one.first.dispatch_event("click")
            return 2 if group else 1
    raise AssertionError(f"{key} cannot be touched")


class TouchUser:
    """Whoever touches a page: each tap counts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def choose(self, thing: str) -> None:
        """Choose a thing, given by its key."""
        self.count += touch(self.page, thing)

    def press(self, selector: str) -> None:
        """Press a button, a link or a box."""
        self.page.locator(selector).first.dispatch_event("click")
        self.count += 1

    def fill(self, selector: str, text: str) -> None:
        """Write into a field."""
        self.page.fill(selector, text)
        self.count += 1

    def select(self, selector: str, name: str) -> None:
        """Choose one entry of a list, by its name."""
        self.page.select_option(selector, label=name)
        self.count += 1


class KeyUser(TouchUser):
    """Whoever has a keyboard alone: each key counts."""

    def choose(self, thing: str) -> None:
        """Choose a thing; first show the seat at which it lies.

        The letters of its name lead there if it lies far away, then the arrows.
        """
        found = self._stops(thing)
        if found["seat"]:
            self.press(f"#strip-{found['seat']}")
        self._reach(_STOP)
        self._type(thing, found["letters"])
        if self._way(thing) == _FAR:  # on a busy machine there is a pause between two letters
            self._key("Home")
            self._type(thing, found["letters"])
        way = self._way(thing)
        self._key("ArrowRight" if way > 0 else "ArrowLeft", abs(way))
        self._key("Enter")

    def press(self, selector: str) -> None:
        """Go to a button, a link or a box, and press it."""
        self._reach(selector)
        is_box = self.page.evaluate("document.activeElement.matches('input')")
        self._key("Space" if is_box else "Enter")

    def fill(self, selector: str, text: str) -> None:
        """Go to a field, and type."""
        self._reach(selector)
        self.page.keyboard.type(text)
        self.count += len(text)

    def select(self, selector: str, name: str) -> None:
        """Go to a list, and type the name of an entry."""
        self.fill(selector, name)

    def _type(self, thing: str, letters: str) -> None:
        """Type a name until the arrows are faster."""
        for letter in letters:
            if abs(self._way(thing)) <= _NEAR:
                break
            self._key(letter)

    def _stops(self, thing: str) -> Any:  # noqa: ANN401 - what the script answers
        return self.page.evaluate(_STOPS, thing)

    def _way(self, thing: str) -> int:
        """How many things further a thing lies; with a minus, how many before. Far, if hidden."""
        found = self._stops(thing)
        if found["to"] < 0:
            return _FAR
        ahead: int = (found["to"] - found["at"]) % found["count"]
        return ahead if 2 * ahead <= found["count"] else ahead - found["count"]

    def _key(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.keyboard.press(key)
            self.count += 1

    def _reach(self, selector: str) -> None:
        """Press Tab, or Tab with Shift, until the focus is there."""
        self.page.wait_for_selector(selector, state="attached")
        key = "Tab" if self.page.evaluate(_IS_AHEAD, selector) else "Shift+Tab"
        for _ in range(_MOST_TABS):
            if self.page.evaluate(_HAS_FOCUS, selector):
                return
            self._key(key)
        raise AssertionError(f"the keyboard does not lead to {selector}")
