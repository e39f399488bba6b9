// What colours can show without anybody having computed it: how fast points go, how much curves bend.
import { AWAY } from './unpack.js';

// Two passes: the range, then bytes of it. One array a frame, made when it is first shown.
function asBytes(cache, measure) {
  const { header, places } = cache;
  let high = 0;
  const every = Math.max(1, Math.floor(places.length / 16));
  const found = new Float32Array(header.nodes);
  for (let f = 0; f < places.length; f += every) {
    measure(f, found);
    for (let i = 0; i < found.length; ++i) if (found[i] > high) high = found[i];
  }
  const kept = new Map();
  return {
    low: 0, high,
    of(f) {
      if (!kept.has(f)) {
        measure(f, found);
        const bytes = new Uint8Array(header.nodes);
        for (let i = 0; i < bytes.length; ++i) bytes[i] = high > 0 ? Math.min(255, Math.round(255 * found[i] / high)) : 0;
        kept.set(f, bytes);
      }
      return kept.get(f);
    },
  };
}

export function speeds(cache) {
  const { header, places, corners } = cache;
  return asBytes(cache, (f, to) => {
    const from = f > 0 ? f - 1 : 1, shift = corners[f].map((x, i) => (x - corners[from][i]) / header.scale);
    const now = places[f], other = places[from], step = Math.abs(header.frames[f] - header.frames[f > 0 ? f - 1 : 1]);
    for (let i = 0; i < to.length; ++i) {
      const k = 3 * i, away = now[k] === AWAY || other[k] === AWAY;
      to[i] = away ? 0 : Math.hypot(now[k] - other[k] + shift[0], now[k + 1] - other[k + 1] + shift[1], now[k + 2] - other[k + 2] + shift[2]) * header.scale * header.fps / step;
    }
  });
}

export function bends(cache) {
  const { header, places } = cache;
  const counts = header.curves.nodes;
  return asBytes(cache, (f, to) => {
    const p = places[f];
    let first = 0;
    for (const count of counts) {
      for (let n = 1; n < count - 1; ++n) {
        const b = 3 * (first + n), a = b - 3, c = b + 3;
        if (p[b] === AWAY) { to[first + n] = 0; continue; }
        const ux = p[b] - p[a], uy = p[b + 1] - p[a + 1], uz = p[b + 2] - p[a + 2];
        const vx = p[c] - p[a], vy = p[c + 1] - p[a + 1], vz = p[c + 2] - p[a + 2];
        const area = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
        const sides = Math.hypot(ux, uy, uz) * Math.hypot(vx, vy, vz) * Math.hypot(vx - ux, vy - uy, vz - uz);
        to[first + n] = sides > 0 ? 2 * area / sides / header.scale : 0;
      }
      if (count > 2) {
        to[first] = to[first + 1];
        to[first + count - 1] = to[first + count - 2];
      }
      first += count;
    }
  });
}
