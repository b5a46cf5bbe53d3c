import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJson } from '../../model/json.ts';
import type { Session } from '../../model/session.ts';
import { isRecord } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { readDocument } from '../../readers/read-document.ts';
import { apply } from '../../systems/a2a/apply.ts';
import type { A2aEvent } from '../../systems/a2a/event.ts';
import type { A2aHeader, Protocol } from '../../systems/a2a/header.ts';
import { historyOf } from '../../systems/a2a/history.ts';
import { openNow } from '../../testing.ts';
import { a2aTesting, sessionOfScript } from '../../systems/a2a/testing.ts';
import { stateOfHeader } from '../../systems/a2a/state.ts';
import type { A2aState } from '../../systems/a2a/state.ts';

import { messageJson, taskJson } from '../../systems/a2a/wire/task-json.ts';
import { streamJson } from '../../systems/a2a/operations/reading.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { breaches } from '../battery/invariants.ts';
import { a2aProtocol } from './index.ts';
import { read as readProtocol } from './read.ts';

type Run = Session<A2aHeader, A2aEvent>;

function readText(text: string): { readonly sessions: readonly ReadSession[]; readonly value: Value } {
  const document = readDocument(text);
  if (!document.ok) throw new Error(document.problem.message);
  const read = readProtocol(document.value);
  if (!read.ok) throw new Error(read.problem.message);
  const sessions = read.value.sessions.map((entry) => {
    const opened = entry.open();
    if (!opened.ok) throw new Error(opened.problem.message);
    return opened.value;
  });
  return { sessions, value: document.value.value };
}

const runOf = ({ session }: ReadSession): Run => session as Run; // this importer only makes A2A sessions

const read = (...lines: readonly Value[]): readonly ReadSession[] =>
  readText(lines.map((line) => toJson(line)).join('\n')).sessions;

function only(...lines: readonly Value[]): Run {
  const [session, ...others] = read(...lines);
  if (session === undefined || others.length > 0) throw new Error(`${others.length} more sessions`);
  return runOf(session);
}

const turnsOf = (run: Run): readonly string[] =>
  historyOf(run).turns.map(({ kind, label, answers }) => `${kind}${answers ? '!' : ''} ${label}`.trim());

const codesOf = ({ notes }: Run): readonly string[] => notes.map(({ code }) => code);

const stateOf = ({ header, events }: Run): A2aState => events.reduce(apply, stateOfHeader(header));

const agent = (messageId: string, text: string): RecordValue => ({
  kind: 'message',
  messageId,
  role: 'agent',
  parts: [{ kind: 'text', text }],
});

const user = (messageId: string, text: string): RecordValue => ({ ...agent(messageId, text), role: 'user' });

const update = (state: string, message?: RecordValue): RecordValue => ({
  kind: 'status-update',
  taskId: 't',
  contextId: 'c',
  status: { state, ...(message !== undefined && { message }) },
});

const task = (state: string, fields: RecordValue = {}): RecordValue => ({
  kind: 'task',
  id: 't',
  contextId: 'c',
  status: { state },
  ...fields,
});

/** The JSON-RPC lines that a proxy between client and server would record for a run. */
function recordedLines(run: Run, version: Protocol): readonly RecordValue[] {
  const lines: RecordValue[] = [];
  let state = stateOfHeader(run.header);
  let id = 0;
  for (const event of run.events) {
    const next = apply(state, event);
    const isRequest = event.type === 'task-submitted' || event.type === 'message-received';
    if (isRequest && next !== state) {
      id += 1;
      const of = next.tasks.get(event.task);
      const message = event.message === undefined || of === undefined ? {} : messageJson(event.message, of, version);
      lines.push({
        jsonrpc: '2.0',
        id,
        method: version === '0.3' ? 'message/send' : 'SendMessage',
        params: { message },
      });
    }
    for (const shown of [...next.stream].slice(state.stream.length)) {
      const of = next.tasks.get(shown.task);
      const result = of === undefined ? null : streamJson(shown, of, version);
      if (result !== null) lines.push({ jsonrpc: '2.0', id, result });
    }
    state = next;
  }
  return lines;
}

