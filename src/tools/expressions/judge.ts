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

const cacheFile = resolve(root, 'node_modules/.cache/expressions.json');
const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string }; // a package's own file

const keyOf = ({ source, flags }: Pattern): string => `${version} /${source}/${flags}`;

/** The checker's result for each pattern. Results are kept between runs; a run without any takes half a minute. */
export async function judge(patterns: readonly Pattern[]): Promise<ReadonlyMap<Pattern, Fault>> {
  const kept = new Map<string, Fault>(readCache());
  const judged = new Map<string, Fault>();
  const unknown = new Map<string, Pattern>();
  for (const pattern of patterns) {
    const key = keyOf(pattern);
    const known = isPlain(pattern) ? null : kept.get(key);
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
    writeCache([...kept, ...judged].filter(([, fault]) => fault === null || !fault.startsWith('unknown')));
  return new Map(patterns.map((pattern) => [pattern, judged.get(keyOf(pattern)) ?? null]));
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

function readCache(): [string, Fault][] {
  try {
    return Object.entries(JSON.parse(readFileSync(cacheFile, 'utf8')) as Record<string, Fault>); // written below
  } catch {
    return []; // No earlier run, or one that was cut off: all patterns are judged again.
  }
}

function writeCache(judged: readonly (readonly [string, Fault])[]): void {
  mkdirSync(dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, JSON.stringify(Object.fromEntries(judged)));
}
