import fc from 'fast-check';
import { ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import type { Session } from '../../model/session.ts';
import { apply } from './apply.ts';
import { decide } from './decide.ts';
import type { A2aHeader } from './header.ts';
import { openingOf } from './opening.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { OperationCall } from '../machine.ts';
import type { ForbiddenCall, MachineScript, MachineTesting } from '../testing.ts';
import type { A2aEvent } from './event.ts';
import type { Message } from './message.ts';
import type { Part } from './part.ts';
import { a2aSamples } from './samples.ts';
import { taskStates } from './task-state.ts';

/** A turn that has just begun. */
export const hello: RecordValue = {
  message: { message_id: 'm-1', parts: [{ text: 'hello' }] },
  context_id: 'ctx-1',
};

const call = (op: string, args: RecordValue = {}, on?: string): OperationCall => ({
  op,
  args,
  ...(on !== undefined && { on }),
});

/** Runs a script and keeps its events. Refused and ignored calls have none. */
export function sessionOfScript(script: {
  readonly title: string;
  readonly given: RecordValue;
  readonly calls: readonly OperationCall[];
}): Result<Session<A2aHeader, A2aEvent>, Problem> {
  const opening = openingOf(script.given);
  if (!opening.ok) return opening;
  const events = [...opening.value.events];
  let state = events.reduce(apply, opening.value.empty);
  for (const call of script.calls) {
    const decided = decide(state, call);
    if (decided.kind !== 'done') continue;
    state = decided.events.reduce(apply, state);
    events.push(...decided.events);
  }
  return ok({ system: 'a2a', header: { title: script.title, ...opening.value.header }, events, notes: [] });
}

const message = (id: string, text: string): RecordValue => ({ message: { message_id: id, parts: [{ text }] } });

const scripts: readonly MachineScript[] = [
  ...a2aSamples,
  {
    title: 'parts of every kind go through both spellings',
    given: {
      ...hello,
      message: {
        message_id: 'm-1',
        parts: [
          { text: 'see' },
          { data: { query: 'q', limit: 2.5 } },
          { raw: 'aGk=', filename: 'a.txt', media_type: 'text/plain', metadata: { page: 1 } },
          { url: 'https://example.com/a.pdf' },
        ],
        metadata: { lang: 'en', ['__proto__']: 'an ordinary key' },
        extensions: ['https://example.com/ext'],
      },
    },
    calls: [
      call('emit_artifact', { artifact_id: 'f', file_bytes_base64: 'YQ==', media_type: 'text/csv', filename: 'r.csv' }),
      call('emit_artifact', { artifact_id: 'f', text: 'and', data: [1, 'two', null], append: true, name: 'dropped' }),
      call('emit_artifact', {
        artifact_id: 'u',
        file_url: 'https://example.com/r.pdf',
        name: 'R',
        description: 'D',
        metadata: { k: 1 },
        extensions: ['https://example.com/ext'],
      }),
      call('emit_data_artifact', { data: { a: 1 }, media_type: 'application/vnd.rows+json' }),
      call('export', { version: '0.3' }),
      call('export', { version: '1.0', history_length: 0 }),
      call('export_contains', { text: 'r.csv' }),
      call('export_stream', { version: '0.3' }),
      call('complete_json', { data: { rows: 3 } }),
    ],
  },
  {
    title: 'more chunks come than are buffered',
    given: hello,
    calls: [
      ...Array.from({ length: 12 }, (_, i) => call('emit_text_artifact', { text: `c${i}`, append: i > 0 })),
      call('advance', { seconds: 0.5 }),
      call('emit_text_artifact', { text: 'late', append: true }),
      call('respond', { text: 'done' }),
    ],
  },
  {
    title: 'credentials are requested and provided',
    given: { ...hello, deps: { db: 'pool' } },
    calls: [
      call('accepts', { mime_type: 'text/plain' }),
      call('dep', { key: 'db' }),
      call('dep', { key: 'cache', default: null }),
      call('request_auth', { details: 'Log in', schemes: ['Bearer'], auth_url: 'https://example.com' }),
      call('follow_up', { ...message('m-2', 'here'), request_context: { token: 'secret' } }),
      call('get', { field: 'request_context' }, 'ctx2'),
      call('reply_directly', { text: 'pong' }, 'ctx2'),
    ],
  },
  {
    title: 'a handler raises, one returns, one rejects, one fails, and one task is cancelled before pick-up',
    given: hello,
    calls: [
      call('emit_text_artifact', { text: 'partial' }),
      call('handler_raise', { message: 'boom' }),
      call('new_task', { ...message('m-2', 'again'), context_id: 'ctx-1' }),
      call('handler_return', {}, 'ctx2'),
      call('new_task', message('m-3', 'once more')),
      call('reject', {}, 'ctx3'),
      call('new_task', { ...message('m-4', 'x'), context_id: null }),
      call('fail', { reason: 'no' }, 'ctx4'),
      call('send', message('m-5', 'never mind')),
      call('cancel', {}, 'task-5'),
      call('pick_up', {}, 'task-5'),
      call('new_task', message('m-6', 'slow')),
      call('force_cancel', {}, 'ctx5'),
    ],
  },
  {
    title: 'a server that waits for its first message',
    given: { protocol: '0.3', input_modes: ['text/plain'], stored_contexts: { 'ctx-9': { a: [1] } } },
    calls: [call('new_task', message('m-1', 'first')), call('respond', {}, 'ctx')],
  },
];

const refused = (title: string, kind: string, calls: readonly OperationCall[], last: OperationCall): ForbiddenCall => ({
  title,
  kind,
  given: hello,
  calls,
  call: last,
});

const lifecycle: readonly OperationCall[] = [
  call('complete'),
  call('complete_json', { data: 1 }),
  call('respond'),
  call('reply_directly', { text: 'x' }),
  call('fail', { reason: 'x' }),
  call('reject'),
  call('request_input', { question: 'x' }),
  call('request_auth'),
];

const forbidden: readonly ForbiddenCall[] = [
  ...lifecycle.map((second) => refused('the turn has ended', 'turn_already_ended', [call('complete')], second)),
  ...lifecycle.map((late) => refused('the server has cancelled', 'terminal_state', [call('force_cancel')], late)),
  refused('the server has cancelled', 'terminal_state', [call('force_cancel')], call('send_status', { message: 'x' })),
  refused('the turn has ended', 'ignored', [call('respond')], call('send_status', { message: 'x' })),
  refused('the turn has ended', 'ignored', [call('respond')], call('emit_text_artifact', { text: 'x' })),
  refused('the turn has ended', 'ignored', [call('respond')], call('emit_data_artifact', { data: 1 })),
  refused('the turn has ended', 'ignored', [call('respond')], call('emit_artifact', { artifact_id: 'x' })),
  refused('there is no content', 'value_error', [], call('emit_artifact', { artifact_id: 'x' })),
  refused('an argument is missing', 'value_error', [], call('fail')),
  refused('an argument has the wrong type', 'value_error', [], call('complete', { text: 1 })),
  refused('an argument is unknown', 'value_error', [], call('complete', { txt: 'x' })),
  refused('the value is no JSON', 'value_error', [], call('update_context', { context: { a: [Number.NaN] } })),
  refused('the task is at work', 'not_accepting_messages', [], call('follow_up', message('m-2', 'x'))),
  refused('the task is over', 'terminal_state', [call('complete')], call('follow_up', message('m-2', 'x'))),
  refused(
    'the conversation is another',
    'context_mismatch',
    [call('request_input', { question: 'q' })],
    call('follow_up', { ...message('m-2', 'x'), context_id: 'ctx-2' }),
  ),
  refused('there is no such task', 'task_not_found', [], call('send', { ...message('m-2', 'x'), task_id: 'none' })),
  refused('the message has no id', 'invalid_request', [], call('new_task', message(' ', 'x'))),
  {
    ...refused('the agent takes no files', 'content_type_not_supported', [], call('new_task', message('m-2', 'x'))),
    given: { ...hello, input_modes: ['image/png'] },
  },
  refused('the task is over', 'not_cancelable', [call('complete')], call('cancel')),
  refused('the task is over', 'ignored', [call('complete')], call('force_cancel')),
  refused('the task is at work already', 'not_submitted', [], call('pick_up')),
  refused('no such dependency is registered', 'key_error', [], call('dep', { key: 'db' })),
  refused('there is no such property', 'unknown_field', [], call('get', { field: '__proto__' })),
  refused('there is no such version', 'value_error', [], call('export', { version: '2.0' })),
  refused('there is no such context', 'unknown_object', [], call('complete', {}, 'ctx7')),
  refused('it would run backwards', 'value_error', [], call('advance', { seconds: -1 })),
  {
    ...refused('no worker has picked the task up', 'not_picked_up', [], call('complete')),
    given: {},
    calls: [call('send', message('m-1', 'x'))],
  },
];

const anyWord = fc.constantFrom('red', 'green', '');
const anyTurn = fc.constantFrom(undefined, 'ctx2', 'ctx3');
const anyArtifact = fc.constantFrom('answer', 'report');

/** Calls on a server that has begun with `hello`: good ones and refused ones, of some tasks and their turns. */
export const anyCall: fc.Arbitrary<OperationCall> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.record({ text: anyWord, artifact_id: anyArtifact, append: fc.boolean(), last_chunk: fc.boolean() }),
        anyTurn,
      )
      .map(([args, on]) => call('emit_text_artifact', args, on)),
  },
  fc
    .tuple(fc.record({ data: fc.constantFrom<Value>(1, [1.5, 'x'], { a: null }), artifact_id: anyArtifact }), anyTurn)
    .map(([args, on]) => call('emit_data_artifact', args, on)),
  fc.tuple(anyWord, anyTurn).map(([text, on]) => call('send_status', { message: text }, on)),
  fc.tuple(anyWord, anyTurn).map(([text, on]) => call('request_input', { question: text }, on)),
  fc.tuple(anyWord, anyTurn).map(([text, on]) => call('complete', { text }, on)),
  fc.tuple(fc.constantFrom('fail', 'reject'), anyTurn).map(([op, on]) => call(op, { reason: 'no' }, on)),
  fc.tuple(fc.nat(9), anyTurn).map(([id, on]) => call('follow_up', message(`f-${id}`, 'more'), on)),
  fc.nat(3).map((id) => call('new_task', { ...message(`n-${id}`, 'another'), context_id: 'ctx-1' })),
  fc.nat(3).map((id) => call('send', message(`s-${id}`, 'later'))),
  fc.constantFrom('pick_up', 'cancel', 'force_cancel').map((op) => call(op)),
  anyTurn.map((on) => call('handler_return', {}, on)),
  fc.nat(40).map((seconds) => call('advance', { seconds })),
);