/** Tasks without the data that only the server's storage has. */
function comparable(all: A2aState, version: Protocol): Value {
  return [...all.tasks].map((one) => {
    const { metadata, ...rest } = taskJson(one, version);
    const { stateTransitions: _, ...kept } = metadata !== undefined && isRecord(metadata) ? metadata : {};
    return { ...rest, kept };
  });
}

const scripts = a2aTesting.scripts.flatMap((script) => {
  const run = sessionOfScript(script);
  return run.ok && run.value.events.length > 0 ? [[script.title, run.value] as const] : [];
});

describe.each(['0.3', '1.0'] as const)('a run recorded on the wire in version %s', (version) => {
  it.each(scripts)('gives the same tasks and turns: %s', (_, run) => {
    const { sessions } = readText(
      recordedLines(run, version)
        .map((line) => toJson(line))
        .join('\n'),
    );
    const [tasks, turns] = [
      sessions
        .map(runOf)
        .map((one) => comparable(stateOf(one), version))
        .flat(),
      sessions.flatMap((one) => turnsOf(runOf(one))),
    ];
    const header = { ...run.header, protocol: version };
    expect(tasks).toEqual(comparable(stateOf({ ...run, header }), version));
    expect(turns.toSorted()).toEqual([...turnsOf(run)].toSorted());
  });

  it.each(scripts)('gets no further turns when the finished tasks are fetched too: %s', (_, run) => {
    const lines = recordedLines(run, version);
    const fetched = [...stateOf(run).tasks].map((one) => taskJson(one, version));
    const streamed = readText(lines.map((line) => toJson(line)).join('\n')).sessions;
    const again = readText([...lines, ...fetched].map((line) => toJson(line)).join('\n')).sessions;
    expect(again.flatMap((one) => turnsOf(runOf(one)))).toEqual(streamed.flatMap((one) => turnsOf(runOf(one))));
  });
});

describe('repeated data', () => {
  it('is shown once: a message in the status, in the history and sent again', () => {
    const asked = { jsonrpc: '2.0', id: 1, method: 'message/send', params: { message: user('m', 'hi') } };
    const answer = {
      jsonrpc: '2.0',
      id: 1,
      result: task('completed', {
        status: { state: 'completed', message: agent('a', 'hello') },
        history: [user('m', 'hi'), agent('a', 'hello')],
      }),
    };
    const run = only(asked, asked, answer, answer);
    expect(turnsOf(run)).toEqual(['input hi', 'llm! hello']);
    expect(codesOf(run)).toContain('a2a-protocol/repeated');
  });

  it('is shown once when the message has no id', () => {
    const { messageId: _, ...nameless } = agent('', 'which one?');
    const status = { state: 'input-required', message: nameless };
    expect(turnsOf(only(task('input-required', { status }), { statusUpdate: { taskId: 't', status } }))).toEqual([
      'input',
      'llm! which one?',
    ]);
  });

  it('is shown twice when the user sends the same text in two messages', () => {
    const run = only(
      task('submitted', { history: [user('m', 'yes')] }),
      update('input-required', agent('a', 'sure?')),
      user('m2', 'yes'),
      update('completed'),
    );
    expect(turnsOf(run)).toEqual(['input yes', 'llm! sure?', 'input yes', 'llm! [completed]']);
  });
});

// https://github.com/google/adk-python/blob/main/src/google/adk/a2a/executor/a2a_agent_executor.py (`message=context.message`)
it('the user’s message in the status of a new task is no answer', () => {
  const said = { ...user('m', 'hi'), taskId: 't', contextId: 'c' };
  const stream = [update('submitted', said), update('working', agent('a', 'looking')), update('completed')];
  const turns = ['input hi', 'llm looking', 'llm! [completed]'];
  expect(turnsOf(only(user('m', 'hi'), ...stream))).toEqual(turns);
  expect(turnsOf(only(...stream))).toEqual(turns);
});

