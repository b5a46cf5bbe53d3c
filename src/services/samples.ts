import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { hookIds } from '../engine/model/hooks.ts';
import { type EngineClient, ProblemError } from '../worker/connect.ts';
import type { Opened } from '../worker/protocol.ts';

const Rule = v.object({
  expression: v.string(),
  hook: v.picklist(hookIds),
  match: v.optional(v.nullable(v.string()), null),
});

const Sample = v.object({
  id: v.string(),
  title: v.string(),
  about: v.string(),
  origin: v.string(),
  licence: v.string(),
  /** File name beside the index. */
  file: v.pipe(v.string(), v.regex(/^[\w.-]+$/)),
  /** One that fires on this session. */
  rule: v.nullable(Rule),
});

/** A recording that comes with the page. */
export type Sample = v.InferOutput<typeof Sample>;

/** Relative, so that the page works from any folder of any server. */
const folder = 'samples';

async function fetchText(file: string, signal: AbortSignal): Promise<string> {
  const problem = (why: string) =>
    new ProblemError({
      code: 'sample/unreachable',
      message: `The sample file ${file} did not come from the server (${why}). Reload the page, or open a session of your own.`,
    });
  const response = await fetch(`${folder}/${file}`, { signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw problem('no connection');
  });
  if (!response.ok) throw problem(`status ${response.status}`);
  return response.text();
}

export const samplesQuery = () =>
  queryOptions({
    queryKey: ['samples'],
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    queryFn: async ({ signal }): Promise<readonly Sample[]> => {
      const index: unknown = JSON.parse(await fetchText('index.json', signal));
      return v.parse(v.array(Sample), index);
    },
  });

/** The sample's text, given to the engine once. */
export const sampleSourceQuery = (engine: EngineClient, { id, file }: Pick<Sample, 'id' | 'file'>) =>
  queryOptions({
    queryKey: ['sample', id],
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    queryFn: async ({ signal }): Promise<Opened> =>
      engine.open({ text: await fetchText(file, signal), name: file }, { signal }),
  });
