// What cli/page/page.cpp packed.
//
//   const cache = await unpack(document, (part) => ...);
//   cache.places[f]     Uint16Array, x y z of every node on frame f, in steps of header.scale from cache.corners[f] on
//   cache.values[f]     Uint8Array, one a node; or null
//   cache.readings      Float32Array: for each frame, for each of header.readings, its numbers; NaN: not there

async function inflated(text) {
  // data: is read by the browser's own base64
  const packed = await (await fetch('data:application/octet-stream;base64,' + text)).blob();
  const stream = packed.stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export const AWAY = 65535;  // of what is not there on a frame

export async function unpack(page, progress) {
  const header = JSON.parse(page.getElementById('header').textContent);
  const n = header.nodes;
  const still = await inflated(page.querySelector('.still').textContent);
  const curveNodes = header.curves.nodes.reduce((a, b) => a + b, 0);
  const balls = header.balls;
  const radii = new Float32Array(still.buffer, 0, curveNodes + balls);
  let at = 4 * (curveNodes + balls);
  const triangles = header.meshes.map((mesh) => {
    const list = new Uint32Array(still.buffer, at, 3 * mesh.triangles);
    at += 12 * mesh.triangles;
    return list;
  });
  const colours = still.subarray(at);
  const places = [], values = [];
  let pastValues = new Uint8Array(n);
  let planar = null, before = null, beforeThat = null;
  for (const block of page.querySelectorAll('.block')) {
    const bytes = await inflated(block.textContent);
    block.remove();
    for (let offset = 0; offset < bytes.length;) {
      const order = bytes[offset++];
      const low = offset, high = offset + 3 * n;
      planar = new Uint16Array(3 * n);
      for (let i = 0; i < 3 * n; ++i) {
        const zigzag = bytes[low + i] | bytes[high + i] << 8;
        const off = zigzag & 1 ? -(zigzag + 1 >> 1) : zigzag >> 1;
        const foretold = order === 0 ? (i > 0 ? planar[i - 1] : 0) : order === 1 ? before[i] : 2 * before[i] - beforeThat[i];
        planar[i] = foretold + off;
      }
      offset += 6 * n;
      beforeThat = before ?? new Uint16Array(3 * n);
      before = planar;
      const mixed = new Uint16Array(3 * n);
      for (let i = 0, k = 0; i < n; ++i) {
        mixed[k++] = planar[i];
        mixed[k++] = planar[n + i];
        mixed[k++] = planar[2 * n + i];
      }
      places.push(mixed);
      if (header.value) {
        const its = new Uint8Array(n);
        for (let i = 0; i < n; ++i) its[i] = pastValues[i] + bytes[offset + i];
        offset += n;
        pastValues = its;
        values.push(its);
      }
      progress(places.length / header.frames.length);
    }
  }
  const told = page.querySelector('.readings');
  const readings = told ? new Float32Array((await inflated(told.textContent)).buffer) : null;
  // where the camera follows, places are told from its target on
  const { corner, middles } = header;
  const corners = middles.map((m) => corner.map((x, i) => x + (header.follows ? m[i] - middles[0][i] : 0)));
  return { header, corners, radii, colours, triangles, places, values: header.value ? values : null, readings, curveNodes };
}
