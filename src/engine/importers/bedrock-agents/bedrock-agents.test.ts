import { describe, expect, test } from 'vitest';
import { readDocument } from '../../readers/read-document.ts';
import { firstSession } from '../../testing.ts';
import { bedrockAgents } from './index.ts';

/** Parts of an answer of `invoke_agent`, in the form of `TracePart`. */
const part = (traceId: string, step: string, facts: object, more: object = {}) => ({
  trace: {
    agentId: 'MAIN',
    eventTime: '2026-03-02T09:14:03Z',
    trace: { orchestrationTrace: { [step]: { traceId, ...facts } } },
    ...more,
  },
});

const prompt = (id: string, text: string, more?: object) =>
  part(id, 'modelInvocationInput', { text: JSON.stringify({ messages: [{ role: 'user', content: text }] }) }, more);
const answer = (id: string, more?: object) =>
  part(id, 'modelInvocationOutput', { metadata: { usage: { inputTokens: 10, outputTokens: 2 } } }, more);
const final = (id: string, text: string, more?: object) =>
  part(id, 'observation', { type: 'FINISH', finalResponse: { text } }, more);
const action = (id: string, name: string) =>
  part(id, 'invocationInput', { actionGroupInvocationInput: { actionGroupName: 'g', function: name } });
const acted = (id: string, text: string) => part(id, 'observation', { actionGroupInvocationOutput: { text } });
const delegate = (id: string, agent: string, text: string) =>
  part(id, 'invocationInput', {
    agentCollaboratorInvocationInput: { agentCollaboratorName: agent, input: { type: 'TEXT', text } },
  });
const delegated = (id: string, agent: string, text: string) =>
  part(id, 'observation', {
    agentCollaboratorInvocationOutput: { agentCollaboratorName: agent, output: { type: 'TEXT', text } },
  });
const search = (id: string) =>
  part(id, 'invocationInput', { knowledgeBaseLookupInput: { text: 'x', knowledgeBaseId: 'K' } });
const of = (collaboratorName: string) => ({ collaboratorName, agentId: collaboratorName });

function read(...parts: readonly object[]) {
  const { history, notes } = firstSession(JSON.stringify(parts)).session;
  return {
    kinds: history.turns.map(({ kind }) => kind),
    calls: history.invocations.map((call) => [call.function, call.outcome, call.output]),
    times: history.turns.map(({ at }) => at),
    codes: notes.map(({ code }) => code),
    labels: history.turns.map(({ label }) => label),
  };
}

test('results bind to the collaborators that they name, in any order', () => {
  const { calls, codes } = read(
    prompt('1', 'Hi'),
    answer('1'),
    delegate('1', 'Weather', 'w?'),
    delegate('1', 'News', 'n?'),
    delegated('1', 'News', 'no news'),
    delegated('1', 'Weather', 'sunny'),
    answer('2'),
    final('2', 'ok'),
  );
  expect(calls.map(([name, , output]) => [name, output])).toEqual([
    ['Weather', 'sunny'],
    ['News', 'no news'],
  ]);
  expect(codes).not.toContain('import/paired-by-order');
});

test('an observation answers a call of its kind', () => {
  const { calls } = read(
    prompt('1', 'Hi'),
    answer('1'),
    action('1', 'pay'),
    search('1'),
    part('1', 'observation', { knowledgeBaseLookupOutput: { retrievedReferences: [] } }),
    acted('1', 'paid'),
  );
  expect(calls.map(([name, , output]) => [name, output])).toEqual([
    ['pay', 'paid'],
    ['knowledge_base', []],
  ]);
});

