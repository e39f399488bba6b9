// Bundles the page: node build.mjs MODULES OUT. MODULES: the folder of node_modules.
import { createRequire } from 'node:module';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [modules, out] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const require = createRequire(path.join(path.resolve(modules), 'package.json'));
const esbuild = require('esbuild');
const result = await esbuild.build({
  entryPoints: [path.join(here, 'src/main.js')],
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2020',
  legalComments: 'inline',
  nodePaths: [path.join(path.resolve(modules), 'node_modules')],
  write: false,
});
const script = result.outputFiles[0].text.replaceAll('</script', '<\\/script');
const style = fs.readFileSync(path.join(here, 'src/style.css'), 'utf8');
const page = fs.readFileSync(path.join(here, 'src/page.html'), 'utf8')
  .replace('/*style*/', () => style)
  .replace('/*script*/', () => script);
fs.mkdirSync(path.dirname(out), { recursive: true });
fs.writeFileSync(out, page);
