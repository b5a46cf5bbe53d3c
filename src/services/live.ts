import { queryOptions } from '@tanstack/react-query';
import { ProblemError } from '../worker/connect.ts';
import type { StreamFacts, StreamList } from '../worker/live-protocol.ts';

/** Relative, so that the page asks the server that it came from. */
const path = 'live';

/** Milliseconds after which the list of streams is read again. */
const listAgainMs = 1_500;

/** The address at which a stream's records arrive. */
export const streamAddress = (name: string): string =>
  new URL(`${path}/${encodeURIComponent(name)}`, document.baseURI).href;

/** The address that senders use, without the slash at its end. */
export const serverAddress = (): string => new URL('.', document.baseURI).href.replace(/\/$/, '');

/** The streams of the server that the page came from. */
export const streamsQuery = () =>
  queryOptions({
    queryKey: ['live streams'],
    refetchInterval: listAgainMs,
    retry: false,
    queryFn: async ({ signal }): Promise<StreamList> => {
      const response = await fetch(path, { signal, cache: 'no-store' }).catch((cause: unknown) => {
        if (signal.aborted) throw cause;
        throw new ProblemError(unreachable);
      });
      const list: unknown = response.ok ? await response.json().catch(() => null) : null;
      if (!isList(list)) throw new ProblemError(unreachable);
      return list;
    },
  });

const isList = (value: unknown): value is StreamList =>
  typeof value === 'object' &&
  value !== null &&
  'streams' in value &&
  Array.isArray(value.streams) &&
  value.streams.every(isFacts) &&
  'unused' in value &&
  Array.isArray(value.unused);

const isFacts = (value: unknown): value is StreamFacts =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';

const unreachable = {
  code: 'live/no-server',
  message:
    'The server of this page does not receive live sessions, or it has stopped. Start Contextscope with `npm start`.',
};
