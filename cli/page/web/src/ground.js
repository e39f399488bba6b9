// A ground of lines that ends nowhere: two nets, the finer one where it can be told apart.
import * as THREE from 'three';

const vertexShader = /* glsl */`
  precision highp float;
  uniform mat4 viewMatrix, projectionMatrix;
  uniform vec3 middle;
  uniform float reach;
  in vec2 at;
  out vec3 place;
  void main() {
    place = middle + reach * vec3(at.x, 0., at.y);
    gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.);
  }
`;
const fragmentShader = /* glsl */`
  precision highp float;
  uniform vec3 middle, ink;
  uniform float reach, cell;
  in vec3 place;
  out vec4 colour;
  float net(float size) {
    vec2 p = place.xz / size, wide = fwidth(p), off = abs(fract(p - .5) - .5);
    vec2 lines = 1. - smoothstep(vec2(0.), 1.2 * wide, off);
    lines *= 1. - smoothstep(.12, .4, wide);
    return max(lines.x, lines.y);
  }
  void main() {
    float far = length(place.xz - middle.xz) / reach;
    colour = vec4(ink, max(.45 * net(cell), .8 * net(10. * cell)) * pow(max(0., 1. - far), 2.));
  }
`;

export class Ground extends THREE.Mesh {
  constructor(size, height) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('at', new THREE.BufferAttribute(new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), 2));
    geometry.setIndex([0, 2, 1, 1, 2, 3]);
    const cell = 10 ** Math.ceil(Math.log10(size)) / 10;
    super(geometry, new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3, vertexShader, fragmentShader, transparent: true, depthWrite: false, side: THREE.DoubleSide,
      uniforms: { middle: { value: new THREE.Vector3(0, height, 0) }, reach: { value: 12 * size }, cell: { value: cell }, ink: { value: new THREE.Color(0.5, 0.5, 0.5) } },
    }));
    this.frustumCulled = false;
    this.renderOrder = -1;
  }
  below(target) {
    this.material.uniforms.middle.value.set(target.x, this.material.uniforms.middle.value.y, target.z);
  }
  darken(on) {
    this.material.uniforms.ink.value.setRGB(...(on ? [0.33, 0.37, 0.43] : [0.66, 0.69, 0.73]));
  }
}