it('a task that an agent sends as it was before the answer does not ask again', () => {
  const status = { state: 'input-required', message: agent('a', 'which one?') };
  const run = only(
    task('submitted', { history: [user('m', 'hi')] }),
    { statusUpdate: { taskId: 't', status } },
    user('m2', 'seven'),
    task('input-required', { status, history: [user('m', 'hi'), agent('a', 'which one?'), user('m2', 'seven')] }),
    update('completed', agent('b', 'done')),
  );
  expect(turnsOf(run)).toEqual(['input hi', 'llm! which one?', 'input seven', 'llm! done']);
});

// https://github.com/google/adk-python/blob/main/src/google/adk/a2a/converters/part_converter.py
it('code that the model ran itself is a call with its result', () => {
  const part = (adk_type: string, data: RecordValue): RecordValue => ({ kind: 'data', data, metadata: { adk_type } });
  const ran = (outcome: string, output: string) => [
    part('executable_code', { language: 'PYTHON', code: '1' }),
    part('code_execution_result', { outcome, output }),
  ];
  const parts = [...ran('OUTCOME_OK', '1'), ...ran('OUTCOME_FAILED', 'boom')];
  const run = only(
    task('submitted', { history: [user('m', 'hi')] }),
    update('working', { ...agent('a', ''), parts }),
    update('completed', agent('b', 'done')),
  );
  expect(historyOf(run).invocations.map(({ function: name, outcome }) => [name, outcome])).toEqual([
    ['code_execution', 'successful'],
    ['code_execution', 'errored'],
  ]);
});

it('thoughts that ADK marks are no answer', () => {
  const thought = { kind: 'text', text: 'They greet me.', metadata: { adk_thought: true } };
  const said = { kind: 'text', text: 'Hello.', metadata: { adk_thought: false } };
  const run = only(
    task('submitted', { history: [user('m', 'hi')] }),
    update('working', { ...agent('a', ''), parts: [thought] }),
    update('completed', { ...agent('b', ''), parts: [thought, said] }),
  );
  expect(turnsOf(run)).toEqual(['input hi', 'llm! Hello.']);
  expect(codesOf(run)).toContain('import/reasoning');
});

describe('an agent’s message repeated as an artifact', () => {
  const usage = { promptTokenCount: 10, candidatesTokenCount: 3, thoughtsTokenCount: 2, totalTokenCount: 15 };
  const chunk = (append: boolean, text: string): RecordValue => ({
    kind: 'artifact-update',
    taskId: 't',
    append,
    artifact: { artifactId: 'x', parts: [{ kind: 'text', text }] },
    metadata: { adk_usage_metadata: usage },
  });

  it('is one turn, and its tokens count once', () => {
    const run = only(
      task('submitted', { history: [user('m', 'hi')] }),
      { ...update('working', agent('a', 'Good morning.')), metadata: { adk_usage_metadata: usage } },
      chunk(false, 'Good '),
      chunk(true, 'morning.'),
      update('completed'),
    );
    const history = historyOf(run);
    expect(turnsOf(run)).toEqual(['input hi', 'llm! Good morning.']);
    expect(history.turns[1]?.tokens).toEqual({ prompt: 10, completion: 5 });
    expect(history.tokens.at(-1)).toMatchObject({ prompt: 10, completion: 5, total: 15 });
  });

  it('takes its tokens from the artifact when there is no message', () => {
    const run = only(task('working', { history: [user('m', 'hi')] }), chunk(false, 'Hello'), update('completed'));
    expect(historyOf(run).turns.at(-1)?.tokens).toEqual({ prompt: 10, completion: 5 });
  });

  it('is shown once in an answer whose message has the same text', () => {
    const run = only(
      task('completed', {
        history: [user('m', 'hi')],
        status: { state: 'completed', message: agent('a', 'Hello') },
        artifacts: [{ artifactId: 'x', parts: [{ kind: 'text', text: 'Hello' }] }],
      }),
    );
    expect(historyOf(run).outputs[0]?.value['message']).toHaveLength(1);
  });

  it('is reported as unfinished when the recording ends too early', () => {
    const run = only(task('working', { history: [user('m', 'hi')] }), chunk(false, 'Hello'));
    expect(codesOf(run)).toContain('a2a-protocol/unfinished');
  });
});

