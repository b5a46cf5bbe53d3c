import { type AttachDeps, attachTo } from '../panels/attachLive.ts';
import { streamAddress, streamsQuery } from '../services/live.ts';

/** What another page sends with `postMessage`. docs/attach.md describes it. */
interface SentRecords {
  readonly contextscope: 'records';
  readonly name: string;
  /** A string is sent as it is, any other value as JSON. */
  readonly records: readonly unknown[];
  /** These records take the place of all before them. */
  readonly replace?: boolean;
}

interface SentEnd {
  readonly contextscope: 'end';
  readonly name: string;
}

/**
 * Receives records from pages that open or embed this one, if the server was started with `--allow` and their origin. They
 * go to the server as those of other programs do, so they are kept there, and other tabs can attach to them.
 */
export async function receiveFromPages(deps: AttachDeps): Promise<void> {
  const { senders } = await deps.queries.fetchQuery(streamsQuery());
  if (senders.length === 0) return;
  const attached = new Set<string>();
  let sent = Promise.resolve();
  window.addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
    if (!senders.includes(origin) || !isSent(data)) return;
    // One after the other, so that the records stay in order.
    sent = sent.then(async () => {
      const answer = await passOn(data);
      source?.postMessage({ ...answer, name: data.name }, { targetOrigin: origin });
      if (answer.contextscope === 'refused' || attached.has(data.name)) return;
      attached.add(data.name);
      attachTo(deps, { kind: 'relay', address: streamAddress(data.name) }, data.name);
    });
  });
  // Any page may learn that this page listens: the message says nothing else.
  for (const other of [window.opener as Window | null, window.parent])
    // the DOM's types leave the opener open
    if (other !== window) other?.postMessage({ contextscope: 'ready' }, '*');
}

type Answer =
  | { readonly contextscope: 'accepted'; readonly records: number }
  | { readonly contextscope: 'refused'; readonly reason: string };

async function passOn(data: SentRecords | SentEnd): Promise<Answer> {
  const records = data.contextscope === 'end' ? [] : data.records;
  try {
    const body = records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record))).join('\n');
    const method = data.contextscope === 'end' ? 'DELETE' : data.replace === true ? 'PUT' : 'POST';
    const response = await fetch(streamAddress(data.name), { method, ...(method !== 'DELETE' && { body }) });
    if (response.ok) return { contextscope: 'accepted', records: records.length };
    return { contextscope: 'refused', reason: (await response.text()).trim() };
  } catch (cause) {
    // The server has stopped, or a value is not valid in JSON.
    return { contextscope: 'refused', reason: String(cause) };
  }
}

function isSent(data: unknown): data is SentRecords | SentEnd {
  if (typeof data !== 'object' || data === null || !('contextscope' in data)) return false;
  if (!('name' in data) || typeof data.name !== 'string' || data.name === '') return false;
  if (data.contextscope === 'end') return true;
  return data.contextscope === 'records' && 'records' in data && Array.isArray(data.records);
}
