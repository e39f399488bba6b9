// The page: plays a cache, turns it, colours it, tells of what is clicked.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { AWAY, unpack } from './unpack.js';
import { Shapes } from './shapes.js';
import { pick } from './pick.js';
import { bends, speeds } from './measures.js';
import { Follow } from './follow.js';
import { Ground } from './ground.js';
import { Readings } from './readings.js';

const $ = (id) => document.getElementById(id);
const number = (x) => Math.abs(x) >= 1e4 || (x !== 0 && Math.abs(x) < 1e-3) ? x.toExponential(2) : String(+x.toPrecision(4));

async function begin() {
  const canvas = $('stage');
  const cache = await unpack(document, (part) => { $('status').textContent = `Unpacking … ${Math.round(100 * part)} %`; });
  const { header } = cache;
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
  renderer.setPixelRatio(window.devicePixelRatio);
  renderer.outputColorSpace = THREE.LinearSRGBColorSpace;  // shaders speak the screen's colours
  const scene = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera(header.camera.fov, 1, 0.01, 1000);
  const controls = new OrbitControls(camera, canvas);
  controls.enableDamping = false;
  const shapes = new Shapes(cache);
  scene.add(shapes.group);
  const last = cache.places.length - 1;
  const state = { time: 0, playing: last > 0, speed: 1, colour: 0, chosen: null, dirty: true };

  // what is there on a frame
  const point = new THREE.Vector3();
  function boxOn(f, box = new THREE.Box3()) {
    const places = cache.places[f], corner = new THREE.Vector3(...cache.corners[f]);
    for (let i = 0; i < header.nodes; ++i)
      if (places[3 * i] !== AWAY) box.expandByPoint(point.set(places[3 * i], places[3 * i + 1], places[3 * i + 2]).multiplyScalar(header.scale).add(corner));
    return box;
  }
  const whole = new THREE.Box3();
  let size = 0;
  for (const f of new Set([0, last >> 1, last])) {
    const box = boxOn(f);
    whole.union(box);
    if (!box.isEmpty()) size = Math.max(size, box.getSize(point).length());
  }
  if (whole.isEmpty()) whole.set(new THREE.Vector3(-1, 0, -1), new THREE.Vector3(1, 1, 1));
  size = (header.follows && size) || whole.getSize(point).length() || 1;
  const ground = new Ground(size, header.ground);
  scene.add(ground);
  const follow = new Follow(cache);
  const followOn = (on) => {
    follow.on = on;
    $('follow').setAttribute('aria-pressed', on);
  };

  function lookFrom(eye, target, up) {
    camera.up.set(...up);
    camera.position.set(...eye);
    controls.target.set(...target);
    camera.near = size * 1e-3;
    camera.far = (size + whole.getSize(point).length()) * 50 + camera.position.distanceTo(controls.target);
    controls.update();
    state.dirty = true;
  }
  function home() {
    if (header.follows) followOn(true);
    const by = cache.corners[0].map((x, i) => follow.held.getComponent(i) - header.middles[0][i]);
    const along = (p) => header.follows ? p.map((x, i) => x + by[i]) : p;
    lookFrom(along(header.camera.eye), along(header.camera.target), header.camera.up);
  }
  // the frame that is seen
  function fit() {
    const box = boxOn(Math.round(state.time));
    if (box.isEmpty()) box.copy(whole);
    const middle = box.getCenter(new THREE.Vector3());
    const back = camera.position.clone().sub(controls.target).normalize();
    const half = Math.tan(THREE.MathUtils.degToRad(camera.fov / 2));
    const distance = 0.5 * box.getSize(new THREE.Vector3()).length() / Math.min(half, half * camera.aspect);
    lookFrom(back.multiplyScalar(distance).add(middle).toArray(), middle.toArray(), camera.up.toArray());
  }

  // colourings
  const colourings = [{ name: 'own', kind: 0 }, { name: 'each rod', kind: 1 }];
  if (header.value) colourings.push({ ...header.value, kind: 2, of: (f) => cache.values[f] });
  if (header.value?.name !== 'speed' && last > 0) colourings.push({ name: 'speed', kind: 2, make: () => speeds(cache) });
  if (header.value?.name !== 'bend') colourings.push({ name: 'bend', kind: 2, make: () => bends(cache) });
  colourings.forEach((one) => $('colour').add(new Option(one.name)));
  function colourBy(which) {
    state.colour = (which + colourings.length) % colourings.length;
    const one = colourings[state.colour];
    $('colour').selectedIndex = state.colour;
    if (one.make && !one.of) Object.assign(one, one.make());
    shapes.setValues(one.of ?? null, one.kind);
    $('legend').hidden = one.kind !== 2;
    if (one.kind === 2) {
      $('legend-name').textContent = one.name;
      $('legend-low').textContent = number(one.low);
      $('legend-high').textContent = number(one.high);
    }
    state.dirty = true;
  }
  const bar = $('legend-bar').getContext('2d');
  const fill = bar.createLinearGradient(0, 0, 160, 0);
  ['#211754', '#264585', '#1c738c', '#299e75', '#8cc442', '#fae033'].forEach((c, i) => fill.addColorStop(i / 5, c));
  bar.fillStyle = fill;
  bar.fillRect(0, 0, 160, 10);

  // time
  $('time').max = last;
  function goTo(time) {
    state.time = Math.min(last, Math.max(0, time));
    state.dirty = true;
  }
  function play(on) {
    if (on && state.time >= last) state.time = 0;
    state.playing = on && last > 0;
    $('play').textContent = state.playing ? 'Pause' : 'Play';
  }
  const speeds_ = [...$('speed').options].map((o) => +o.value);
  function setSpeed(speed) {
    state.speed = speed;
    $('speed').selectedIndex = speeds_.indexOf(speed);
  }
  const faster = (by) => setSpeed(speeds_[Math.min(speeds_.length - 1, Math.max(0, speeds_.indexOf(state.speed) + by))]);

  function darken(on) {
    document.documentElement.classList.toggle('dark', on);
    $('theme').textContent = on ? 'Light' : 'Dark';
    ground.darken(on);
    scene.background = new THREE.Color(on ? 0x101318 : 0xe9ebee).convertLinearToSRGB();
    state.dirty = true;
  }
  const isDark = () => document.documentElement.classList.contains('dark');

  // how constraints are seen
  const ways = ['solid', 'debug', 'hide'];
  function constrain(how) {
    state.constraints = how;
    $('constraints').selectedIndex = ways.indexOf(how);
    shapes.setConstraints(how);
    state.dirty = true;
  }

  // what is clicked
  const readings = new Readings(cache);
  function inspect(found) {
    state.chosen = found;
    shapes.uniforms.chosen.value = found?.curve ?? -1;
    $('inspector').hidden = !found;
    state.dirty = true;
    told = '';
    tell();
  }
  let told = '';
  const firstOf = [];
  header.curves.nodes.reduce((first, count, c) => { firstOf[c] = first; return first + count; }, 0);
  const isAway = (f, node) => cache.places[f][3 * node] === AWAY;
  // scene units a second, from the frame before
  function speedOf(f, node) {
    const from = f > 0 ? f - 1 : 0, to = f > 0 ? f : Math.min(1, last);
    if (from === to || isAway(from, node) || isAway(to, node)) return 0;
    const a = cache.places[from], b = cache.places[to];
    const moved = [0, 1, 2].map((i) => (b[3 * node + i] - a[3 * node + i]) * header.scale + cache.corners[to][i] - cache.corners[from][i]);
    return Math.hypot(...moved) * header.fps / (header.frames[to] - header.frames[from]);
  }
  function rowsOf({ curve, ball }, f) {
    const list = curve === undefined ? header.dots : header.curves, which = curve ?? ball;
    const type = list.type?.[which], rows = [['file', header.files[list.file[which]]], ['id', list.id[which]]];
    if (list.name?.[which]) rows.push(['name', list.name[which]]);
    if (type) rows.push(['type', type]);
    const first = curve === undefined ? cache.curveNodes + ball : firstOf[curve], count = curve === undefined ? 1 : header.curves.nodes[curve];
    const told = readings.rows(list.file[which], list.id[which], f, number);
    if (isAway(f, first)) return [type, [...rows, ...told, ['', 'not there on this frame']]];
    let length = 0, fastest = 0, most = 0;
    for (let node = first; node < first + count; ++node) {
      const p = cache.places[f];
      if (node > first) length += Math.hypot(...[0, 1, 2].map((i) => p[3 * node + i] - p[3 * node - 3 + i]));
      fastest = Math.max(fastest, speedOf(f, node));
      if (cache.values) most = Math.max(most, cache.values[f][node]);
    }
    rows.push(...told);
    if (count > 1 && (!type || type === 'distance')) rows.push(['length', number(length * header.scale)]);
    if (!type || type === 'pearl') rows.push(['radius', number(cache.radii[first])]);
    if (!type || type === 'pearl') rows.push(['fastest point', number(fastest) + ' /s']);
    if (cache.values && !type && count > 1) rows.push([header.value.name, number(header.value.low + most / 255 * (header.value.high - header.value.low))]);
    return [type, rows];
  }
  function tell() {
    if (!state.chosen) return;
    const f = Math.round(state.time);
    const key = `${state.chosen.curve} ${state.chosen.ball} ${f}`;
    if (key === told) return;
    told = key;
    const [type, rows] = rowsOf(state.chosen, f);
    $('inspector').querySelector('h2').textContent = type ? 'Constraint' : state.chosen.curve === undefined ? 'Point' : 'Rod';
    $('inspector').querySelector('dl').replaceChildren(...rows.flatMap(([name, value]) => {
      const dt = document.createElement('dt'), dd = document.createElement('dd');
      dt.textContent = name;
      dd.textContent = value;
      return [dt, dd];
    }));
  }

  // hands
  let pressed = null;
  canvas.addEventListener('pointerdown', (e) => { pressed = [e.clientX, e.clientY]; });
  canvas.addEventListener('pointerup', (e) => {
    if (pressed && Math.hypot(e.clientX - pressed[0], e.clientY - pressed[1]) < 4)
      inspect(pick(cache, shapes, camera, Math.round(state.time), e.clientX, e.clientY, canvas.clientWidth, canvas.clientHeight));
    pressed = null;
  });
  controls.addEventListener('change', () => { state.dirty = true; });
  $('play').onclick = () => play(!state.playing);
  $('back').onclick = () => { play(false); goTo(Math.round(state.time) - 1); };
  $('forth').onclick = () => { play(false); goTo(Math.round(state.time) + 1); };
  $('time').oninput = () => { play(false); goTo(+$('time').value); };
  $('speed').onchange = () => setSpeed(+$('speed').value);
  $('constraints').onchange = () => constrain(ways[$('constraints').selectedIndex]);
  $('colour').onchange = () => colourBy($('colour').selectedIndex);
  $('fit').onclick = fit;
  $('follow').onclick = () => followOn(!follow.on);
  $('theme').onclick = () => darken(!isDark());
  $('help').onclick = () => $('keys').showModal();
  $('close').onclick = () => inspect(null);
  const keys = {
    ' ': () => play(!state.playing), ArrowLeft: (e) => { play(false); goTo(Math.round(state.time) - (e.shiftKey ? 10 : 1)); },
    ArrowRight: (e) => { play(false); goTo(Math.round(state.time) + (e.shiftKey ? 10 : 1)); },
    Home: () => goTo(0), End: () => { play(false); goTo(last); }, '[': () => faster(-1), ']': () => faster(1), c: () => colourBy(state.colour + 1),
    f: fit, l: () => followOn(!follow.on), r: home, g: () => { ground.visible = !ground.visible; state.dirty = true; }, d: () => darken(!isDark()),
    k: () => constrain(ways[(ways.indexOf(state.constraints) + 1) % ways.length]), h: () => $('keys').showModal(), Escape: () => inspect(null),
  };
  window.addEventListener('keydown', (e) => {
    if ($('keys').open && e.key.toLowerCase() === 'h') { e.preventDefault(); $('keys').close(); return; }
    if (e.ctrlKey || e.metaKey || e.altKey || $('keys').open || (e.target instanceof HTMLSelectElement && e.key !== 'Escape')) return;
    const act = keys[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (!act || (e.target instanceof HTMLButtonElement && e.key === ' ')) return;
    e.preventDefault();
    act(e);
  });

  function resize() {
    renderer.setSize(window.innerWidth, window.innerHeight, false);
    camera.aspect = window.innerWidth / window.innerHeight;
    camera.updateProjectionMatrix();
    renderer.getDrawingBufferSize(shapes.uniforms.size.value);
    state.dirty = true;
  }
  window.addEventListener('resize', resize);

  let before = performance.now(), shownFrame = -1;
  function tick(now) {
    const seconds = Math.min(0.1, (now - before) / 1000);
    before = now;
    if (state.playing) {
      // frames may be farther apart than one
      const f = Math.min(last - 1, Math.floor(state.time));
      goTo(state.time + seconds * header.fps * state.speed / (header.frames[f + 1] - header.frames[f]));
      if (state.time >= last) state.time = 0;
    }
    if (state.dirty) {
      const frame = Math.min(last, Math.floor(state.time)), next = Math.min(last, frame + 1);
      shapes.show(frame, next, state.time - frame);
      follow.carry(state.time, camera, controls);
      ground.below(controls.target);
      camera.updateProjectionMatrix();
      renderer.render(scene, camera);
      if (Math.round(state.time) !== shownFrame) {
        shownFrame = Math.round(state.time);
        $('frame').textContent = 'frame ' + header.frames[shownFrame];
        $('time').value = shownFrame;
        tell();
      }
      state.dirty = false;
    }
    requestAnimationFrame(tick);
  }

  resize();
  followOn(follow.on);
  home();
  darken(header.dark || (header.dark === null && matchMedia('(prefers-color-scheme: dark)').matches));
  colourBy(0);
  play(state.playing);
  constrain(header.constraints);
  const bound = new Set([header.curves, header.dots].flatMap((list) => list.id.flatMap((id, i) => list.type?.[i] ? [`${list.file[i]} ${id}`] : [])));
  const debugs = [header.curves, header.dots].some((list) => list.layer.includes(1)); // constraints, or contacts
  $('constraints').parentElement.hidden = bound.size === 0 && !debugs;
  const free = header.curves.layer.filter((layer, c) => layer === 0 && !header.curves.type?.[c]).length;
  $('what').textContent = `${free} curves, ${bound.size ? bound.size + ' constraints, ' : ''}${header.frames.length} frames at ${header.fps} a second`;
  $('status').remove();
  requestAnimationFrame(tick);
  // for tests
  window.tendril = { state, cache, camera, controls, follow, fit, goTo, play, inspect, constrain, renderer, shapes, ground, draws: () => renderer.info.render.calls };
}

begin().catch((error) => {
  $('status').textContent = 'This page cannot be shown: ' + error.message;
  console.error(error);
});