describe('an incomplete recording', () => {
  it('keeps the updates of a task whose start is not recorded', () => {
    const run = only(update('working', agent('a', 'busy')), update('completed', agent('b', 'done')));
    expect(turnsOf(run)).toEqual(['input', 'llm busy', 'llm! done']);
    expect(codesOf(run)).toContain('a2a-protocol/start-missing');
  });

  it('takes the start of a task from a later snapshot when the stream begins too late', () => {
    const run = only(
      update('working', agent('a', 'busy')),
      update('completed', agent('b', 'done')),
      task('completed', { history: [user('m', 'hi'), agent('a', 'busy'), agent('b', 'done')] }),
    );
    expect(turnsOf(run)).toEqual(['input hi', 'llm busy', 'llm! done']);
    expect(codesOf(run)).not.toContain('a2a-protocol/start-missing');
  });

  it('continues a task whose user’s answer is missing', () => {
    const run = only(task('input-required', { history: [user('m', 'hi')] }), update('working'), update('completed'));
    expect(turnsOf(run)).toEqual(['input hi', 'llm! [input-required]', 'input', 'llm! [completed]']);
    expect(codesOf(run)).toContain('a2a-protocol/answer-missing');
  });

  it('gets no invented user message when a waiting task is cancelled', () => {
    const run = only(
      task('input-required', { history: [user('m', 'hi')] }),
      { jsonrpc: '2.0', id: 2, method: 'tasks/cancel', params: { id: 't' } },
      { jsonrpc: '2.0', id: 2, result: task('canceled') },
    );
    expect(run.events.map(({ type }) => type).slice(-2)).toEqual(['cancel-requested', 'task-closed']);
  });
});

describe('messages of a task without the task itself', () => {
  it('are its turns: a reply before the user’s next message does not end the task', () => {
    const said = [user('1', 'book'), agent('2', 'Which day?'), user('3', 'Monday'), agent('4', 'Done.')];
    const run = only(said.map((message) => ({ ...message, taskId: 't' })));
    expect(turnsOf(run)).toEqual(['input book', 'llm! Which day?', 'input Monday', 'llm! Done.']);
    expect(codesOf(run)).not.toContain('a2a-protocol/after-the-end');
  });
});

describe('the time of a message', () => {
  it('is the status time of a submitted task that contains it', () => {
    const sent = task('submitted', { history: [user('m', 'hi')] });
    const status = { state: 'submitted', timestamp: '2026-01-01T00:00:00Z' };
    const run = only({ ...sent, status }, update('completed', agent('a', 'hello')));
    expect(historyOf(run).turns[0]?.at).toBe('2026-01-01T00:00:00Z');
  });
});

describe('version 0.2', () => {
  it('names the task beside its first message, so the start is recorded', () => {
    const message = { role: 'user', parts: [{ type: 'text', text: 'hi' }] };
    const asked = { jsonrpc: '2.0', id: 1, method: 'tasks/send', params: { id: 't', message } };
    const result = {
      id: 't',
      status: { state: 'completed' },
      artifacts: [{ parts: [{ type: 'text', text: 'hello' }] }],
    };
    const run = only(asked, { jsonrpc: '2.0', id: 1, result });
    expect(turnsOf(run)).toEqual(['input hi', 'llm! hello']);
    expect(codesOf(run)).not.toContain('a2a-protocol/start-missing');
  });
});

