import { type Receive, reconnecting, type StreamHandlers } from '../../receiving.ts';
import { readEvents } from '../../web.ts';

/**
 * Receives a stream of the relay. When the connection breaks it is made again and continues after the last record. A
 * relay that was restarted has only newer records: these are added to the text, or takes its place if the sender began anew.
 */
export const receiveRelay: Receive<'relay'> = ({ address }, handlers, signal) =>
  withConnection(
    address,
    () => handlers.state('queued'),
    signal,
    () => receiveAll(address, handlers, signal),
  );

function receiveAll(address: string, handlers: StreamHandlers, signal: AbortSignal): Promise<string | undefined> {
  let lastId: string | undefined;
  return reconnecting(handlers, signal, async (succeeded) => {
    let isCaughtUp = false;
    try {
      const headers = lastId === undefined ? undefined : { 'Last-Event-ID': lastId };
      const response = await fetch(address, { ...(headers && { headers }), signal, cache: 'no-store' });
      if (response.status >= 400 && response.status < 500) {
        return { kind: 'refused', why: (await response.text()).trim().slice(0, 500) };
      }
      if (!response.ok) return { kind: 'broken' };
      handlers.state('connected');
      await readEvents(response, ({ id, event, data }) => {
        succeeded();
        const content: unknown = JSON.parse(data);
        if (event === 'state') {
          isCaughtUp = true;
          handlers.state(fieldOf(content, 'isEnded') === true ? 'ended' : 'connected');
          handlers.facts({
            dropped: Number(fieldOf(content, 'dropped') ?? 0),
            deleted: Number(fieldOf(content, 'deleted') ?? 0),
            lastRecord: timeOf(fieldOf(content, 'lastRecord')),
          });
        } else if ((event === 'append' || event === 'replace') && typeof content === 'string') {
          handlers.record(event, content, isCaughtUp);
        }
        lastId = id ?? lastId;
      });
    } catch (cause) {
      // The network failed, or the server is gone. A bug, such as an event that is no JSON, is thrown.
      if (!signal.aborted && !(cause instanceof TypeError)) throw cause;
    }
    return { kind: 'broken' };
  });
}

/** A browser has six connections to one server, for all of its tabs. The rest is for pages that are opened and their questions. */
const maxConnections = 4;

/**
 * Runs `use`, which keeps a connection open, as soon as fewer than `maxConnections` are open in all tabs, or not at all if
 * `signal` aborts before. `waits` is called if it has to wait. Locks are shared by the tabs, and released when a tab closes.
 */
async function withConnection<T>(
  address: string,
  waits: () => void,
  signal: AbortSignal,
  use: () => Promise<T>,
): Promise<T | undefined> {
  // Node has no locks and no such limit; browsers have none for pages of plain http from another machine.
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return use();
  const { locks } = navigator;
  const names = Array.from(
    { length: maxConnections },
    (_, number) => `live connection ${number} to ${new URL(address).origin}`,
  );
  const { held = [] } = await locks.query();
  if (names.every((name) => held.some((lock) => lock.name === name))) waits();
  const taken = new AbortController();
  let used: Promise<T> | undefined;
  const requests = names.map((name) =>
    locks.request(name, { signal: AbortSignal.any([signal, taken.signal]) }, () => {
      // Two locks may have become free at once.
      if (used !== undefined) return undefined;
      used = use();
      taken.abort();
      return used;
    }),
  );
  // The other requests fail because they are no longer wanted.
  await Promise.allSettled(requests);
  return used;
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
const timeOf = (text: unknown): number | null => (typeof text === 'string' ? Date.parse(text) || null : null);
