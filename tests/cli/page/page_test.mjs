// The page of tendril view in a browser: node page_test.mjs TENDRIL SOURCE [OUT]
// Loads from the disk, plays, scrubs, picks; its framing against the renderer's; a large cache's size.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';

const [tendril, source, keep] = process.argv.slice(2);
const folder = keep ?? fs.mkdtempSync(path.join(os.tmpdir(), 'tendril_page_'));
fs.mkdirSync(folder, { recursive: true });
const at = (name) => path.join(folder, name);
const run = (...args) => execFileSync(tendril, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
const WIDE = 960, HIGH = 540;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--no-first-run'],
});

async function open(file, colorScheme = 'light') {
  const page = await browser.newPage({ viewport: { width: WIDE, height: HIGH }, colorScheme });
  page.setDefaultTimeout(60000);
  const complaints = [];
  page.on('console', (m) => { if (['error', 'warning'].includes(m.type()) && !/GPU stall|GL Driver/.test(m.text())) complaints.push(m.text()); });
  page.on('pageerror', (e) => complaints.push(e.message));
  page.on('request', (r) => { if (!/^(file|data|blob):/.test(r.url())) complaints.push('asks for ' + r.url()); });
  const before = Date.now();
  await page.goto('file://' + file);
  await page.waitForFunction(() => window.tendril);
  return { page, complaints, seconds: (Date.now() - before) / 1000 };
}

// The box of what is white (mask), or differs from the corner's colour.
const boxOf = (url) => `(async () => {
  const image = new Image();
  image.src = ${JSON.stringify(url)};
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  let [left, top, right, bottom] = [1e9, 1e9, -1, -1];
  for (let y = 0; y < image.height; ++y) for (let x = 0; x < image.width; ++x) {
    const i = 4 * (y * image.width + x);
    if (Math.abs(data[i] - data[0]) + Math.abs(data[i + 1] - data[1]) + Math.abs(data[i + 2] - data[2]) < 120) continue;
    left = Math.min(left, x); right = Math.max(right, x); top = Math.min(top, y); bottom = Math.max(bottom, y);
  }
  return [left, top, right, bottom];
})()`;

