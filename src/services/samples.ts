import { queryOptions } from '@tanstack/react-query';
import { hookIds } from '../engine/model/hooks.ts';
import { type EngineClient, ProblemError } from '../worker/connect.ts';
import type { Opened, Rule } from '../worker/protocol.ts';
import { fetchSampleFile } from './sample-files.ts';

/** A recording that comes with the page. */
export interface Sample {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly origin: string;
  readonly licence: string;
  /** File name beside the index. */
  readonly file: string;
  /** One that fires on this session. */
  readonly rule: Rule | null;
}

/** Checked by hand: the first screen waits for this, and a schema library would be larger than the list. */
function isSample(value: unknown): value is Sample {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title, about, origin, licence, file, rule } = value as { readonly [field: string]: unknown }; // every field is checked below
  const texts = [id, title, about, origin, licence, file];
  return (
    texts.every((text) => typeof text === 'string') && /^[\w.-]+$/.test(String(file)) && (rule === null || isRule(rule))
  );
}

function isRule(value: unknown): value is Rule {
  if (typeof value !== 'object' || value === null) return false;
  const { expression, hook, match } = value as { readonly [field: string]: unknown }; // every field is checked below
  const isMatch = match === null || typeof match === 'string';
  return typeof expression === 'string' && hookIds.some((known) => known === hook) && isMatch;
}

export const samplesQuery = () =>
  queryOptions({
    queryKey: ['samples'],
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    queryFn: async ({ signal }): Promise<readonly Sample[]> => {
      const index: unknown = JSON.parse(await fetchSampleFile('index.json', signal));
      if (Array.isArray(index) && index.every(isSample)) return index;
      throw new ProblemError({
        code: 'sample/malformed',
        message: 'The list of samples from the server is not valid. Reload the page, or open a session of your own.',
      });
    },
  });

/** Opens the sample's text in the engine, once. */
export const sampleSourceQuery = (engine: EngineClient, { id, file }: Pick<Sample, 'id' | 'file'>) =>
  queryOptions({
    queryKey: ['sample', id],
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    queryFn: ({ signal }): Promise<Opened> =>
      inTurn(engine, async () =>
        engine.open({ text: await fetchSampleFile(file, signal), name: file }, { signal, isKnown: true }),
      ),
  });

const lastOpening = new WeakMap<EngineClient, Promise<unknown>>();

/**
 * The first sample opens at once. The others wait for the one before and until the browser has nothing else to do: together
 * they would take the processor from what the page shows first.
 */
function inTurn(engine: EngineClient, open: () => Promise<Opened>): Promise<Opened> {
  const before = lastOpening.get(engine);
  const opened = before === undefined ? open() : before.then(idle, idle).then(open);
  lastOpening.set(engine, opened);
  return opened;
}

/** A busy page does not keep a sample that the user chose waiting for longer. */
const longestWaitMs = 200;

const idle = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve);
    else requestIdleCallback(() => resolve(), { timeout: longestWaitMs });
  });
