import { type StreamHandlers, type Receive, reconnecting } from '../../receiving.ts';
import { recordsOf } from '../../record-texts.ts';
import { answerOf, readEvents } from '../../web.ts';

/** Sent by many model servers as the last event. */
const lastData = '[DONE]';

/**
 * Receives server-sent events of any address: the data of each is a record. When the connection breaks it is made again
 * after the last id; a server without ids that begins again is skipped as far as its records are known.
 */
export const receiveEvents: Receive<'events'> = ({ address }, handlers, signal) => {
  const received = recordsOnce(handlers);
  let lastId = '';
  let sendsId = true;
  let retryMs = 0;
  return reconnecting(handlers, signal, async (succeeded) => {
    const headers = { Accept: 'text/event-stream', ...(lastId !== '' && sendsId && { 'Last-Event-ID': lastId }) };
    const answer = await answerOf(address, { headers, cache: 'no-store' }, signal);
    if (!answer.ok) {
      // Another origin may refuse the header alone, so it is left out every second time.
      sendsId = !sendsId;
      return { kind: 'broken', why: answer.problem };
    }
    const response = answer.value;
    if (response.status === 204 || response.status === 410) return { kind: 'ended' };
    const type = response.headers.get('content-type') ?? '';
    if (!type.startsWith('text/event-stream')) {
      await response.body?.cancel();
      return { kind: 'broken', why: noEvents(address, type) };
    }
    handlers.state('connected');
    if (!('Last-Event-ID' in headers)) received.fromStart();
    sendsId = true;
    let isEnded = false;
    try {
      await readEvents(
        response,
        ({ id, data }) => {
          succeeded();
          lastId = id ?? lastId;
          if (data.trim() === lastData) isEnded = true;
          else for (const record of recordsOf(data)) received.add(record);
        },
        (milliseconds) => (retryMs = milliseconds),
      );
    } catch (cause) {
      // The connection broke.
      if (!signal.aborted && !(cause instanceof TypeError)) throw cause;
    }
    return isEnded ? { kind: 'ended' } : { kind: 'broken', retryMs };
  });
};

/** Adds each record once, also when a server sends those from its start again. */
function recordsOnce({ record, facts }: StreamHandlers) {
  const known: string[] = [];
  /** How many records of those that are sent again were known; null when all that arrives is new. */
  let again: number | null = null;
  return {
    fromStart: () => void (again = 0),
    add(text: string): void {
      if (again !== null && again < known.length) {
        if (text === known[again]) {
          again += 1;
          return;
        }
        if (again > 0) {
          known.length = again;
          record('replace', known.join(''), true);
        }
      }
      again = null;
      known.push(text);
      record('append', text, true);
      facts({ dropped: 0, lastRecord: Date.now() });
    },
  };
}

function noEvents(address: string, type: string): string {
  const { host } = new URL(address);
  if (type.startsWith('text/html')) return `${host} sends a page of HTML here, not server-sent events. Check the path.`;
  if (type.includes('json'))
    return `${host} sends JSON here, not server-sent events. Attach to it as JSON that is read again.`;
  return `${host} sends ${type === '' ? 'an answer without a content type' : type} here, not text/event-stream.`;
}