async function bridge() {
  run('run', path.join(source, 'cli/networks/bridge.json'), '--frames', '1-40',
    '--set', `rodcache.file=${at('rods.$F4.bgeo.sc')}`, '--set', `curvecache.file=${at('curves.$F4.bgeo.sc')}`,
    '--set', `constraintcache.file=${at('constraints.$F4.bgeo.sc')}`);
  const files = [at('rods.$F4.bgeo.sc'), at('constraints.$F4.bgeo.sc')];
  run('view', ...files, '-o', at('bridge.html'), '--title', 'A bridge');
  const RODS = 19;
  const { page, complaints } = await open(at('bridge.html'));
  assert.equal(await page.title(), 'A bridge');
  // plays
  const time = () => page.evaluate(() => window.tendril.state.time);
  const first = await time();
  await page.waitForFunction((t) => window.tendril.state.time !== t, first);
  await page.keyboard.press(' ');
  const stopped = await time();
  await page.waitForTimeout(200);
  assert.equal(await time(), stopped, 'space does not stop it');
  // scrubs
  await page.locator('#time').fill('24');
  await page.waitForFunction(() => document.getElementById('frame').textContent === 'frame 25');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.getElementById('frame').textContent === 'frame 1');
  await page.locator('#stage').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.waitForFunction(() => document.getElementById('frame').textContent === 'frame 12');
  // few draws
  assert.ok(await page.evaluate(() => window.tendril.draws()) <= 4);
  // and none where nothing changes
  const drawn = () => page.evaluate(() => window.tendril.renderer.info.render.frame);
  await page.waitForTimeout(200);
  const before = await drawn();
  await page.waitForTimeout(300);
  assert.equal(await drawn(), before, 'it draws though nothing changes');
  // positions are those of the cache: the ends of every rod
  run('convert', at('rods.0012.bgeo.sc'), at('twelve.geo'));
  const ends = await page.evaluate(() => {
    const { cache } = window.tendril, { header } = cache, found = [];
    let first = 0;
    header.curves.nodes.forEach((count, c) => {
      if (header.curves.file[c] === 0 && header.curves.layer[c] === 0)  // contacts are lines, too
        for (const k of [first, first + count - 1]) found.push([0, 1, 2].map((i) => header.corner[i] + header.scale * cache.places[11][3 * k + i]));
      first += count;
    });
    return { found, step: header.scale };
  });
  const geo = JSON.parse(fs.readFileSync(at('twelve.geo'), 'utf8'));
  const plain = (list) => Object.fromEntries(Array.from({ length: list.length / 2 }, (_, i) => [list[2 * i], list[2 * i + 1]]));
  const attributes = plain(plain(geo).attributes).pointattributes;
  const P = attributes.find((a) => plain(a[0]).name === 'P');
  const tuples = plain(plain(P[1]).values).tuples;
  assert.equal(ends.found.length, 2 * RODS);
  for (const end of ends.found)
    assert.ok(tuples.some((p) => p.every((x, i) => Math.abs(x - end[i]) <= ends.step)), `no knot at ${end}`);
  // picks a rod, and a constraint that tells its force
  const placeOf = (wanted, aside = 0) => page.evaluate(([type, off]) => {
    const { cache, camera, shapes } = window.tendril, { header } = cache;
    camera.updateMatrixWorld();
    let node = 0;
    for (let c = 0; c < header.curves.nodes.length; node += header.curves.nodes[c++]) {
      if ((header.curves.type[c] || '') !== type || shapes.isHidden(header.curves.layer[c])) continue;
      if (type === '' && header.curves.id[c] < 2) continue;  // ropes that planks hide
      const mid = node + (header.curves.nodes[c] >> 1), other = mid - 1;
      const v = camera.position.clone().set(...[0, 1, 2].map((i) => header.corner[i] + header.scale * (0.3 * cache.places[11][3 * mid + i] + 0.7 * cache.places[11][3 * other + i])));
      const far = v.distanceTo(camera.position);
      v.project(camera);
      return [(0.5 + 0.5 * v.x) * innerWidth, (0.5 - 0.5 * v.y) * innerHeight + off * cache.radii[mid] * camera.projectionMatrix.elements[5] * 0.5 * innerHeight / far];
    }
  }, [wanted, aside]);
  const told = () => page.locator('#inspector dl').textContent();
  await page.mouse.click(...await placeOf(''));
  assert.equal(await page.locator('#inspector h2').textContent(), 'Rod');
  assert.match(await told(), /rods.*id2.*length/);
  await page.mouse.click(...await placeOf('distance'));
  assert.equal(await page.locator('#inspector h2').textContent(), 'Constraint');
  assert.match(await told(), /typedistanceforce[0-9.e-]+ Nresidual[0-9.e-]+slide[0-9.e-]+brokenno/);
  // the side of a tube is the tube: the page comes so near that it is wider than the reach of a click
  await page.evaluate(() => {
    const { camera, controls } = window.tendril;
    camera.position.lerp(controls.target, 0.5);
    controls.update();
  });
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    const { cache, camera, controls } = window.tendril, { header } = cache;
    const wide = [...header.curves.nodes.keys()].find((c) => !header.curves.type[c] && c > 4);  // a plank
    const node = header.curves.nodes.slice(0, wide).reduce((a, b) => a + b, 0);
    controls.target.set(...[0, 1, 2].map((i) => header.corner[i] + header.scale * 0.5 * (cache.places[11][3 * node + i] + cache.places[11][3 * node + 3 * (header.curves.nodes[wide] - 1) + i])));
    camera.position.copy(controls.target).add({ x: 0.7, y: 0.25, z: 0 });
    controls.update();
    window.plank = { radius: cache.radii[node] * camera.projectionMatrix.elements[5] * 0.5 * innerHeight / 0.743, id: header.curves.id[wide] };
  });
  await page.waitForTimeout(200);
  const { radius, id } = await page.evaluate(() => window.plank);
  assert.ok(radius > 24, `${radius}`);
  await page.mouse.click(WIDE / 2, HIGH / 2 - 0.8 * radius);
  assert.equal(await page.locator('#inspector h2').textContent(), 'Rod');
  assert.match(await told(), new RegExp(`id${id}(radius|length|name|contacts)`));
  await page.keyboard.press('r');
  // K: solid, lines, hidden
  const layers = () => page.evaluate(() => [1, 2].map((layer) => window.tendril.shapes.isHidden(layer)));
  assert.deepEqual(await layers(), [true, false]);
  await page.keyboard.press('k');
  assert.deepEqual(await layers(), [false, true]);
  await page.keyboard.press('k');
  assert.deepEqual(await layers(), [true, true]);
  await page.keyboard.press('k');
  assert.deepEqual(await layers(), [true, false]);
  // H closes what it opens
  await page.keyboard.press('h');
  assert.ok(await page.locator('#keys').isVisible());
  await page.keyboard.press('h');
  assert.equal(await page.locator('#keys').isVisible(), false);
  const dot = await page.evaluate(() => {
    const { cache, camera } = window.tendril, { header } = cache, node = cache.curveNodes + header.dots.type.indexOf('position');
    camera.updateMatrixWorld();
    const v = camera.position.clone().set(...[0, 1, 2].map((i) => header.corner[i] + header.scale * cache.places[11][3 * node + i])).project(camera);
    return [(0.5 + 0.5 * v.x) * innerWidth, (0.5 - 0.5 * v.y) * innerHeight];
  });
  await page.mouse.click(...dot);
  assert.match(await told(), /typeposition/);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#inspector').isVisible(), false);
  // colours and dark
  for (const name of await page.locator('#colour option').allTextContents()) {
    await page.locator('#colour').selectOption(name);
    await page.waitForTimeout(60);
  }
  assert.ok(await page.locator('#legend').isVisible());
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.locator('#theme').click();
  assert.notEqual(await paper(), light);
  await page.screenshot({ path: at('dark.png') });
  await page.locator('#theme').click();
  await page.locator('#colour').selectOption('own');
  // the renderer's framing
  await page.keyboard.press('r');
  const shot = await page.evaluate(async () => {
    const { tendril } = window;
    tendril.ground.visible = false;
    const drawn = tendril.renderer.info.render.frame;
    tendril.goTo(24);
    while (tendril.renderer.info.render.frame === drawn) await new Promise((r) => setTimeout(r, 50));
    return document.getElementById('stage').toDataURL();
  });
  run('render', ...files, '-o', at('mask.$F4.png'), '--mask', '--frames', '1-40');
  const mask = 'data:image/png;base64,' + fs.readFileSync(at('mask.0025.png')).toString('base64');
  const ours = await page.evaluate(boxOf(shot)), theirs = await page.evaluate(boxOf(mask));
  ours.forEach((x, i) => assert.ok(Math.abs(x - theirs[i]) <= 3, `framing: page ${ours}, picture ${theirs}`));
  console.log(`framing, pixels: page ${ours}; picture ${theirs}`);
  assert.deepEqual(complaints, []);
  await page.close();
}

