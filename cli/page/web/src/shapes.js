// Curves, balls and meshes as the graphics card draws them: one call a kind, whatever their number. Positions of
// two neighbouring frames lie on the card, and the shader is between them.
import * as THREE from 'three';

const PARTS = 5;  // of a piece of curve between two nodes
const ONES = 65000;
const ROUND = 60000;  // nodes, up to which tubes have depth and ends

const common = /* glsl */`
  precision highp float;
  uniform mat4 viewMatrix, projectionMatrix;
  uniform vec3 corner;
  uniform float scale, part;
  uniform int colouring;  // 0 own, 1 by curve, 2 value
  uniform int constraints;  // 0 hidden, 1 lines, 2 solids
  bool isHidden(int layer) { return layer != 0 && layer != constraints; }
  vec3 placeOf(vec3 a, vec3 b) { return corner + scale * mix(a, b, part); }
  bool isAway(vec3 p) { return p.x > ${ONES}.5; }
  vec3 ramp(float v) {
    vec3 s[6] = vec3[6](vec3(.13,.09,.33), vec3(.15,.27,.52), vec3(.11,.45,.55), vec3(.16,.62,.46), vec3(.55,.77,.26), vec3(.98,.88,.20));
    float at = clamp(v, 0., 1.) * 5.;
    int i = min(4, int(at));
    return mix(s[i], s[i + 1], at - float(i));
  }
  vec3 byNumber(float n) { return .55 + .4 * cos(6.2831 * (fract(n * .618034) + vec3(0., .33, .67))); }
`;

const curveVertex = common + /* glsl */`
  in vec2 corner2;  // along the piece 0 to 1, across -1 to 1
  in vec3 a0, a1, a2, a3, b0, b1, b2, b3;
  in float r1, r2;
  in vec4 c1, c2;      // colour; w: bit 0 first of its curve, 1 last, 2 a constraint, 3 and 4 its layer
  in vec2 v1, v2;      // value on both frames
  in float curve;
  uniform vec2 size;   // pixels
  uniform float chosen;
  out vec3 tint;
  out float across;
  out vec3 along;
  out float faded;
  void main() {
    int f1 = int(c1.w * 255. + .5), f2 = int(c2.w * 255. + .5);
    if ((f1 & 2) != 0 || isHidden(f1 >> 3) || isAway(a1) || isAway(b1) || isAway(a2) || isAway(b2)) { gl_Position = vec4(2., 2., 2., 1.); return; }
    vec3 p1 = placeOf(a1, b1), p2 = placeOf(a2, b2);
    vec3 p0 = (f1 & 1) != 0 ? 2. * p1 - p2 : placeOf(a0, b0), p3 = (f2 & 2) != 0 ? 2. * p2 - p1 : placeOf(a3, b3);
    float u = corner2.x, v = 1. - u;
    vec3 t1 = .5 * (p2 - p0), t2 = .5 * (p3 - p1);
    vec3 p = v * v * (1. + 2. * u) * p1 + u * u * (3. - 2. * u) * p2 + u * v * v * t1 - u * u * v * t2;
    vec3 d = 6. * u * v * (p2 - p1) + v * (1. - 3. * u) * t1 - u * (2. - 3. * u) * t2;
    float radius = mix(r1, r2, u);
    vec4 seen = viewMatrix * vec4(p, 1.);
    vec3 way = mat3(viewMatrix) * d;
    along = normalize(way + vec3(1e-12, 0., 0.));
    vec3 side = cross(along, normalize(seen.xyz));
    float norm = length(side);
    side = norm > 1e-6 ? side / norm : vec3(1., 0., 0.);
    // never thinner than a pixel, but paler
    float pixel = -seen.z * 2. / (projectionMatrix[1][1] * size.y);
    float wide = max(radius, .6 * pixel);
    faded = clamp(radius / wide, .35, 1.);
    seen.xyz += corner2.y * wide * side;
    // as deep as the tube's front: what it bears begins inside of it
    seen.xyz *= 1. - min(.5, sqrt(max(0., 1. - corner2.y * corner2.y)) * radius / length(seen.xyz));
    gl_Position = projectionMatrix * seen;
    across = corner2.y;
    vec3 own = mix(c1.rgb, c2.rgb, u);
    tint = colouring == 0 || (f1 & 4) != 0 ? own : colouring == 1 ? byNumber(curve) : ramp(mix(mix(v1.x, v1.y, part), mix(v2.x, v2.y, part), u));
    if (abs(curve - chosen) < .5) { tint = vec3(1., .45, .05); faded = 1.; }
  }
`;