describe('answers', () => {
  it('belong to the latest request with their id, for clients that use the id 1 for all requests', () => {
    const ask = (text: string) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'message/send',
      params: { message: user(text, text) },
    });
    const reply = (text: string) => ({ jsonrpc: '2.0', id: 1, result: agent(`to ${text}`, `to ${text}`) });
    const runs = read(ask('a'), reply('a'), ask('b'), reply('b')).map(runOf);
    expect(runs.flatMap(turnsOf)).toEqual(['input a', 'llm! to a', 'input b', 'llm! to b']);
  });

  it('that are errors turn the request into a failed task', () => {
    const run = only(
      { jsonrpc: '2.0', id: 7, method: 'message/send', params: { message: user('m', 'hi') } },
      { jsonrpc: '2.0', id: 7, error: { code: -32603, message: 'Internal error' } },
    );
    expect(turnsOf(run)).toEqual(['input hi', 'llm! Internal error (-32603)']);
    expect([...stateOf(run).tasks].map(({ state }) => state)).toEqual(['failed']);
    expect(historyOf(run).tokens.at(-1)?.total).toBe(0);
  });

  it('that list tasks do not join them into one conversation', () => {
    const other = { ...task('completed', { history: [user('n', 'other')] }), id: 'u', contextId: 'd' };
    const runs = read(
      { jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} },
      { jsonrpc: '2.0', id: 1, result: { tasks: [task('completed', { history: [user('m', 'one')] }), other] } },
    );
    expect(runs.map(({ session }) => session.header.title)).toEqual(['one', 'other']);
  });

  it('after the end of a task are shown, and its state does not change', () => {
    const run = only(
      task('completed', { history: [user('m', 'hi')] }),
      user('m2', 'thanks'),
      update('working', agent('a', 'welcome')),
    );
    expect(turnsOf(run)).toEqual(['input hi', 'llm! [completed]', 'input thanks', 'llm welcome']);
    expect(codesOf(run)).toContain('a2a-protocol/after-the-end');
    expect(codesOf(run)).not.toContain('a2a/after-the-end');
  });
});

