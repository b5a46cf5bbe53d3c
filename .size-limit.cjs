/**
 * Size budgets of the built page, compressed. What the page loads before anything else is read from dist/index.html, so
 * that a script split in two still counts whole. The engine holds five context systems, the readers and CEL.
 */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const page = readFileSync(join(__dirname, 'dist/index.html'), 'utf8');
const atOnce = [...page.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+\.js)"/g)].map(([, file]) => `dist/${file}`);

module.exports = [
  { name: 'page script, before Monaco', path: atOnce, gzip: true, limit: '150 kB' },
  { name: 'engine, loads beside the page', path: 'dist/assets/worker-*.js', gzip: true, limit: '100 kB' },
  { name: 'Monaco, loads beside the page', path: 'dist/assets/monaco*.js', gzip: true, limit: '900 kB' },
];