export const a2aTesting: MachineTesting = { scripts, forbidden };

const anyPart = fc.constantFrom<Part>({ text: 'hi' }, { text: '' }, { url: 'x', filename: 'f' }, { data: null });
const anyMessage = fc.record<Message>({
  message_id: fc.constantFrom('m-1', 'm-2', 'm-3'),
  role: fc.constantFrom('user', 'agent'),
  parts: fc.array(anyPart, { maxLength: 2 }),
});
const ofTask = {
  task: fc.constantFrom('a', 'b'),
  at: fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01T00:00:05Z'),
};

/** Any event of two tasks, in any order, including events that no server would accept. */
export const anyEvent: fc.Arbitrary<A2aEvent> = fc.oneof(
  fc.record({
    type: fc.constant('task-submitted' as const),
    ...ofTask,
    context: fc.constantFrom(null, 'c'),
    message: anyMessage,
  }),
  fc.record({ type: fc.constant('message-received' as const), ...ofTask, message: anyMessage }),
  fc.record({ type: fc.constant('turn-started' as const), ...ofTask }),
  fc.record({ type: fc.constant('status-sent' as const), ...ofTask }),
  fc.record({ type: fc.constant('status-sent' as const), ...ofTask, message: anyMessage }),
  fc.record({
    type: fc.constant('artifact-emitted' as const),
    ...ofTask,
    artifact: fc.record({ artifact_id: fc.constantFrom('x', 'y'), parts: fc.array(anyPart, { maxLength: 2 }) }),
    append: fc.boolean(),
    last_chunk: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('capability-invoked' as const),
    ...ofTask,
    function: fc.constant('f'),
    outcome: fc.constantFrom('successful' as const, 'errored' as const, 'restricted' as const),
  }),
  fc.record({
    type: fc.constant('turn-ended' as const),
    ...ofTask,
    state: fc.constantFrom(...taskStates),
    message: anyMessage,
  }),
  fc.record({ type: fc.constant('task-closed' as const), ...ofTask, state: fc.constantFrom('canceled', 'failed') }),
  fc.record({ type: fc.constant('message-recorded' as const), ...ofTask, message: anyMessage }),
  fc.record({ type: fc.constant('cancel-requested' as const), ...ofTask }),
);
