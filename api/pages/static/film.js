// The plies of a replay: what each region of the page shows at each of them. They come from the
// service in stretches, or all at once with an exported file.
const STRETCH = 12;
const AHEAD = 6;

// What the browser keeps for a page; a page within another one may not be let near it.
export function kept(area, key) {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

export function keep(area, key, value) {
  try {
    window[area].setItem(key, value);
  } catch {
    // it is known until the page is left
  }
}

// What the service has at an address, also for whoever opened the page with a token.
export async function page(address) {
  const token = kept("sessionStorage", "token");
  const answer = await fetch(address, { headers: token ? { Authorization: `Bearer ${token}` } : {} });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

export class Film {
  #lines = new Map(); // for each line its plies, and for each of them the HTML of every region by its id
  #loading = new Map(); // requests under way, by the first ply of their stretch
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

  // What an exported file brings with it is unpacked; from a service comes what is shown now.
  async open(ply) {
    const packed = document.getElementById("film");
    if (packed) {
      const { lines, parts } = await unpacked(packed.textContent);
      for (const [line, strip] of Object.entries(lines)) this.#take(line, strip, parts);
    } else await this.load(ply).catch(() => undefined);
  }

  async load(ply) {
    const first = ply - (ply % STRETCH);
    if (!this.#loading.has(first)) this.#loading.set(first, this.#fetch(first));
    try {
      await this.#loading.get(first);
    } finally {
      this.#loading.delete(first);
    }
    return this.at(ply);
  }

  // A game in progress has so many plies now: what was known of it is asked for anew.
  renew(plies) {
    this.#lines.clear();
    this.#last = plies;
  }

  prefetch(ply) {
    if (!this.#source) return;
    for (const near of [ply + AHEAD, ply - AHEAD]) {
      if (near >= 0 && near <= this.#last && !this.at(near)) this.load(near).catch(() => undefined);
    }
  }

  // The numbers of the cards that came to their place with the ply of these regions.
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
    const url = new URL(href);
    if (this.#source) {
      const here = url.origin === location.origin && url.search === location.search && url.pathname.startsWith(`${this.#address}/`);
      const number = url.pathname.slice(this.#address.length + 1);
      return here && /^\d+$/.test(number) && Number(number) <= this.#last ? { line: this.line, ply: Number(number) } : null;
    }
    const here = url.href.split("#")[0] === location.href.split("#")[0];
    const [, ply, line = ""] = /^#(\d+)(?:\?line=(.*))?$/.exec(url.hash) ?? [];
    return here && ply !== undefined ? { line, ply: Number(ply) } : null;
  }

  // The score sheet and the legal moves of a ply: a page of the service, or what the file brings.
  async sheet(ply) {
    const html = this.at(ply)?.get("sheet");
    const text = html ?? (await page(`${this.#address}/${ply}/sheet${location.search}`));
    return new DOMParser().parseFromString(text, "text/html");
  }

  async #fetch(first) {
    const last = Math.min(first + STRETCH - 1, this.#last);
    const more = this.#source.includes("?") ? "&" : "?";
    const stretch = JSON.parse(await page(`${this.#source}${more}from=${first}&to=${last}`));
    this.#take(this.line, stretch, stretch.parts);
  }

  #take(line, { first, ids, plies }, parts) {
    const taken = this.#lines.get(line) ?? new Map();
    plies.forEach((numbers, index) => {
      taken.set(first + index, new Map(numbers.map((part, at) => [ids[at], parts[part]])));
    });
    this.#lines.set(line, taken);
  }
}

async function unpacked(base64) {
  const bytes = Uint8Array.from(atob(base64.trim()), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
