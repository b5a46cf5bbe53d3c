import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { check } from 'recheck';
import { root } from '../setup/run.ts';

export interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** Null when the matching time is linear in the text's length; else a sentence with a text that is slow. */
export type Fault = string | null;

const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string }; // a package's own file

const keyOf = ({ source, flags }: Pattern): string => `${version} /${source}/${flags}`;

/** What is known from earlier runs. */
interface Known {
  /** Results of this machine's runs. */
  readonly cacheFile: string;
  /**
   * A digest of every pattern of the sources that was found to be linear, one a line: to judge them all takes more than a
   * minute.
   */
  readonly recordFile: string;
  /** A run with a seed, as for each commit, judges a tenth of the recorded patterns again, another one each time. */
  readonly seed: number | null;
}

const { FUZZ_SEED } = process.env;
const usual: Known = {
  cacheFile: resolve(root, 'node_modules/.cache/expressions.json'),
  recordFile: resolve(root, 'src/tools/expressions/judged.txt'),
  seed: FUZZ_SEED === undefined ? null : Number(FUZZ_SEED),
};

const digestOf = (pattern: Pattern): string =>
  createHash('sha256').update(keyOf(pattern)).update(JSON.stringify(limits)).digest('hex').slice(0, 16);

const isDue = (digest: string, seed: number | null): boolean =>
  seed !== null && Number.parseInt(digest.slice(0, 6), 16) % 10 === seed % 10;

/** The checker's result for each pattern. Results are kept between runs. */
export async function judge(
  patterns: readonly Pattern[],
  { cacheFile, recordFile, seed }: Known = usual,
): Promise<ReadonlyMap<Pattern, Fault>> {
  const kept = new Map<string, Fault>(readCache(cacheFile));
  const recorded = new Set(readFileSync(recordFile, 'utf8').split('\n'));
  const judged = new Map<string, Fault>();
  const unknown = new Map<string, Pattern>();
  for (const pattern of patterns) {
    const key = keyOf(pattern);
    const digest = digestOf(pattern);
    const isLinear = isPlain(pattern) || (recorded.has(digest) && !isDue(digest, seed));
    const known = isLinear ? null : kept.get(key);
    if (known === undefined) unknown.set(key, pattern);
    else judged.set(key, known);
  }
  const queue = [...unknown];
  await Promise.all(
    Array.from({ length: 2 }, async () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        const [key, pattern] = next;
        judged.set(key, await faultOf(pattern));
      }
    }),
  );
  if (unknown.size > 0)
    writeCache(
      cacheFile,
      [...kept, ...judged].filter(([, fault]) => fault === null || !fault.startsWith('unknown')),
    );
  return new Map(patterns.map((pattern) => [pattern, judged.get(keyOf(pattern)) ?? null]));
}

/** Records that all patterns of the sources are linear. A run with a seed records nothing. */
export function record(patterns: readonly Pattern[], { recordFile, seed }: Known = usual): void {
  if (seed !== null) return;
  const digests = new Set(patterns.filter((pattern) => !isPlain(pattern)).map(digestOf));
  writeFileSync(
    recordFile,
    [...digests]
      .toSorted()
      .map((digest) => `${digest}\n`)
      .join(''),
  );
}

/** Nothing in it repeats without limit: a match from each position takes a bounded number of steps. */
function isPlain({ source }: Pattern): boolean {
  return !/[*+{]/.test(source);
}

/**
 * The checker counts steps and reads no clock, except for the last limit, so that a loaded machine finds the same as an
 * idle one. More than 5000 steps per character of the longest text are too many.
 */
const limits = {
  attackLimit: 150_000_000,
  attackTimeout: null,
  incubationTimeout: null,
  maxAttackStringSize: 30_000,
  randomSeed: 1,
  seedingTimeout: null,
  timeout: 120_000,
} as const;

async function faultOf({ source, flags }: Pattern): Promise<Fault> {
  // `d` changes the result of a match, not the search; the checker does not know it.
  const found = await check(source, flags.replace('d', ''), limits);
  switch (found.status) {
    case 'safe':
      return null;
    case 'vulnerable':
      return `${found.complexity.summary}, as on ${found.attack.pattern}`;
    case 'unknown':
      return `unknown: ${found.error.kind}`;
  }
}

function readCache(cacheFile: string): [string, Fault][] {
  try {
    return Object.entries(JSON.parse(readFileSync(cacheFile, 'utf8')) as Record<string, Fault>); // written below
  } catch {
    return []; // No earlier run, or one that was cut off: all patterns are judged again.
  }
}

function writeCache(cacheFile: string, judged: readonly (readonly [string, Fault])[]): void {
  mkdirSync(dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, JSON.stringify(Object.fromEntries(judged)));
}
