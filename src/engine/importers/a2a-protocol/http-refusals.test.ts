import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const asked = (text: string) =>
  `POST /message:send HTTP/1.1\nHost: a\n\n${JSON.stringify({ message: { role: 'ROLE_USER', messageId: text, parts: [{ text }] } })}\n`;
const done = (text: string) =>
  JSON.stringify({
    task: {
      id: 't',
      contextId: 'c',
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ artifactId: 'a', parts: [{ text }] }],
    },
  });

function labels(text: string): readonly (readonly string[])[] {
  const opened = openNow(text);
  if (!opened.ok) throw new Error(opened.problem.message);
  return opened.value.entries.map((_, index) => {
    const session = openEntry(opened.value, index, systemOf);
    if (!session.ok) throw new Error(session.problem.message);
    return session.value.history.turns.map(({ label }) => label);
  });
}

test('a request that a gateway refused fails, and the next request of the transcript is read', () => {
  const transcript = `${asked('one')}HTTP/1.1 503 Service Unavailable\nRetry-After: 20\n\nupstream  error\n${asked('two')}HTTP/1.1 200 OK\n\n${done('yes')}\n`;
  expect(labels(transcript)).toEqual([
    ['one', 'upstream error (503)'],
    ['two', 'yes'],
  ]);
});

test('a refusal without a body at the end of a transcript is shown with its status text', () => {
  expect(labels(`${asked('one')}HTTP/1.1 502 Bad Gateway\n`)).toEqual([['one', 'Bad Gateway (502)']]);
});

test('an HTTP error whose body is a protocol error is shown once, with the protocol’s message', () => {
  const error = JSON.stringify({ error: { code: 404, status: 'NOT_FOUND', message: 'no such task' } });
  expect(labels(`${asked('one')}HTTP/1.1 404 Not Found\n\n${error}\n`)).toEqual([['one', 'no such task (404)']]);
});

test('a refusal is also read from recorded HTTP', () => {
  const request = asked('one').trimEnd();
  const response = 'HTTP/1.1 500 Internal Server Error\n\n<html>oops</html>';
  const recorded = `httprr trace v1\n${request.length} ${response.length}\n${request}${response}`;
  expect(labels(recorded)).toEqual([['one', '<html>oops</html> (500)']]);
});