// A short rope that flies far: the camera goes along, and Fit means the frame that is seen.
async function flight() {
  const run1 = '[[["type","run","runtype","Poly","varyingfields",["vertex"],"uniformfields",{"closed":false}],[[[0,1,2]]]]]';
  for (let f = 1; f <= 30; ++f)
    fs.writeFileSync(at(`flight.${String(f).padStart(4, '0')}.geo`),
      '["fileversion","18.5.0","hasindex",false,"pointcount",3,"vertexcount",3,"primitivecount",1,"info",{},"topology",["pointref",["indices",[0,1,2]]],' +
      '"attributes",["pointattributes",[[["scope","public","type","numeric","name","P","options",{}],["size",3,"storage","fpreal32","values",["size",3,"storage",' +
      `"fpreal32","tuples",[[${f},0,0],[${f},0.5,0.2],[${f},1,0]]]]]]],"primitives",${run1}]`);
  run('view', at('flight.$F4.geo'), '-o', at('flight.html'));
  const { page, complaints } = await open(at('flight.html'));
  await page.keyboard.press(' ');
  const seen = (time) => page.evaluate(async (to) => {
    const { tendril } = window;
    tendril.goTo(to);
    await new Promise((r) => setTimeout(r, 200));
    const { cache, camera } = tendril, v = camera.position.clone();
    v.set(...[0, 1, 2].map((i) => cache.corners[to][i] + cache.header.scale * cache.places[to][3 + i]));
    const x = v.x;
    return [x, ...v.project(camera).toArray().slice(0, 2)];
  }, time);
  for (const frame of [0, 14, 29]) {
    const [x, right, up] = await seen(frame);
    assert.ok(Math.abs(x - (frame + 1)) < 1e-3, `it is at ${x}`);
    assert.ok(Math.hypot(right, up) < 0.2, `frame ${frame}: seen at ${right} ${up}`);
  }
  await page.keyboard.press('l');  // stays behind
  assert.ok(Math.abs((await seen(0))[1]) > 2);
  await page.keyboard.press('f');
  const [, right, up] = await seen(0);
  assert.ok(Math.hypot(right, up) < 0.1, `fitted: seen at ${right} ${up}`);
  assert.deepEqual(complaints, []);
  await page.close();
}