const curveFragment = /* glsl */`
  precision highp float;
  in vec3 tint, along;
  in float across, faded;
  uniform vec3 light;
  out vec4 colour;
  void main() {
    vec3 side = normalize(cross(along, vec3(0., 0., 1.)) + vec3(1e-9));
    vec3 normal = normalize(across * side + sqrt(max(0., 1. - across * across)) * normalize(cross(side, along)));
    if (normal.z < 0.) normal = -normal;
    float lit = max(0., dot(normal, light));
    float sl = dot(along, light), cl = sqrt(max(0., 1. - sl * sl));
    float shine = pow(max(0., cl * sqrt(max(0., 1. - along.z * along.z)) - sl * along.z), 40.);
    colour = vec4(tint * (.42 + .62 * mix(cl, lit, .7)) + .16 * shine, faded);
  }
`;

// Of tubes: their ends are round.
const capVertex = common + /* glsl */`
  in vec2 corner2;
  in vec3 a, b;
  in float r;
  in vec4 c;
  in vec2 v;
  in float curve;
  uniform vec2 size;
  uniform float chosen;
  out vec2 at;
  out vec3 tint, middle;
  out float ball;
  void main() {
    int f = int(c.w * 255. + .5);
    vec4 seen = viewMatrix * vec4(placeOf(a, b), 1.);
    float pixel = -seen.z * 2. / (projectionMatrix[1][1] * size.y);
    if ((f & 3) == 0 || isHidden(f >> 3) || isAway(a) || isAway(b) || r < 1.2 * pixel) { gl_Position = vec4(2., 2., 2., 1.); return; }
    middle = seen.xyz;
    ball = r;
    seen.xy += corner2 * r;
    gl_Position = projectionMatrix * seen;
    at = corner2;
    tint = colouring == 0 || (f & 4) != 0 ? c.rgb : colouring == 1 ? byNumber(curve) : ramp(mix(v.x, v.y, part));
    if (abs(curve - chosen) < .5) tint = vec3(1., .45, .05);
  }
`;

const ballVertex = common + /* glsl */`
  in vec2 corner2;
  in vec3 a, b, c;
  in float r, layer;
  uniform vec2 size;
  out vec2 at;
  out vec3 tint, middle;
  out float ball;
  void main() {
    if (isHidden(int(layer + .5)) || isAway(a) || isAway(b)) { gl_Position = vec4(2., 2., 2., 1.); return; }
    vec4 seen = viewMatrix * vec4(placeOf(a, b), 1.);
    float pixel = -seen.z * 2. / (projectionMatrix[1][1] * size.y);
    middle = seen.xyz;
    ball = max(r, 1.5 * pixel);
    seen.xy += corner2 * ball;
    gl_Position = projectionMatrix * seen;
    at = corner2;
    tint = c;
  }
`;
const ballFragment = /* glsl */`
  precision highp float;
  in vec2 at;
  in vec3 tint, middle;
  in float ball;
  uniform vec3 light;
  uniform mat4 projectionMatrix;
  out vec4 colour;
  void main() {
    float square = dot(at, at);
    if (square > 1.) discard;
    float z = middle.z + ball * sqrt(1. - square);
    gl_FragDepth = .5 - .5 * (projectionMatrix[2][2] * z + projectionMatrix[3][2]) / z;
    colour = vec4(tint * (.45 + .6 * max(0., dot(vec3(at, sqrt(1. - square)), light))), 1.);
  }
`;

const meshVertex = common + /* glsl */`
  in vec3 a, b, c, n;
  out vec3 seenAt, tint, smoothly;
  void main() {
    smoothly = mat3(viewMatrix) * n;
    vec4 seen = viewMatrix * vec4(placeOf(a, b), 1.);
    if (isAway(a) || isAway(b)) { gl_Position = vec4(2., 2., 2., 1.); return; }
    seenAt = seen.xyz;
    tint = c;
    gl_Position = projectionMatrix * seen;
  }
`;
const meshFragment = /* glsl */`
  precision highp float;
  in vec3 seenAt, tint, smoothly;
  uniform vec3 light;
  out vec4 colour;
  void main() {
    vec3 normal = normalize(cross(dFdx(seenAt), dFdy(seenAt)));
    if (dot(normal, seenAt) > 0.) normal = -normal;
    // faces that meet at little angle are one
    vec3 n = normalize(smoothly);
    float facing = dot(n, normal);
    if (abs(facing) > .766) normal = facing < 0. ? -n : n;
    colour = vec4(tint * (.47 + .12 * normal.y + .6 * max(0., dot(normal, light))), 1.);
  }
`;

// Of a mesh's points: the sums of the faces around them.
function smooth({ sides, normals, triangles }) {
  const p = sides[0].array, n = normals.array;
  n.fill(0);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t], b = 3 * triangles[t + 1], c = 3 * triangles[t + 2];
    const ux = p[b] - p[a], uy = p[b + 1] - p[a + 1], uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a], vy = p[c + 1] - p[a + 1], vz = p[c + 2] - p[a + 2];
    const x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
    for (const k of [a, b, c]) { n[k] += x; n[k + 1] += y; n[k + 2] += z; }
  }
  normals.needsUpdate = true;
}

