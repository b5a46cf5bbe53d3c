import type { QueryClient } from '@tanstack/react-query';
import type { SourceId } from '../worker/protocol.ts';
import { ProblemError } from '../worker/connect.ts';

/** A recording named in the page's address: `?src=ADDRESS`, relative to the page or on another host. */
export interface Addressed {
  readonly address: string;
  /** Its id in links; the same in every tab that has this address. */
  readonly source: SourceId;
}

export const addressedIn = (search: string): readonly Addressed[] =>
  new URLSearchParams(search).getAll('src').map((address, index) => ({ address, source: `src${index}` }));

/** Of the query that opens all of them. */
export const addressedKey = ['addressed'] as const;

/** Resolves when the recordings of the page's address are open, or were refused. */
export const whenAddressedAreOpen = async (queries: QueryClient): Promise<void> => {
  await queries.getQueryCache().find({ queryKey: addressedKey })?.promise;
};

/** Reads a recording from its address. Rejects with a `ProblemError`. */
export async function fetchAddressed(address: string, page: string): Promise<File> {
  const url = URL.canParse(address, page) ? new URL(address, page) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw problem(`“${address}” is no address of a file: give a path on this server, or one that begins with http`);
  }
  const isOwn = url.origin === new URL(page).origin;
  const response = await fetch(url).catch(() => {
    throw problem(
      isOwn
        ? `${url.pathname} could not be read, because the server does not answer: start it again`
        : `${url.href} could not be read. The page connects to another host only if the server was started with --allow-origin ${url.origin}, and that host must allow this page. Or download the file and open it here`,
    );
  });
  if (!response.ok) throw problem(`${url.href} could not be read (status ${response.status}): check the address`);
  return new File([await response.blob()], nameOf(url));
}

function nameOf({ pathname, host }: URL): string {
  const last = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || host;
  } catch {
    // An invalid percent encoding: the name as it is written.
    return last;
  }
}

const problem = (sentence: string) => new ProblemError({ code: 'address/unreadable', message: `${sentence}.` });
