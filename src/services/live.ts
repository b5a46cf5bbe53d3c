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

export interface AddressProblem {
  readonly message: string;
  /** How to start Contextscope so that it may connect there. */
  readonly startLine?: string;
}

/** Why the page cannot connect to an address, before it tries; null if it may. */
export function addressProblem(
  address: string,
  reachable: readonly string[],
  page: Pick<Location, 'origin' | 'protocol'>,
): AddressProblem | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return { message: 'An address begins with http:// or https://, such as http://127.0.0.1:8000/events.' };
  }
  const isHere = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  if (url.hostname === '[::1]') {
    return { message: 'Browsers cannot be allowed to connect to [::1]. Use 127.0.0.1 or localhost.' };
  }
  if (isHere || url.origin === page.origin) return null;
  if (page.protocol === 'https:' && url.protocol === 'http:') {
    return { message: `A page from https:// may not connect to http://${url.host}. Use the https:// address of it.` };
  }
  if (reachable.includes(url.origin)) return null;
  return {
    message: `The page may connect to ${url.origin} only if Contextscope was started with this option:`,
    startLine: `npm start -- --allow-origin ${url.origin}`,
  };
}

const isList = (value: unknown): value is StreamList =>
  typeof value === 'object' &&
  value !== null &&
  'streams' in value &&
  Array.isArray(value.streams) &&
  value.streams.every(isFacts) &&
  'reachable' in value &&
  Array.isArray(value.reachable) &&
  'senders' in value &&
  Array.isArray(value.senders) &&
  'unused' in value &&
  Array.isArray(value.unused);

const isFacts = (value: unknown): value is StreamFacts =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';

const unreachable = {
  code: 'live/no-server',
  message:
    'The server of this page does not receive live sessions, or it has stopped. Start Contextscope with `npm start`.',
};