export class Shapes {
  constructor(cache) {
    this.cache = cache;
    const { header, curveNodes } = cache;
    this.uniforms = {
      corner: { value: new THREE.Vector3(...header.corner) }, scale: { value: header.scale }, part: { value: 0 },
      colouring: { value: 0 }, size: { value: new THREE.Vector2(1, 1) }, chosen: { value: -1 }, constraints: { value: 2 },
      light: { value: new THREE.Vector3(-.45, .7, .55).normalize() },
    };
    this.group = new THREE.Group();
    // one buffer a frame: curves from 1 on, so that the first has a neighbour
    this.buffers = [0, 1].map(() => {
      const buffer = new THREE.InstancedInterleavedBuffer(new Uint16Array(3 * (header.nodes + 4)), 3);
      buffer.setUsage(THREE.DynamicDrawUsage);
      return buffer;
    });
    this.valueBuffer = new THREE.InstancedInterleavedBuffer(new Uint8Array(4 * (header.nodes + 4)), 4);
    this.valueBuffer.setUsage(THREE.DynamicDrawUsage);
    this.meshBuffers = [];
    this.shown = [-1, -1];
    if (curveNodes > 1) this.addCurves();
    if (header.balls > 0) this.addBalls();
    this.addMeshes();
  }

  material(vertexShader, fragmentShader, more = {}) {
    return new THREE.RawShaderMaterial({ glslVersion: THREE.GLSL3, uniforms: this.uniforms, vertexShader, fragmentShader, side: THREE.DoubleSide, ...more });
  }
  add(geometry, material) {
    const mesh = new THREE.Mesh(geometry, material);
    mesh.frustumCulled = false;
    this.group.add(mesh);
  }

