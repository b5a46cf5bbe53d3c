import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const contentOf = (text: string, role = 'user') => ({ role, parts: [{ text }] });
const invocation = (
  id: string,
  question: string,
  answer: string,
  intermediate_data: unknown,
  creation_timestamp: number,
) => ({
  invocation_id: id,
  user_content: contentOf(question),
  final_response: contentOf(answer, 'model'),
  intermediate_data,
  creation_timestamp,
});
const call = { id: 'c1', name: 'roll', args: { sides: 6 } };
const result = (eval_id: string) => ({
  eval_set_id: 'dice',
  eval_id,
  final_eval_status: 2,
  overall_eval_metric_results: [{ metric_name: 'response_match_score', score: 0.4, eval_status: 2 }],
  eval_metric_result_per_invocation: [
    {
      actual_invocation: invocation(
        'e1',
        'Roll a die.',
        'A four.',
        {
          invocation_events: [
            { author: 'roller', content: { role: 'model', parts: [{ function_call: call }] } },
            {
              author: 'roller',
              content: {
                role: 'user',
                parts: [{ function_response: { id: 'c1', name: 'roll', response: { result: 4 } } }],
              },
            },
          ],
        },
        1_760_000_000,
      ),
      expected_invocation: invocation('x1', 'Roll a die.', 'A six.', { tool_uses: [call] }, 0),
      eval_metric_results: [{ metric_name: 'response_match_score', score: 0.4, eval_status: 2 }],
    },
    { actual_invocation: invocation('e2', 'Again.', '', { tool_uses: [call] }, 1_760_000_009) },
  ],
  session_id: 's',
  user_id: 'u',
  session_details: null,
});
const results = (...cases: readonly unknown[]) => ({
  eval_set_result_id: 'r',
  eval_set_id: 'dice',
  eval_case_results: cases,
});

function openResult(value: unknown, entry = 0) {
  const source = openNow(JSON.stringify(value));
  if (!source.ok) throw new Error(source.problem.message);
  const read = openEntry(source.value, entry, systemOf);
  if (!read.ok) throw new Error(read.problem.message);
  const { session, history, notes, document, sources } = read.value;
  const recorded = history.turns.filter(({ kind }) => kind !== 'snapshot');
  for (const { event } of recorded) expect(document.locate(sources.at(event) ?? ['nowhere'])).not.toBeNull();
  return {
    importer: source.value.importer.id,
    titles: source.value.entries.map(({ title }) => title),
    header: session.header,
    labels: history.turns.map(({ kind, label }) => `${kind} ${label}`),
    at: history.turns[0]?.at,
    outputs: history.invocations.map(({ output }) => output),
    codes: notes.map(({ code }) => code),
  };
}

test('the results of an evaluation without a session are read from the agent’s invocations', () => {
  const { importer, titles, labels, outputs, at, header, codes } = openResult(results(result('one'), result('two')));
  expect([importer, titles]).toEqual(['adk-evalset', ['one', 'two']]);
  expect(labels.slice(0, 4)).toEqual(['input Roll a die.', 'llm plan: roll', 'capability roll', 'llm A four.']);
  expect(labels[4]).toBe('input Again.');
  expect(outputs[0]).toEqual({ result: 4 });
  expect(at).toBe('2025-10-09T08:53:20Z');
  expect(header).toMatchObject({ recording: { final_eval_status: 2 } });
  expect(codes).toContain('adk-evalset/expected');
});

test('a single result is read, and a result without invocations gets a note', () => {
  expect(openResult(result('one')).labels[0]).toBe('input Roll a die.');
  const empty = { ...result('none'), eval_metric_result_per_invocation: [] };
  expect(openResult(results(result('one'), empty), 1)).toMatchObject({ labels: ['snapshot the snapshot'] });
  expect(openResult(results(result('one'), empty), 1).codes).toContain('adk-evalset/no-conversation');
});

test('if only some results kept their session, none is left out', () => {
  const session_details = {
    id: 's',
    app_name: 'dice',
    user_id: 'u',
    events: [{ author: 'user', invocation_id: 'e1', content: contentOf('Roll a die.') }],
  };
  const kept = { ...result('one'), session_details };
  expect(openResult(results(kept, kept))).toMatchObject({ importer: 'adk-session' });
  expect(openResult(results(kept, result('two')))).toMatchObject({ importer: 'adk-evalset', titles: ['one', 'two'] });
});
