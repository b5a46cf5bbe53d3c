import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const requestBody = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'add 2 and 3' }] }] });

/** One call of a model, with the status and the body that came back. */
function exchange(head: string, body: string): string {
  const request = `POST https://host/v1beta/models/gemini-3:generateContent HTTP/1.1\r\nHost: host\r\n\r\n${requestBody}`;
  const response = `${head}\r\n\r\n${body}`;
  return `${request.length} ${response.length}\n${request}${response}`;
}

const answer = JSON.stringify({ candidates: [{ content: { role: 'model', parts: [{ text: '5' }] } }] });

test.each([
  ['a gateway’s own words', 'HTTP/2.0 503 Service Unavailable', 'upstream  error', '[HTTP 503: upstream error]'],
  ['no body', 'HTTP/1.1 500 Internal Server Error', '', '[HTTP 500: Internal Server Error]'],
  [
    'an error of Gemini',
    'HTTP/2.0 429 Too Many Requests',
    JSON.stringify({ error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota' } }),
    '[RESOURCE_EXHAUSTED: Quota]',
  ],
])('a call that is answered by a 4xx or 5xx with %s failed, and the next one continues', (_, head, body, label) => {
  const opened = openNow(`httprr trace v1\n${exchange(head, body)}${exchange('HTTP/2.0 200 OK', answer)}`);
  const session = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
  if (!session.ok) throw new Error(session.problem.message);
  const { turns } = session.value.history;
  expect(turns.map((turn) => [turn.kind, turn.label, turn.answers])).toEqual([
    ['input', 'add 2 and 3', false],
    ['llm', label, false],
    ['llm', '5', true],
  ]);
});
