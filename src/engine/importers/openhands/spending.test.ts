import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const stats = (prompt_tokens: number, completion_tokens: number) => ({
  kind: 'ConversationStateUpdateEvent',
  source: 'environment',
  timestamp: '2026-01-01T00:00:00Z',
  key: 'stats',
  value: { usage_to_metrics: { default: { accumulated_token_usage: { prompt_tokens, completion_tokens } } } },
});
const action = (id: string, response: string) => ({
  kind: 'ActionEvent',
  source: 'agent',
  timestamp: '2026-01-01T00:00:00Z',
  tool_name: 'terminal',
  tool_call_id: id,
  llm_response_id: response,
  action: { kind: 'TerminalAction', command: 'ls' },
});
const observed = (id: string) => ({
  kind: 'ObservationEvent',
  source: 'environment',
  timestamp: '2026-01-01T00:00:00Z',
  tool_name: 'terminal',
  tool_call_id: id,
  observation: { content: 'a', is_error: false },
});

function spentIn(events: readonly object[]) {
  const opened = openNow(events.map((event) => JSON.stringify(event)).join('\n'));
  if (!opened.ok) throw new Error(opened.problem.message);
  const session = openEntry(opened.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { turns, tokens } = session.value.history;
  const { prompt, completion } = tokens.at(-1) ?? {};
  return { turns: turns.filter(({ kind }) => kind === 'llm').map((turn) => turn.tokens), sums: [prompt, completion] };
}

test('an answer gets the growth of the totals since they were last written', () => {
  const { turns, sums } = spentIn([stats(10, 1), stats(110, 6), action('a', 'r1'), observed('a')]);
  expect(turns).toEqual([{ prompt: 100, completion: 5 }]);
  expect(sums).toEqual([110, 6]);
});

test('tokens of an answer that is not in the file count in the sum, but for no turn', () => {
  const { turns, sums } = spentIn([
    stats(100, 5),
    action('a', 'r1'),
    observed('a'),
    stats(300, 10),
    stats(600, 20),
    action('b', 'r2'),
    observed('b'),
    stats(1000, 30),
  ]);
  expect(turns).toEqual([
    { prompt: 100, completion: 5 },
    { prompt: 300, completion: 10 },
  ]);
  expect(sums).toEqual([1000, 30]);
});

test('the tokens of an answer whose calls are apart are counted once', () => {
  const { turns, sums } = spentIn([stats(100, 5), action('a', 'r1'), observed('a'), action('b', 'r1'), observed('b')]);
  expect(turns).toEqual([
    { prompt: 100, completion: 5 },
    { prompt: 0, completion: 0 },
  ]);
  expect(sums).toEqual([100, 5]);
});
