import { type Receive, reconnecting } from '../../records.ts';
import { readEvents } from '../../web.ts';

/**
 * Receives a stream of the relay. When the connection breaks it is made again and goes on behind the last record. A relay
 * that was restarted has only what was sent since: that is added to the text, or takes its place if the sender began anew.
 */
export const receiveRelay: Receive<'relay'> = ({ address }, handlers, signal) => {
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
};

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
const timeOf = (text: unknown): number | null => (typeof text === 'string' ? Date.parse(text) || null : null);
