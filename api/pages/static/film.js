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

// An answer of the service, also to whoever opened the page with a token.
export function asked(address) {
  const token = kept("sessionStorage", "token");
  return fetch(address, { headers: token ? { Authorization: `Bearer ${token}` } : {} });
}

export class Film {
  #plies = new Map(); // for each ply, the HTML of every region by its id
  #loading = new Map(); // requests under way, by the first ply of their stretch
  #source;
  #view;
  #line;
  #address;
  #last;

  constructor({ film, view, address, plies, line }) {
    this.#source = film;
    this.#view = view;
    this.#line = line ? `&line=${line}` : "";
    this.#address = address;
    this.#last = Number(plies);
  }

  at(ply) {
    return this.#plies.get(ply);
  }

  // What an exported file brings with it is unpacked; from a service comes what is shown now.
  async open(ply) {
    const packed = document.getElementById("film");
    if (packed) this.#take(await unpacked(packed.textContent));
    else await this.load(ply).catch(() => undefined);
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
    if (!this.#source) return `#${ply}`;
    const { search } = location;
    return `${this.#address}/${ply}${search}`;
  }

  // The ply that a link of this replay in this view leads to; null of any other link.
  ply(href) {
    const url = new URL(href);
    if (url.origin !== location.origin && this.#source) return null;
    const here = this.#source ? url.search === location.search && url.pathname.startsWith(`${this.#address}/`) : true;
    const number = this.#source ? url.pathname.slice(this.#address.length + 1) : url.hash.slice(1);
    return here && /^\d+$/.test(number) && Number(number) <= this.#last ? Number(number) : null;
  }

  async #fetch(first) {
    const last = Math.min(first + STRETCH - 1, this.#last);
    const answer = await asked(`${this.#source}?from=${first}&to=${last}&view=${this.#view}${this.#line}`);
    if (!answer.ok) throw new Error(answer.statusText);
    this.#take(await answer.json());
  }

  #take({ first, ids, parts, plies }) {
    plies.forEach((numbers, index) => {
      this.#plies.set(first + index, new Map(numbers.map((part, at) => [ids[at], parts[part]])));
    });
  }
}

async function unpacked(base64) {
  const bytes = Uint8Array.from(atob(base64.trim()), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
