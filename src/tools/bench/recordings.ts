import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readDocument } from '../../engine/readers/read-document.ts';
import { closeSession, openSession } from './bench.ts';
import { fastest, ms, ratio } from './measure.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Large recordings are beside the checkout if this machine has them; otherwise the importers' fixtures are used. */
const folders = [join(root, '../shared/sessions'), join(root, 'src/engine/importers')];

const largest = 10;
const runs = 15;

/** A row for each of the largest recordings: its first session opened, against `JSON.parse` of the same text in the same run. */
export async function recordingTable(): Promise<readonly string[]> {
  const folder = folders.find((one) => existsSync(one)) ?? root;
  const files = filesIn(folder)
    .map((path) => ({ path, bytes: statSync(path).size }))
    .toSorted((a, b) => b.bytes - a.bytes);
  const rows: string[] = [];
  for (const { path, bytes } of files) {
    if (rows.length === largest) break;
    const row = await rowOf(readFileSync(path, 'utf8'), bytes);
    if (row !== undefined) rows.push(`${row}  ${relative(folder, path)}`);
  }
  return [
    `${'MB'.padStart(6)} ${'parse'.padStart(9)} ${'open'.padStart(9)} ${'ratio'.padStart(8)} ${'held'.padStart(9)}`,
    ...rows,
  ];
}

/** Undefined for a file that is no recording. */
async function rowOf(text: string, bytes: number): Promise<string | undefined> {
  const document = readDocument(text);
  if (!document.ok) return undefined;
  const before = heldBytes();
  const session = await openSession(text).catch(() => undefined);
  if (session === undefined) return undefined;
  const held = heldBytes() - before;
  await closeSession(session);
  const parse = await fastest(runs, () => parsed(text, document.value.syntax));
  const open = await fastest(runs, async () => closeSession(await openSession(text)));
  return [
    (bytes / 1e6).toFixed(1).padStart(6),
    ms(parse).padStart(9),
    ms(open).padStart(9),
    ratio(open / parse).padStart(8),
    `${(held / 1e6).toFixed(1)} MB`.padStart(9),
  ].join(' ');
}

/** The baseline: `JSON.parse`, or the reader alone for a text that is not JSON. */
function parsed(text: string, syntax: string): unknown {
  try {
    if (syntax === 'json') return JSON.parse(text);
    if (syntax === 'jsonl')
      return text.split('\n').map((line): unknown => (line.trim() === '' ? null : JSON.parse(line)));
  } catch {
    // JSON that had to be repaired.
  }
  return readDocument(text);
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(?:jsonl?|traj|af|log|txt|py)$/.test(entry.name))
    .filter(({ name }) => !name.endsWith('.outline.txt'))
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Measured after garbage collection. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
  return process.memoryUsage().heapUsed;
}
