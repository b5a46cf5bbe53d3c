import { describe, expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const messages = [
  { id: 'a', role: 'user', content: 'go', source: 'input' },
  {
    id: 'b',
    role: 'assistant',
    content: '',
    source: 'generate',
    tool_calls: [{ id: 'c', function: 'bash', arguments: { cmd: 'ls' } }],
  },
  { id: 'd', role: 'tool', content: 'x', tool_call_id: 'c', function: 'bash' },
];

function opened(value: unknown) {
  const source = openNow(JSON.stringify(value));
  if (!source.ok) throw new Error(source.problem.message);
  expect(source.value.importer.id).toBe('inspect');
  const session = openEntry(source.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

test('the messages of a sample, without the sample, become a session', () => {
  const { history, sources } = opened(messages);
  expect(history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability']);
  expect(history.invocations[0]).toMatchObject({ function: 'bash', output: 'x', outcome: 'successful' });
  expect(sources.at(history.turns[0]?.event ?? -1)).toEqual([0]);
});

test('the tools offered to the model are declared, and the report lists events that make no turn', () => {
  const events = [
    { event: 'sandbox', action: 'exec', cmd: 'which ls' },
    {
      event: 'model',
      tools: [{ name: 'bash' }, { name: 'python' }],
      output: { choices: [{ message: { id: 'b' } }] },
    },
  ];
  const { history, notes } = opened({ id: 1, epoch: 1, target: '', model_usage: {}, messages, events });
  expect(history.functions.filter(({ declared }) => declared).map(({ key }) => key)).toEqual(['bash', 'python']);
  expect(notes.map(({ code, place }) => [code, place])).toEqual([['inspect/events', 'events[0]']]);
});

test('a log without samples gives a problem that explains why there is nothing to show', () => {
  const log = { version: 2, status: 'error', eval: { task: 'x' }, samples: null, error: { message: 'no such model' } };
  const source = openNow(JSON.stringify(log));
  expect(source.ok ? '' : source.problem.message).toContain('no such model');
});

describe('agents with their own conversations', () => {
  const answer = (id: string, content: string, more = {}) => ({ id, role: 'assistant', content, ...more });
  const userMessage = (id: string, content: string) => ({ id, role: 'user', content });
  const model = (span_id: string | undefined, input: readonly object[], message: object, more = {}) => ({
    event: 'model',
    span_id,
    input,
    output: { choices: [{ message }], usage: { input_tokens: 5, output_tokens: 2 } },
    ...more,
  });
  const begin = (id: string, type: string, name: string, parent_id?: string) => ({
    event: 'span_begin',
    id,
    type,
    name,
    parent_id,
  });
  const sample = (events: readonly object[], more = {}) =>
    opened({ id: 1, epoch: 1, target: '', model_usage: {}, messages, events, ...more });
  const contexts = ({ history }: ReturnType<typeof opened>) =>
    history.nodes.map(({ id, title }) => [
      title,
      ...history.turns.filter(({ node }) => node === id).map(({ text: said, label }) => said ?? label),
    ]);
  const asks = { id: 'b', role: 'assistant', content: '' };

  test('an agent that a call started has its own context, whose turns precede the call’s turn', () => {
    const found = sample([
      model(undefined, [], asks),
      begin('t', 'tool', 'bash'),
      { event: 'tool', id: 'c', function: 'bash', result: 'x' },
      begin('s', 'agent', 'helper', 't'),
      model('s', [userMessage('1', 'help')], answer('2', 'so')),
      model('s', [userMessage('1', 'help'), answer('2', 'so'), userMessage('3', 'and?')], answer('4', 'done')),
    ]);
    expect(contexts(found).slice(1)).toEqual([['helper', 'help', 'so', 'and?', 'done']]);
    expect(found.history.turns.map(({ kind }) => kind)).toEqual([
      'input',
      'llm',
      'input',
      'llm',
      'input',
      'llm',
      'capability',
    ]);
    expect(found.notes.filter(({ severity }) => severity === 'lost')).toEqual([]);
  });

  test('an agent that works beside the conversation appears at its place in time', () => {
    const found = sample([
      begin('s', 'agent', 'critic'),
      model('s', [userMessage('1', 'good?')], answer('2', 'yes')),
      model(undefined, [], asks),
    ]);
    expect(contexts(found).slice(1)).toEqual([['critic', 'good?', 'yes']]);
    expect(found.history.turns.map(({ node }) => node === 'root')).toEqual([true, false, false, true, true]);
  });

  test('older logs nest the events of an agent inside the call', () => {
    const found = sample([
      model(undefined, [], asks),
      {
        event: 'tool',
        id: 'c',
        function: 'bash',
        events: [
          { event: 'subtask', name: 'sub', events: [model(undefined, [userMessage('1', 'q')], answer('2', 'a'))] },
        ],
      },
    ]);
    expect(contexts(found).slice(1)).toEqual([['sub', 'q', 'a']]);
  });

  test('messages that newer logs store once per sample are restored, even if the ranges are invalid', () => {
    const pool = { messages: [userMessage('1', 'q'), userMessage('2', 'w')] };
    const events = [
      begin('s', 'agent', 'helper'),
      model('s', [], answer('3', 'a'), {
        input_refs: [
          [0, 1],
          [1, 9e9],
          [-4, 1],
        ],
      }),
      model('s', [], answer('4', 'b'), { input_refs: Array.from({ length: 5000 }, () => [0, 2]) }),
    ];
    expect(contexts(sample(events, { events_data: pool }))[1]?.slice(0, 5)).toEqual(['helper', 'q', 'w', 'q', 'a']);
  });

  test('an agent that speaks in the conversation has no second one: its removed messages are lost', () => {
    const found = sample([begin('s', 'agent', 'main'), model('s', [], answer('0', 'cut')), model('s', [], asks)]);
    expect(found.history.nodes).toHaveLength(1);
    expect(found.notes.map(({ code, place }) => [code, place])).toEqual([['inspect/unheard', 'events[1]']]);
  });

  test('a grader is not part of the conversation', () => {
    const found = sample([
      model(undefined, [], asks),
      begin('s', 'scorer', 'graded'),
      model('s', [userMessage('1', 'grade')], answer('2', 'C')),
    ]);
    expect(found.history.nodes).toHaveLength(1);
    expect(found.notes.map(({ code }) => code)).toEqual(['inspect/graders']);
  });
});

test('texts stored as attachments are restored at every reference', () => {
  const attachments = { d1: 'x'.repeat(120), d2: 'a long question', d3: 'nobody may' };
  const asking = {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: 'c', function: 'bash', arguments: { files: [{ text: 'attachment://d1' }] } }],
  };
  const events = [
    { event: 'span_begin', id: 's', type: 'agent', name: 'helper' },
    {
      event: 'model',
      span_id: 's',
      input: [{ role: 'user', content: 'attachment://d2' }],
      output: { choices: [{ message: asking }] },
    },
    { event: 'store', changes: [{ op: 'add', path: '/notes', value: [{ text: 'tc://d1' }] }] },
    { event: 'approval', decision: 'reject', call: { id: 'c' }, explanation: 'attachment://d3' },
  ];
  const own = [...messages.slice(0, 2), { ...messages[2], content: 'attachment://d9' }];
  const { history, session } = opened({
    id: 1,
    epoch: 1,
    target: '',
    model_usage: {},
    messages: own,
    events,
    attachments,
  });
  expect(history.turns.find(({ node }) => node !== 'root')?.label).toBe('a long question');
  expect(history.invocations.map(({ input, reason }) => [input, reason])).toEqual([
    [{ cmd: 'ls' }, 'nobody may'],
    [{ files: [{ text: attachments.d1 }] }, undefined],
  ]);
  expect(session.events).toContainEqual(
    expect.objectContaining({ values: [{ path: ['state', 'notes'], value: [{ text: attachments.d1 }] }] }),
  );
});

/** `_approval.py` and `content.py` of inspect_ai. */
test('a call has the arguments with which an approver let it run', () => {
  const modified = { id: 'c', function: 'bash', arguments: { cmd: 'ls -l' } };
  const events = [{ event: 'approval', decision: 'modify', call: { id: 'c' }, modified }];
  const { history } = opened({ id: 1, epoch: 1, target: '', model_usage: {}, messages, events });
  expect(history.invocations).toMatchObject([{ input: { cmd: 'ls -l' }, outcome: 'successful' }]);
});

test('tools that the provider ran are calls', () => {
  const use = { type: 'tool_use', tool_type: 'web_search', id: 's', name: 'web_search', arguments: '{"q": 1}' };
  const content = [
    { ...use, result: 'found', error: null },
    { ...use, id: 't', result: '', error: 'too many' },
    { type: 'text', text: 'done' },
  ];
  const { history } = opened([...messages, { role: 'assistant', content, model: 'm' }]);
  expect(history.invocations.slice(1)).toMatchObject([
    { function: 'web_search', input: { q: 1 }, outcome: 'successful', output: 'found' },
    { outcome: 'errored', reason: 'too many' },
  ]);
});
