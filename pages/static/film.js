// The plies of a replay, each with what every region of the page shows. A service sends them in
// stretches; an exported file contains all of them.
const STRETCH = 12;
const AHEAD = 6;

// What the browser has stored for the page. A page embedded in another one may have no access to it.
export function stored(area, key) {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

export function store(area, key, value) {
  try {
    window[area].setItem(key, value);
  } catch {
    // the value lasts until the page is left
  }
}

// The page at an address of the service, requested with the token that opened this page, if one did.
export async function page(address) {
  const token = stored("sessionStorage", "token");
  const answer = await fetch(address, { headers: token ? { Authorization: `Bearer ${token}` } : {} });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

export class Film {
  #lines = new Map(); // each line's plies, each with the HTML of every region by its id
  #loading = new Map(); // the requests under way, by the first ply of their stretch
  #opening;
  #source;
  #address;
  #last;

  constructor({ film, address, plies, line }) {
    this.#source = film;
    this.#address = address;
    this.#last = Number(plies);
    this.line = line;
  }

  at(ply) {
    return this.#lines.get(this.line)?.get(ply);
  }

  // Unpacks the plies of an exported file, or loads the first stretch from a service.
  open(ply) {
    return (this.#opening = this.#open(ply));
  }

  async #open(ply) {
    const packed = document.getElementById("film");
    if (packed) {
      const { lines, parts } = await unpacked(packed.textContent);
      for (const [line, strip] of Object.entries(lines)) add(this.#lines, line, strip, parts);
    } else if (this.#source) await this.load(ply).catch(() => undefined);
  }

  async load(ply) {
    if (!this.#source) {
      await this.#opening; // a file has all plies
      return this.at(ply);
    }
    const first = ply - (ply % STRETCH);
    const loading = this.#loading;
    if (!loading.has(first)) loading.set(first, this.#fetch(first));
    try {
      await loading.get(first);
    } finally {
      loading.delete(first);
    }
    return loading === this.#loading ? this.at(ply) : this.load(ply);
  }

  // A game in progress has so many plies now, the last ones in this stretch. Forgets what was loaded
  // before, or is still loading.
  renew(plies, stretch) {
    this.#lines = new Map();
    this.#loading = new Map();
    this.#last = plies;
    add(this.#lines, this.line, stretch, stretch.parts);
  }

  prefetch(ply) {
    if (!this.#source) return;
    for (const near of [ply + AHEAD, ply - AHEAD]) {
      if (near >= 0 && near <= this.#last && !this.at(near)) this.load(near).catch(() => undefined);
    }
  }

  // The numbers of the cards that the ply of these regions has moved.
  moving(regions) {
    const numbers = [];
    for (const html of regions.values()) {
      for (const [, number] of html.matchAll(/data-number="(\d+)" data-moved/g)) numbers.push(number);
    }
    return numbers;
  }

  address(ply) {
    if (!this.#source) return this.line ? `#${ply}?line=${this.line}` : `#${ply}`;
    const { search } = location;
    return `${this.#address}/${ply}${search}`;
  }

  // The line and the ply that a link within this page leads to; null of any other link.
  place(href) {
    const url = new URL(href, location.href);
    if (this.#source) {
      const same = url.origin === location.origin && url.search === location.search && !url.hash;
      const here = same && url.pathname.startsWith(`${this.#address}/`);
      const number = url.pathname.slice(this.#address.length + 1);
      return here && /^\d+$/.test(number) && Number(number) <= this.#last ? { line: this.line, ply: Number(number) } : null;
    }
    const here = url.href.split("#")[0] === location.href.split("#")[0];
    const [, ply, line = ""] = /^#(\d+)(?:\?line=(.*))?$/.exec(url.hash) ?? [];
    return here && ply !== undefined ? { line, ply: Number(ply) } : null;
  }

  // The line and the ply of the page's own address, which may name a place on the page, too.
  here() {
    return this.place(this.#source ? location.href.split("#")[0] : location.href);
  }

  // The score sheet and the legal moves of a ply, from the service or the file.
  async sheet(ply) {
    const html = this.at(ply)?.get("sheet");
    const text = html ?? (await page(`${this.#address}/${ply}/sheet${location.search}`));
    return new DOMParser().parseFromString(text, "text/html");
  }

  // What is said of each ply, from the service or the file.
  async words() {
    if (this.#source) return JSON.parse(await page(`${this.#address}/words${location.search}`));
    const told = document.createElement("template");
    return [...this.#lines.get(this.line).entries()].reduce((all, [ply, regions]) => {
      told.innerHTML = regions.get("sentence");
      all[ply] = told.content.querySelector(".words").textContent;
      return all;
    }, []);
  }

  async #fetch(first) {
    const lines = this.#lines;
    const last = Math.min(first + STRETCH - 1, this.#last);
    const more = this.#source.includes("?") ? "&" : "?";
    const stretch = JSON.parse(await page(`${this.#source}${more}from=${first}&to=${last}`));
    add(lines, this.line, stretch, stretch.parts);
  }
}

function add(lines, line, { first, ids, plies }, parts) {
  const added = lines.get(line) ?? new Map();
  plies.forEach((numbers, index) => {
    added.set(first + index, new Map(numbers.map((part, at) => [ids[at], parts[part]])));
  });
  lines.set(line, added);
}

async function unpacked(base64) {
  const bytes = Uint8Array.from(atob(base64.trim()), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