describe('results of actions do not name them', () => {
  test('with several open actions, the result is left out and no call gets it', () => {
    const { calls, codes } = read(
      prompt('1', 'Hi'),
      answer('1'),
      action('1', 'pay'),
      action('1', 'refund'),
      acted('1', 'one'),
      acted('1', 'two'),
      final('1', 'ok'),
    );
    expect(calls.map(([name, , output]) => [name, output])).toEqual([
      ['pay', undefined],
      ['refund', undefined],
    ]);
    expect(codes).toContain('bedrock-agents/which-call');
    expect(codes).toContain('import/no-result');
  });

  test('calls that have their results one by one belong to one answer of the model', () => {
    const { kinds, calls } = read(
      prompt('1', 'Hi'),
      answer('1'),
      action('1', 'pay'),
      acted('1', 'one'),
      action('1', 'refund'),
      acted('1', 'two'),
      answer('2'),
      final('2', 'ok'),
    );
    expect(kinds).toEqual(['input', 'llm', 'capability', 'capability', 'llm']);
    expect(calls.map(([name, , output]) => [name, output])).toEqual([
      ['pay', 'one'],
      ['refund', 'two'],
    ]);
  });

  test('each counts as successful, as an assumption', () => {
    const { calls, codes } = read(prompt('1', 'Hi'), answer('1'), action('1', 'pay'), acted('1', '{"error":1}'));
    expect(calls.map(([, outcome]) => outcome)).toEqual(['successful']);
    expect(codes).toContain('bedrock-agents/outcome');
  });
});

test('code that fails or runs out of time is errored', () => {
  const run = (id: string, result: object) => [
    answer(id),
    part(id, 'invocationInput', { codeInterpreterInvocationInput: { code: '1/0' } }),
    part(id, 'observation', { codeInterpreterInvocationOutput: result }),
  ];
  const { calls } = read(
    prompt('1', 'Hi'),
    ...run('1', { executionError: 'ZeroDivisionError', executionOutput: '' }),
    ...run('2', { executionTimeout: true }),
    ...run('3', { executionError: '', executionOutput: '1' }),
  );
  expect(calls.map(([, outcome]) => outcome)).toEqual(['errored', 'errored', 'successful']);
});

test('a prompt to try again is no result, unless an action asks for it', () => {
  const again = (source: string) => part('1', 'observation', { repromptResponse: { source, text: 'Try again' } });
  const parser = read(prompt('1', 'Hi'), answer('1'), again('PARSER'), answer('2'), final('2', 'ok'));
  expect(parser.kinds).toEqual(['input', 'llm', 'llm']);
  expect(parser.codes).toContain('bedrock-agents/reprompt');
  const group = read(prompt('1', 'Hi'), answer('1'), action('1', 'pay'), again('ACTION_GROUP'));
  expect(group.calls.map(([name, outcome]) => [name, outcome])).toEqual([['pay', 'errored']]);
});

describe('a run that fails', () => {
  const failure = (traceId: string) => ({
    trace: {
      agentId: 'MAIN',
      trace: { failureTrace: { traceId, failureReason: 'Lambda timed out', failureCode: 424 } },
    },
  });

  test('is the error of the only open call', () => {
    const { calls, codes } = read(prompt('1', 'Hi'), answer('1'), action('1', 'pay'), failure('1'));
    expect(calls.map(([name, outcome]) => [name, outcome])).toEqual([['pay', 'errored']]);
    expect(codes).toContain('bedrock-agents/failure');
  });

  test('is the turn of the model that did not answer', () => {
    const { kinds, labels } = read(prompt('1', 'Hi'), failure('1'));
    expect(kinds).toEqual(['input', 'llm']);
    expect(labels.at(-1)).toContain('Lambda timed out');
  });

  test('is a note if several calls were open', () => {
    const { calls, codes } = read(prompt('1', 'Hi'), answer('1'), action('1', 'a'), action('1', 'b'), failure('1'));
    expect(calls.map(([, outcome]) => outcome)).not.toContain('errored');
    expect(codes).toContain('bedrock-agents/failure');
  });
});

describe('steps of collaborators', () => {
  const steps = [prompt('s', 'do', of('Sub')), answer('s', of('Sub')), final('s', 'sub done', of('Sub'))];

  test('are the work of the call that started them', () => {
    const parts = [
      prompt('1', 'Hi'),
      answer('1'),
      delegate('1', 'Sub', 'do'),
      ...steps,
      delegated('1', 'Sub', 'sub done'),
      answer('2'),
      final('2', 'Done.'),
    ];
    const { history, session } = firstSession(JSON.stringify(parts)).session;
    expect(history.invocations.map((call) => [call.function, call.output])).toEqual([['Sub', 'sub done']]);
    const [main] = history.turns;
    const own = history.turns.filter(({ node }) => node === main?.node);
    expect(own.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'llm']);
    expect(session.header.title).toBe('Hi');
  });

  test('have a context of their own without such a call', () => {
    const parts = [prompt('1', 'Hi'), answer('1'), ...steps, final('1', 'Done.')];
    const { history } = firstSession(JSON.stringify(parts)).session;
    const [main] = history.turns;
    const own = history.turns.filter(({ node }) => node === main?.node);
    expect(own.filter(({ kind }) => kind === 'llm')).toHaveLength(1);
    expect(history.turns.filter(({ kind }) => kind === 'llm')).toHaveLength(2);
  });
});

