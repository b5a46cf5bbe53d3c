import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

test('a tool without an output has no result, and the trace of a case is named in the report', () => {
  const testCase = {
    name: 'test_case_0',
    input: 'How is the weather?',
    actualOutput: 'Sunny',
    toolsCalled: [
      { name: 'weather', inputParameters: { city: 'Rome' }, output: null },
      { name: 'weather', inputParameters: { city: 'Oslo' }, output: 'rain' },
    ],
    metricsData: [],
    trace: { uuid: 't', llmSpans: [], toolSpans: [] },
  };
  const { opened, session } = firstSession(JSON.stringify({ testCases: [testCase] }));
  expect(opened.importer.id).toBe('deepeval');
  expect(session.history.invocations.map(({ outcome }) => outcome)).toEqual(['no-result', 'successful']);
  expect(session.notes.map(({ code }) => code)).toContain('deepeval/trace');
});
