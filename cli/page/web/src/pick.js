// Which curve is under the pointer: the nearest piece on the screen, within reach.
import * as THREE from 'three';
import { AWAY } from './unpack.js';

const REACH = 12;  // pixels

export function pick(cache, shapes, camera, frame, x, y, width, height) {
  const { header, curveNodes } = cache;
  const places = cache.places[frame], m = new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).elements;
  const [cx, cy, cz] = cache.corners[frame];
  let best = null, nearest = REACH, px = 0, py = 0, pz = 0, known = false;
  for (let i = 0; i < curveNodes; ++i) {
    const fresh = i === 0 || shapes.curveOf[i] !== shapes.curveOf[i - 1];
    if (places[3 * i] === AWAY) { known = false; continue; }
    const wx = cx + header.scale * places[3 * i], wy = cy + header.scale * places[3 * i + 1], wz = cz + header.scale * places[3 * i + 2];
    const w = m[3] * wx + m[7] * wy + m[11] * wz + m[15];
    const sx = (0.5 + 0.5 * (m[0] * wx + m[4] * wy + m[8] * wz + m[12]) / w) * width;
    const sy = (0.5 - 0.5 * (m[1] * wx + m[5] * wy + m[9] * wz + m[13]) / w) * height;
    if (!fresh && known && w > 0 && pz > 0) {
      const dx = sx - px, dy = sy - py, square = dx * dx + dy * dy;
      const part = square > 0 ? Math.min(1, Math.max(0, ((x - px) * dx + (y - py) * dy) / square)) : 0;
      const off = Math.hypot(px + part * dx - x, py + part * dy - y) + 1e-3 * w;  // of two alike, the one before
      if (off < nearest) {
        nearest = off;
        best = { curve: shapes.curveOf[i], node: i };
      }
    }
    px = sx; py = sy; pz = w; known = true;
  }
  // dots: constraints at a place, pearls
  for (let i = curveNodes; i < curveNodes + header.balls; ++i) {
    if (places[3 * i] === AWAY) continue;
    const wx = cx + header.scale * places[3 * i], wy = cy + header.scale * places[3 * i + 1], wz = cz + header.scale * places[3 * i + 2];
    const w = m[3] * wx + m[7] * wy + m[11] * wz + m[15];
    if (w <= 0) continue;
    const sx = (0.5 + 0.5 * (m[0] * wx + m[4] * wy + m[8] * wz + m[12]) / w) * width;
    const sy = (0.5 - 0.5 * (m[1] * wx + m[5] * wy + m[9] * wz + m[13]) / w) * height;
    const radius = cache.radii[i] * camera.projectionMatrix.elements[5] * 0.5 * height / w;
    const off = Math.max(0, Math.hypot(sx - x, sy - y) - radius) + 1e-3 * w;
    if (off < nearest) {
      nearest = off;
      best = { ball: i - curveNodes, node: i };
    }
  }
  return best;
}