test('turns have the times of their parts; parts outside the loop are noted', () => {
  const outside = { trace: { agentId: 'MAIN', trace: { guardrailTrace: { traceId: 'g', action: 'NONE' } } } };
  const { times, codes } = read(outside, prompt('1', 'Hi'), answer('1'), final('1', 'ok'));
  expect(times).toEqual(['2026-03-02T09:14:03Z', '2026-03-02T09:14:03Z']);
  expect(codes).toContain('bedrock-agents/other-parts');
});

test('the raw answer of the model is noted', () => {
  const raw = part('1', 'modelInvocationOutput', { rawResponse: { content: '<thinking>' } });
  expect(read(prompt('1', 'Hi'), raw, final('1', 'ok')).codes).toContain('bedrock-agents/raw-answer');
});

describe('several answers in one list', () => {
  const question = (id: string, text: string, session: string) => [
    prompt(id, text, { sessionId: session }),
    answer(id, { sessionId: session }),
  ];
  const answered = (id: string, text: string, session: string) => [
    ...question(id, text, session),
    final(id, `${text}!`),
  ];

  test.each([
    ['with the answers as records', (parts: object) => ({ ResponseMetadata: {}, completion: parts })],
    ['with lists of trace parts', (parts: object) => ({ traces: parts })],
    ['as lists of their parts', (parts: object) => parts],
  ])('are one session, in order: %s', (_, asAnswer) => {
    const { labels, codes } = read(asAnswer(answered('1', 'One', 's')), asAnswer(answered('1', 'Two', 's')));
    expect(labels).toEqual(['One', 'One!', 'Two', 'Two!']);
    expect(codes).not.toContain('import/message');
  });

  test('of different sessions are different sessions', () => {
    const completions = [answered('1', 'One', 's'), answered('2', 'Two', 't'), answered('3', 'Three', 's')];
    const text = JSON.stringify(completions.map((completion) => ({ completion })));
    const { opened, session } = firstSession(text);
    expect(opened.entries.map(({ title }) => title)).toEqual(['One', 'Two']);
    expect(session.history.turns.map(({ label }) => label)).toEqual(['One', 'One!', 'Three', 'Three!']);
  });

  test('each ask a question, also after an answer without a final response', () => {
    expect(read({ completion: question('1', 'One', 's') }, { completion: answered('2', 'Two', 's') }).labels).toEqual([
      'One',
      '[no text]',
      'Two',
      'Two!',
    ]);
  });

  test('the second continues with the results of the calling program', () => {
    const returned = part('1', 'invocationInput', {
      actionGroupInvocationInput: { actionGroupName: 'g', function: 'pay', executionType: 'RETURN_CONTROL' },
    });
    const { kinds, calls } = read(
      { completion: [...question('1', 'One', 's'), returned] },
      { completion: [...question('2', 'One', 's'), final('2', 'Paid.')] },
    );
    expect(kinds).toEqual(['input', 'llm', 'capability', 'llm']);
    expect(calls).toEqual([['pay', 'pending', undefined]]);
    const answered = read(
      { completion: [...question('1', 'One', 's'), returned] },
      { completion: [acted('2', 'paid'), ...question('3', 'One', 's'), final('3', 'Paid.')] },
    );
    expect(answered.kinds).toEqual(['input', 'llm', 'capability', 'llm']);
    expect(answered.calls).toEqual([['pay', 'successful', 'paid']]);
  });
});

test('a list of anything with null in it is no trace', () => {
  const read = readDocument('[{"content": "hi"}, null]');
  expect(read.ok && bedrockAgents.claim(read.value)).toBe('no');
});
