import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const searched = (id: string, action: object) => ({ type: 'web_search_call', id, status: 'completed', action });

test('the outcome of a call that the provider ran is unknown where the call does not state it, and the report names it', () => {
  const sources = [{ type: 'url', url: 'https://example.org' }];
  const { session } = firstSession(
    JSON.stringify({
      id: 'r',
      object: 'response',
      model: 'm',
      output: [
        searched('s1', { type: 'search', query: 'news', sources }),
        searched('s2', { type: 'open_page', url: 'https://example.org' }),
        { ...searched('s3', { type: 'search', query: 'more' }), status: 'failed' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] },
      ],
    }),
  );
  expect(session.history.invocations.map(({ outcome, output }) => [outcome, output])).toEqual([
    ['successful', { sources }],
    ['successful', undefined],
    ['errored', { error: 'status: failed' }],
  ]);
  const [note, ...others] = session.notes.filter(({ code }) => code === 'import/untold-result');
  expect(note?.place).toEqual('output[1]');
  expect(note?.message).toContain('1 call that the provider ran');
  expect(others).toEqual([]);
});
