import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { check } from 'recheck';
import { root } from '../setup/run.ts';

export interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** Null where the time to match grows with the text's length; else what is wrong, with a text that shows it. */
export type Fault = string | null;

const cacheFile = resolve(root, 'node_modules/.cache/expressions.json');
const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string }; // a package's own file

const keyOf = ({ source, flags }: Pattern): string => `${version} /${source}/${flags}`;

/** What the checker finds of each pattern. Answers are kept between runs; a run that starts without any takes half a minute. */
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

/** Nothing in it is repeated without an end or a few times: each start takes a fixed number of steps. */
function isPlain({ source }: Pattern): boolean {
  return !/[*+{]/.test(source);
}

/**
 * Steps are counted and no clock is read, but for the last limit: a loaded machine finds what an idle one does. More than 5000
 * steps for a character of the longest text are too many.
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
  // `d` changes what is told of a match, not how it is found; the checker does not know it.
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
    return []; // No run before this one, or one that was cut off: all patterns are judged again.
  }
}

function writeCache(judged: readonly (readonly [string, Fault])[]): void {
  mkdirSync(dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, JSON.stringify(Object.fromEntries(judged)));
}
