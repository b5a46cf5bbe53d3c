import { pause, type Receive, reconnecting } from '../../receiving.ts';
import { recordsOf } from '../../record-texts.ts';
import { answerOf, isHtml } from '../../web.ts';

/**
 * Reads an address again and again. A list or a text that continues the earlier one is appended to, anything else
 * replaces it. `no-cache` lets the browser ask with the ETag, so that what has not changed is not sent.
 */
export const receivePolled: Receive<'polled'> = ({ address, everyMs }, handlers, signal) => {
  let body: string | null = null;
  let records: readonly string[] = [];
  return reconnecting(handlers, signal, async (succeeded) => {
    while (!signal.aborted) {
      const answer = await answerOf(
        address,
        { headers: { Accept: 'application/json, */*;q=0.5' }, cache: 'no-cache' },
        signal,
      );
      if (!answer.ok) return { kind: 'broken', why: answer.problem };
      if (answer.value.status === 410) return { kind: 'ended' };
      const text = await textOf(answer.value);
      if (text === null) return { kind: 'broken' };
      const { host } = new URL(address);
      if (isHtml(text)) return { kind: 'broken', why: `${host} sends a page of HTML here, not JSON. Check the path.` };
      succeeded();
      handlers.state('connected');
      if (text !== body) {
        const next = recordsOf(text);
        const goesOn = body !== null && records.length > 0 && records.every((record, index) => record === next[index]);
        const isNew = body !== null;
        if (!goesOn && records.length + next.length > 0) handlers.record('replace', next[0] ?? '', isNew);
        for (const record of next.slice(goesOn ? records.length : 1)) handlers.record('append', record, isNew);
        handlers.facts({ dropped: 0, lastRecord: Date.now() });
        body = text;
        records = next;
      }
      await pause(everyMs, signal);
    }
    return { kind: 'broken' };
  });
};

/** Null if the connection broke. */
async function textOf(response: Response): Promise<string | null> {
  try {
    return await response.text();
  } catch {
    return null;
  }
}