  addCurves() {
    const { header, radii, colours, curveNodes } = this.cache;
    const geometry = new THREE.InstancedBufferGeometry();
    const corners = [], index = [];
    const sides = curveNodes <= ROUND ? [-1, -.75, 0, .75, 1] : [-1, 1], n = sides.length;
    for (let i = 0; i <= PARTS; ++i) for (const side of sides) corners.push(i / PARTS, side);
    for (let i = 0; i < PARTS; ++i) for (let k = 0; k + 1 < n; ++k) {
      const a = n * i + k, b = a + n;
      index.push(a, a + 1, b, b, a + 1, b + 1);
    }
    geometry.setAttribute('corner2', new THREE.BufferAttribute(new Float32Array(corners), 2));
    geometry.setIndex(index);
    for (let k = 0; k < 4; ++k) {
      geometry.setAttribute('a' + k, new THREE.InterleavedBufferAttribute(this.buffers[0], 3, 3 * k));
      geometry.setAttribute('b' + k, new THREE.InterleavedBufferAttribute(this.buffers[1], 3, 3 * k));
    }
    const thick = new Float32Array(curveNodes + 2), paint = new Uint8Array(4 * (curveNodes + 2)), number = new Float32Array(curveNodes);
    thick.set(radii.subarray(0, curveNodes));
    this.curveOf = new Uint32Array(curveNodes);
    let node = 0;
    header.curves.nodes.forEach((count, curve) => {
      for (let k = 0; k < count; ++k, ++node) {
        for (let c = 0; c < 3; ++c) paint[4 * node + c] = colours[3 * node + c];
        paint[4 * node + 3] = (k === 0 ? 1 : 0) | (k === count - 1 ? 2 : 0) | (header.curves.type?.[curve] ? 4 : 0) | header.curves.layer[curve] << 3;
        number[node] = curve;
        this.curveOf[node] = curve;
      }
    });
    const radius = new THREE.InstancedInterleavedBuffer(thick, 1), colour = new THREE.InstancedInterleavedBuffer(paint, 4);
    geometry.setAttribute('r1', new THREE.InterleavedBufferAttribute(radius, 1, 0));
    geometry.setAttribute('r2', new THREE.InterleavedBufferAttribute(radius, 1, 1));
    geometry.setAttribute('c1', new THREE.InterleavedBufferAttribute(colour, 4, 0, true));
    geometry.setAttribute('c2', new THREE.InterleavedBufferAttribute(colour, 4, 4, true));
    geometry.setAttribute('v1', new THREE.InterleavedBufferAttribute(this.valueBuffer, 2, 0, true));
    geometry.setAttribute('v2', new THREE.InterleavedBufferAttribute(this.valueBuffer, 2, 4, true));
    geometry.setAttribute('curve', new THREE.InstancedBufferAttribute(number, 1));
    geometry.instanceCount = curveNodes - 1;
    this.add(geometry, this.material(curveVertex, curveFragment, { transparent: true }));
    if (curveNodes > ROUND) return;
    const caps = new THREE.InstancedBufferGeometry();
    caps.setAttribute('corner2', new THREE.BufferAttribute(new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), 2));
    caps.setIndex([0, 2, 1, 1, 2, 3]);
    ['a', 'b'].forEach((name, k) => caps.setAttribute(name, new THREE.InterleavedBufferAttribute(this.buffers[k], 3, 3)));
    caps.setAttribute('r', new THREE.InterleavedBufferAttribute(radius, 1, 0));
    caps.setAttribute('c', new THREE.InterleavedBufferAttribute(colour, 4, 0, true));
    caps.setAttribute('v', new THREE.InterleavedBufferAttribute(this.valueBuffer, 2, 0, true));
    caps.setAttribute('curve', new THREE.InstancedBufferAttribute(number, 1));
    caps.instanceCount = curveNodes;
    this.add(caps, this.material(capVertex, ballFragment));
  }

  addBalls() {
    const { header, radii, colours, curveNodes } = this.cache;
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.setAttribute('corner2', new THREE.BufferAttribute(new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), 2));
    geometry.setIndex([0, 1, 2, 2, 1, 3]);
    ['a', 'b'].forEach((name, k) =>
      geometry.setAttribute(name, new THREE.InterleavedBufferAttribute(this.buffers[k], 3, 3 * (curveNodes + 1))));
    geometry.setAttribute('r', new THREE.InstancedBufferAttribute(radii.slice(curveNodes), 1));
    geometry.setAttribute('c', new THREE.InstancedBufferAttribute(colours.slice(3 * curveNodes, 3 * (curveNodes + header.balls)), 3, true));
    geometry.setAttribute('layer', new THREE.InstancedBufferAttribute(new Float32Array(header.dots.layer), 1));
    geometry.instanceCount = header.balls;
    this.add(geometry, this.material(ballVertex, ballFragment));
  }

  addMeshes() {
    const { header, colours, triangles, curveNodes } = this.cache;
    let first = curveNodes + header.balls;
    header.meshes.forEach((mesh, m) => {
      const geometry = new THREE.BufferGeometry();
      const sides = ['a', 'b'].map((name) => {
        const attribute = new THREE.BufferAttribute(new Uint16Array(3 * mesh.points), 3);
        attribute.setUsage(THREE.DynamicDrawUsage);
        geometry.setAttribute(name, attribute);
        return attribute;
      });
      geometry.setAttribute('c', new THREE.BufferAttribute(colours.slice(3 * first, 3 * (first + mesh.points)), 3, true));
      const normals = new THREE.BufferAttribute(new Float32Array(3 * mesh.points), 3);
      normals.setUsage(THREE.DynamicDrawUsage);
      geometry.setAttribute('n', normals);
      geometry.setIndex(new THREE.BufferAttribute(triangles[m], 1));
      geometry.setDrawRange(0, 3 * mesh.triangles);
      this.meshBuffers.push({ sides, normals, triangles: triangles[m], first, points: mesh.points });
      this.add(geometry, this.material(meshVertex, meshFragment));
      first += mesh.points;
    });
  }

  // Between two frames; nothing is made anew.
  show(frame, next, part) {
    for (let k = 0; k < 2; ++k) {
      const wanted = k === 0 ? frame : next;
      if (this.shown[k] === wanted) continue;
      const from = this.cache.places[wanted];
      this.buffers[k].array.set(from, 3);
      this.buffers[k].needsUpdate = true;
      for (const mesh of this.meshBuffers) {
        for (let i = 0, at = 3 * mesh.first; i < 3 * mesh.points; ++i) mesh.sides[k].array[i] = from[at + i];
        mesh.sides[k].needsUpdate = true;
        if (k === 0) smooth(mesh);
      }
      if (this.values) {
        const its = this.values(wanted), to = this.valueBuffer.array;
        for (let i = 0; i < its.length; ++i) to[4 * i + k] = its[i];
        this.valueBuffer.needsUpdate = true;
      }
      this.shown[k] = wanted;
    }
    this.uniforms.part.value = part;
    const { corners } = this.cache;
    this.uniforms.corner.value.set(...corners[frame].map((x, i) => x + part * (corners[next][i] - x)));
  }
  // 'solid', 'debug' or 'hide'
  setConstraints(how) {
    this.uniforms.constraints.value = how === 'debug' ? 1 : how === 'solid' ? 2 : 0;
  }
  isHidden(layer) {
    return layer !== 0 && layer !== this.uniforms.constraints.value;
  }
  setValues(values, colouring) {
    this.values = values;
    this.uniforms.colouring.value = colouring;
    this.shown = [-1, -1];
  }
}
