import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

// https://ai.google.dev/gemini-api/docs/code-execution
test('code that the model ran is a call with its result, in one answer', () => {
  const parts = [
    { executableCode: { language: 'PYTHON', code: '1/0' } },
    { codeExecutionResult: { outcome: 'OUTCOME_FAILED', output: 'ZeroDivisionError' } },
    { executableCode: { language: 'PYTHON', code: 'print(1)' } },
    { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
    { text: 'It is 1.' },
  ];
  const answer = { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }], modelVersion: 'm' };
  for (const value of [
    answer,
    {
      contents: [
        { role: 'user', parts: [{ text: 'go' }] },
        { role: 'model', parts },
      ],
    },
  ]) {
    const { opened, session } = firstSession(JSON.stringify(value));
    expect(opened.importer.id).toBe('gemini-api');
    const calls = session.history.invocations.map(({ function: name, outcome, output }) => [name, outcome, output]);
    expect(calls).toEqual([
      ['code_execution', 'errored', { error: 'ZeroDivisionError' }],
      ['code_execution', 'successful', '1'],
    ]);
    expect(session.history.turns.findLast(({ kind }) => kind === 'llm')?.text).toBe('It is 1.');
  }
});