// 10,000 hairs of 12 points that sway, each in its own way, for 100 frames.
async function many() {
  const hairs = 10000, points = 12, frames = 100;
  let seed = 1;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const made = Array.from({ length: hairs }, () => ({
    x: random(), z: random(), a: 6 * random(), b: 6 * random(), f: 0.05 + 0.2 * random(), s: 0.02 + 0.05 * random(), c: 5 + 20 * random(),
  }));
  const indices = Array.from({ length: hairs * points }, (_, i) => i);
  const topology = `"topology",["pointref",["indices",[${indices}]]]`;
  const run1 = (n) => `[["type","run","runtype","Poly","varyingfields",["vertex"],"uniformfields",{"closed":false}],[${Array.from({ length: n }, (_, i) => `[[${Array.from({ length: points }, (_, k) => i * points + k)}]]`)}]]`;
  const primitives = `"primitives",[${run1(hairs)}]`;
  for (let f = 1; f <= frames; ++f) {
    const tuples = [];
    for (const h of made)
      for (let k = 0; k < points; ++k) {
        const u = k / (points - 1), sway = h.s * u * u;
        tuples.push(`[${(h.x + sway * Math.sin(h.f * f + h.a) + 0.01 * Math.sin(h.c * u)).toFixed(6)},${(0.3 * u).toFixed(6)},${(h.z + sway * Math.cos(1.3 * h.f * f + h.b) + 0.01 * Math.cos(h.c * u)).toFixed(6)}]`);
      }
    fs.writeFileSync(at(`many.${String(f).padStart(4, '0')}.geo`),
      `["fileversion","18.5.0","hasindex",false,"pointcount",${hairs * points},"vertexcount",${hairs * points},"primitivecount",${hairs},"info",{},${topology},` +
      `"attributes",["pointattributes",[[["scope","public","type","numeric","name","P","options",{}],["size",3,"storage","fpreal32","values",["size",3,"storage","fpreal32","tuples",[${tuples}]]]]]],${primitives}]`);
  }
  run('view', at('many.$F4.geo'), '-o', at('many.html'));
  const size = fs.statSync(at('many.html')).size / 1e6;
  assert.ok(size < 60, `${size} MB`);
  const { page, complaints, seconds } = await open(at('many.html'));
  assert.equal(await page.evaluate(() => window.tendril.cache.places.length), frames);
  assert.ok(await page.evaluate(() => window.tendril.draws()) <= 2);
  await page.waitForTimeout(500);
  await page.screenshot({ path: at('many.png') });
  assert.deepEqual(complaints, []);
  console.log(`10,000 hairs, 100 frames: ${size.toFixed(1)} MB, loads in ${seconds.toFixed(2)} s`);
  await page.close();
}

try {
  await bridge();
  await flight();
  await many();
  console.log('page: everything holds');
} finally {
  await browser.close();
  if (!keep) fs.rmSync(folder, { recursive: true, force: true });
}