describe('spellings', () => {
  it('of Python’s models are read, printed or dumped', () => {
    const printed = readText(
      "Task(id='t', context_id='c', kind='task', status=TaskStatus(state=<TaskState.working: 'working'>, message=None), history=[Message(message_id='m', role=<Role.user: 'user'>, parts=[Part(root=TextPart(kind='text', text='hi'))])])",
    ).sessions;
    const dumped = read({
      id: 't',
      context_id: 'c',
      kind: 'task',
      status: { state: 'working', message: null },
      history: [{ message_id: 'm', role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
    });
    expect([...printed, ...dumped].map((one) => turnsOf(runOf(one)))).toEqual([['input hi'], ['input hi']]);
  });

  it('of drafts are read: content, update, cancelled', () => {
    const run = only({
      request: { message: { messageId: 'm', role: 'ROLE_USER', content: [{ text: 'hi' }] } },
      response: {
        task: {
          id: 't',
          contextId: 'c',
          status: {
            state: 'TASK_STATE_CANCELLED',
            update: { messageId: 'a', role: 'ROLE_AGENT', content: [{ text: 'no' }] },
          },
        },
      },
    });
    expect(turnsOf(run)).toEqual(['input hi', 'llm! no']);
  });

  it('of other formats are not claimed', () => {
    const claim = (value: Value) => {
      const document = readDocument(toJson(value));
      return document.ok ? a2aProtocol.claim(document.value) : undefined;
    };
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }];
    expect(claim(messages)).toBe('no');
    expect(claim(messages.map((message) => ({ type: 'user', message })))).toBe('no');
    expect(claim({ id: 'job-1', status: { state: 'completed' } })).toBe('no');
    expect(claim({ jsonrpc: '2.0', id: 1, result: { tools: [] } })).toBe('no');
    expect(claim({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x' } })).toBe('no');
  });
});

describe('random wire data in random order', () => {
  const id = fc.constantFrom('t', 'u', undefined);
  const text = fc.constantFrom('hi', 'yes', '');
  const message = fc.record(
    {
      kind: fc.constant('message'),
      messageId: fc.constantFrom('1', '2', '3', '4'),
      role: fc.constantFrom('user', 'agent', 'ROLE_USER'),
      taskId: id,
      contextId: fc.constantFrom('c', 'd'),
      parts: fc.array(
        text.map((words) => ({ text: words })),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: ['role', 'parts'] },
  );
  const status = fc.record(
    {
      state: fc.constantFrom('submitted', 'working', 'input-required', 'completed', 'TASK_STATE_CANCELED', 'odd'),
      message,
      timestamp: fc.constantFrom('2026-01-01T00:00:00Z', 'soon'),
    },
    { requiredKeys: ['state'] },
  );
  const call = fc.record(
    {
      id: fc.constantFrom('x', 'y'),
      name: fc.constantFrom('f', 'g-h'),
      args: fc.constant({ a: 1 }),
      response: fc.constantFrom({ error: 'no' }, { ok: true }),
    },
    { requiredKeys: ['name'] },
  );
  const part = fc
    .tuple(call, fc.constantFrom('function_call', 'function_response'))
    .map(([data, type]) => ({ data, metadata: { adk_type: type } }));
  const artifact = fc.record({ artifactId: fc.constantFrom('a', 'b'), parts: fc.array(part, { maxLength: 3 }) });
  const result = fc.oneof(
    fc.record(
      {
        id: fc.constantFrom('t', 'u'),
        contextId: fc.constantFrom('c', 'd'),
        kind: fc.constant('task'),
        status,
        history: fc.array(message, { maxLength: 4 }),
        artifacts: fc.array(artifact, { maxLength: 2 }),
      },
      { requiredKeys: ['id', 'status'] },
    ),
    fc.record({ taskId: fc.constantFrom('t', 'u'), status }),
    fc.record({ taskId: fc.constantFrom('t', 'u'), artifact, append: fc.boolean() }),
    message,
    artifact,
  );
  const rpc = { jsonrpc: fc.constant('2.0'), id: fc.constantFrom(1, 2) };
  const line = fc.oneof(
    result,
    fc.record({ ...rpc, result }),
    fc.record({
      ...rpc,
      method: fc.constantFrom('message/send', 'CancelTask', 'tasks/list'),
      params: fc.record({ message, id: fc.constantFrom('t', 'u') }, { requiredKeys: [] }),
    }),
    fc.record({ ...rpc, error: fc.record({ code: fc.constantFrom(-32001, 1), message: text }) }),
  );

  it('becomes sessions that satisfy the invariants and apply completely', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), (lines) => {
        const { sessions, value } = readText(
          `${lines.map((one) => JSON.stringify(one)).join('\n')}\n{"jsonrpc": "2.0", "id": 9, "result": {"kind": "task", "id": "z", "status": {"state": "working"}}}`,
        );
        expect(sessions.flatMap((one) => breaches(one, value))).toEqual([]);
      }),
      { seed: 20261121, numRuns: 500 },
    );
  });
});

describe('a message alone', () => {
  it('that has a task id and a context id is claimed by A2A, not by another format with parts', () => {
    const lone = {
      messageId: 'm',
      role: 'user',
      taskId: 't',
      contextId: 'c',
      parts: [{ kind: 'text', text: 'Approved' }],
    };
    const source = openNow(JSON.stringify(lone));
    expect(source.ok && source.value.importer.id).toBe('a2a-protocol');
  });
});

describe('the conversation', () => {
  it('comes from the answer when the first message does not have its id', () => {
    const asked = { message: { role: 'ROLE_USER', messageId: 'm', parts: [{ text: 'hi' }] } };
    const answer = { task: { id: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' } } };
    expect([...stateOf(only(asked, answer)).tasks].map(({ context }) => context)).toEqual(['c']);
  });
});
