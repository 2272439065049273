// The worker of an exported file, which has its judge with it: a classic one, since browsers start no other from a
// file. What is loaded comes from the page, packed. pages/brought.py puts Pyodide and start.js behind this.
let files; // base64 of gzip, by their names

self.importScripts = undefined; // by which Pyodide knows a classic worker, which it refuses

self.fetch = async (address) => {
  const text = atob(files[String(address).split("/").pop()]);
  const packed = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) packed[at] = text.charCodeAt(at);
  const whole = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(whole, { headers: { "Content-Type": "application/wasm" } }); // of which Pyodide compiles one
};

self.onmessage = ({ data }) => {
  files = data;
  serve(async () => {
    const answer = await start({ createPyodideModule });
    postMessage({ ready: true });
    return answer;
  });
};
