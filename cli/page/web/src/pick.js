// What is under the pointer: of the tubes and balls that cover it the foremost; else the nearest within reach.
import * as THREE from 'three';
import { AWAY } from './unpack.js';

const REACH = 10;  // pixels

export function pick(cache, shapes, camera, frame, x, y, width, height) {
  const { header, curveNodes, radii } = cache;
  const places = cache.places[frame], corner = cache.corners[frame];
  camera.updateMatrixWorld();  // it may have moved since the last drawing
  const m = new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).elements;
  const focal = camera.projectionMatrix.elements[5] * 0.5 * height;  // pixels of one unit at distance 1
  // pixels and distance of a node; null: not there, or behind
  function seen(i) {
    if (places[3 * i] === AWAY) return null;
    const [wx, wy, wz] = [0, 1, 2].map((c) => corner[c] + header.scale * places[3 * i + c]);
    const w = m[3] * wx + m[7] * wy + m[11] * wz + m[15];
    if (w <= 0) return null;
    return {
      x: (0.5 + 0.5 * (m[0] * wx + m[4] * wy + m[8] * wz + m[12]) / w) * width,
      y: (0.5 - 0.5 * (m[1] * wx + m[5] * wy + m[9] * wz + m[13]) / w) * height,
      w, radius: radii[i],
    };
  }
  let best = null, depth = Infinity, off = REACH;
  function consider(what, distance, w, radius) {
    const wide = distance - radius * focal / w;
    if (wide <= 0) {
      const front = w - radius * Math.sqrt(Math.max(0, 1 - (distance * w / (radius * focal)) ** 2));
      if (front >= depth) return;
      depth = front;
      best = what;
    } else if (depth === Infinity && wide + 1e-3 * w < off) {
      off = wide + 1e-3 * w;  // of two alike, the one before
      best = what;
    }
  }
  let before = null;
  for (let i = 0; i < curveNodes; ++i) {
    const curve = shapes.curveOf[i];
    const at = shapes.isHidden(header.curves.layer[curve]) ? null : seen(i);
    if (at && before && shapes.curveOf[i - 1] === curve) {
      const dx = at.x - before.x, dy = at.y - before.y, square = dx * dx + dy * dy;
      const part = square > 0 ? Math.min(1, Math.max(0, ((x - before.x) * dx + (y - before.y) * dy) / square)) : 0;
      const mixed = (name) => before[name] + part * (at[name] - before[name]);
      consider({ curve, node: i }, Math.hypot(before.x + part * dx - x, before.y + part * dy - y), mixed('w'), mixed('radius'));
    }
    before = at;
  }
  // pearls, pins, dots
  for (let i = 0; i < header.balls; ++i) {
    const at = shapes.isHidden(header.dots.layer[i]) ? null : seen(curveNodes + i);
    if (at) consider({ ball: i, node: curveNodes + i }, Math.hypot(at.x - x, at.y - y), at.w, at.radius);
  }
  return best;
}
