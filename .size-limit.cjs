/**
 * Size budgets of the built page, compressed. What the page loads before anything else is read from dist/index.html, so
 * that a script split in two still counts whole. The engine's first scripts hold CEL, whose functions and checks all have to be
 * there when the first rule is judged: calls cannot wait for a script. The readers and the claims of all importers come with the
 * first recording.
 */
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const page = readFileSync(join(__dirname, 'dist/index.html'), 'utf8');
const atOnce = [...page.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+\.js)"/g)].map(([, file]) => `dist/${file}`);

/** A script with all that it imports by name; what it asks for later is not among it. */
function withImports(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  const script = readFileSync(join(__dirname, 'dist/assets', name), 'utf8');
  for (const [, inner] of script.matchAll(/(?:^|[;}\n])(?:import|export)\b[^"'();]*["']\.\/([^"']+\.js)["']/g)) {
    withImports(inner, found);
  }
  return found;
}

const built = readdirSync(join(__dirname, 'dist/assets'));
const scripts = (...names) =>
  built.filter((file) => names.some((name) => new RegExp(`^${name}-.{8}\\.js$`).test(file)));
const first = withImports(scripts('worker')[0]);
const reading = new Set(scripts('readers-and-claims').flatMap((name) => [...withImports(name)]));
for (const name of first) reading.delete(name);
const monaco = new Set(
  scripts('textModel', 'codeEditorWidget', 'standaloneServices', 'monacoMount').flatMap((name) => [
    ...withImports(name),
  ]),
);
const panels = scripts('views');
for (const file of atOnce) monaco.delete(file.replace('dist/assets/', ''));
for (const file of panels) monaco.delete(file);
const inAssets = (names) => [...names].map((name) => `dist/assets/${name}`);

module.exports = [
  { name: 'page script, before Monaco', path: atOnce, gzip: true, limit: '150 kB' },
  { name: 'panels of the first screen, load beside the page', path: inAssets(panels), gzip: true, limit: '90 kB' },
  { name: 'engine, loads beside the page', path: inAssets(first), gzip: true, limit: '115 kB' },
  { name: 'readers and claims, load before the first recording', path: inAssets(reading), gzip: true, limit: '125 kB' },
  { name: 'Monaco, loads beside the page', path: inAssets(monaco), gzip: true, limit: '900 kB' },
  {
    name: 'page in one file, before a session is put into it',
    path: 'dist/single.html',
    gzip: false,
    brotli: false,
    limit: '2 MB',
  },
];
