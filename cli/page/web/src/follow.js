// A camera that goes along with the middle of what is seen.
import * as THREE from 'three';

export class Follow {
  constructor({ header }) {
    this.middles = header.middles;
    this.on = header.follows;
    this.held = this.middle(0);
  }

  middle(time) {
    const last = this.middles.length - 1, f = Math.min(last, Math.floor(time)), part = time - f;
    const a = this.middles[f], b = this.middles[Math.min(last, f + 1)];
    return new THREE.Vector3(...[0, 1, 2].map((i) => a[i] + part * (b[i] - a[i])));
  }

  // By as much as the middle moved since the last time.
  carry(time, camera, controls) {
    const middle = this.middle(time), by = middle.clone().sub(this.held);
    this.held = middle;
    if (!this.on) return;
    camera.position.add(by);
    controls.target.add(by);
  }
}
