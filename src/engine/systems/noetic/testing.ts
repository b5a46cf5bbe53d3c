import type { RecordValue } from '../../model/value.ts';
import type { OperationCall } from '../machine.ts';
import type { Session } from '../../model/session.ts';
import { run, type ForbiddenCall, type MachineScript, type MachineTesting } from '../testing.ts';
import { checkNoetic } from './index.ts';
import type { NoeticEvent } from './event.ts';
import type { NoeticHeader } from './header.ts';
import { noeticMachine } from './machine.ts';
import { noeticSamples } from './samples.ts';

export const message = (id: string, text: string, role = 'user'): RecordValue => ({
  id,
  type: 'message',
  role,
  status: 'completed',
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
});

export const call = (
  op: string,
  args: RecordValue = {},
  names: Pick<OperationCall, 'on' | 'as'> = {},
): OperationCall => ({ op, args, ...names });

const current: RecordValue = { dialect: 'current' };
const jobs: RecordValue = { channels: { jobs: { mode: 'queue', capacity: 1 } } };
const bumps: RecordValue = {
  context: { layers: { c: { state: { n: 1 }, data: { n: 'n' }, functions: { bump: { adds: 'n', arg: 'by' } } } } },
};

const scripts: readonly MachineScript[] = [
  ...noeticSamples,
  {
    title: 'items of every type are logged while the state changes',
    given: { context: { state: { a: { b: 1 }, list: [1] }, items: [message('m0', 'hi')] } },
    calls: [
      call('register_item_type', { type: 'noetic:analytics' }),
      call('append_item', {
        item: { id: 'e', status: 'completed', type: 'noetic:analytics', data: { ['__proto__']: 1 } },
      }),
      call('append_item', {
        item: {
          id: 'r',
          status: 'completed',
          type: 'reasoning',
          content: [{ type: 'reasoning_text', text: 'hm' }],
          summary: [{ type: 'summary_text', text: 'h' }],
          encryptedContent: 'x',
        },
      }),
      call('append_item', { item: { id: 'w', status: 'in_progress', type: 'openrouter:web_search', data: {} } }),
      call('read_items'),
      call('mutate_state', { path: ['a', 'b'], value: 2 }),
      call('mutate_state', { path: ['list', 1], value: { ['__proto__']: null } }),
      call('mutate_state', { path: ['a', 'b'], value: 2 }),
      call('set_state', { value: 'a text' }),
      call('set_cwd', { cwd: '/tmp' }),
      call('get', { probe: 'items[1].data' }),
      call('add_usage', { inputTokens: 10, outputTokens: 5, cachedTokens: 3, cost: 0.5 }),
      call('layer_usage', { model: 'm', tools: [{ name: 't' }], layers: [{ layerId: 'b', tokenCount: 2 }] }),
    ],
  },
  {
    title: 'steps in flight are saved, and the run is restored',
    given: {
      ...current,
      checkpoint_store: true,
      context: { layers: { notes: { state: 'x' } }, items: [message('m', 'hi')] },
    },
    calls: [
      call('enter_step', { stepId: 'outer', input: { n: 1 } }),
      call('enter_step', { stepId: 'inner' }),
      call('fail_step', { error: { kind: 'budget_exceeded', field: 'steps', limit: 1, actual: 2 } }),
      call('run_step', { stepId: 'code' }),
      call('checkpoint'),
      call('leave_step'),
      call('restore', {}, { as: 'back' }),
      call('append_item', { item: message('m2', 'again') }, { on: 'back' }),
      call('restore', { state: { z: 1 }, parent: 'back' }),
      call('restore', { executionId: 'missing' }),
    ],
  },
  {
    title: 'children of every kind are created and settled',
    given: { ...current, context: { state: { s: 1 }, items: [message('m', 'hi')] } },
    calls: [
      call('spawn', { items: [message('h', 'from a layer', 'developer')] }, { as: 'child' }),
      call('add_usage', { inputTokens: 3, outputTokens: 4 }, { on: 'child' }),
      call('parallel', { mode: 'race', stepId: 'r' }, { as: 'a' }),
      call('parallel', { mode: 'race', stepId: 'r' }, { as: 'b' }),
      call('append_item', { item: message('x', 'in a branch') }, { on: 'a' }),
      call('set_state', { value: { s: 2 } }, { on: 'a' }),
      call('settle', {}, { on: 'a' }),
      call('settle', {}, { on: 'b' }),
      call('settle', {}, { on: 'child' }),
      call('nest', { levels: 3 }, { as: 'deep' }),
      call('spawn', {}, { on: 'deep' }),
      call('abort', { reason: 'enough' }),
      call('abort', { reason: 'again' }),
      call('spawn', {}, { as: 'late' }),
      call('complete', { value: [1] }),
      call('close_execution'),
    ],
  },
  ...['documented', 'current'].map((dialect) => ({
    title: `channels of every mode are written and read (${dialect})`,
    given: {
      dialect,
      channels: {
        jobs: { mode: 'queue', capacity: 1 },
        cfg: { mode: 'value' },
        inbox: { mode: 'queue', capacity: 1, external: true },
      },
    },
    calls: [
      call('channel', { label: 'news', mode: 'topic', name: 'the-news' }),
      call('recv', { channel: 'news', timeout: -1 }),
      call('recv', { channel: 'cfg', timeout: 50 }),
      call('recv', { channel: 'cfg' }),
      call('send', { channel: 'jobs', value: 1 }),
      call('send', { channel: 'jobs', value: 2 }),
      call('send', { channel: 'jobs', value: 3 }),
      call('try_recv', { channel: 'jobs' }),
      call('recv', { channel: 'jobs', timeout: 5 }),
      call('recv', { channel: 'jobs', timeout: 5 }),
      call('advance', { ms: 60 }),
      call('send', { channel: 'cfg', value: null }),
      call('try_recv', { channel: 'cfg' }),
      call('send', { channel: 'news', value: 'now' }),
      call('open_handle', { channel: 'inbox' }, { as: 'desk' }),
      call('handle_send', { value: 1 }, { on: 'desk' }),
      call('handle_send', { value: 2 }, { on: 'desk' }),
      call('probe_pending', { token: 'wait-1' }),
      call('advance', { ms: 400_000 }),
    ],
  })),
  {
    title: 'memory is read and written',
    given: bumps,
    calls: [
      call('memory_keys'),
      call('layer_keys', { layer: 'c' }),
      call('layer_get', { layer: 'c', name: 'n' }),
      call('layer_call', { layer: 'c', name: 'bump', args: { by: 2 } }),
      call('layer_set_state', { layer: 'c', state: { n: 9 } }),
      call('layer_set_state', { layer: 'c', state: null }),
    ],
  },
];

const forbid = (
  title: string,
  kind: string,
  given: RecordValue,
  calls: readonly OperationCall[],
  attempted: OperationCall,
): ForbiddenCall => ({ title, kind, given, calls, call: attempted });

const response = { items: [], usage: { inputTokens: 1, outputTokens: 1 } };
const stepCalls: readonly OperationCall[] = [
  call('run_step'),
  call('enter_step', { stepId: 's' }),
  call('fail_step', { error: { kind: 'llm_refused' } }),
  call('model_call', { model: 'm', input: 'hi', response }),
];
const channelCalls: readonly OperationCall[] = [
  call('send', { channel: 'jobs', value: 1 }),
  call('recv', { channel: 'jobs' }),
  call('try_recv', { channel: 'jobs' }),
  call('open_handle', { channel: 'jobs' }),
];

const forbidden: readonly ForbiddenCall[] = [
  ...stepCalls.map((step) => forbid('the context was aborted', 'cancelled', {}, [call('abort')], step)),
  ...stepCalls.map((step) =>
    forbid('the context is 64 deep', 'step_failed', {}, [call('nest', { levels: 64 }, { as: 'deep' })], {
      ...step,
      on: 'deep',
    }),
  ),
  ...channelCalls.map((one) =>
    forbid('there is no channel store', 'no_channel_store', { ...jobs, channel_store: false }, [], one),
  ),
  ...channelCalls.map((one) =>
    forbid(
      'children have no channel store in the documented library',
      'no_channel_store',
      jobs,
      [call('spawn', {}, { as: 'child' })],
      {
        ...one,
        on: 'child',
      },
    ),
  ),
  ...channelCalls.map((one) => forbid('the channel is not declared', 'validation_error', {}, [], one)),
  forbid(
    'the context was aborted and the queue is empty',
    'cancelled',
    { ...current, ...jobs },
    [call('abort')],
    call('recv', { channel: 'jobs' }),
  ),
  forbid(
    'the context was aborted and the queue is full',
    'cancelled',
    { ...current, ...jobs },
    [call('send', { channel: 'jobs', value: 1 }), call('abort')],
    call('send', { channel: 'jobs', value: 2 }),
  ),
  forbid(
    'the execution has ended',
    'channel_closed',
    jobs,
    [call('open_handle', { channel: 'jobs' }, { as: 'h' }), call('close_execution')],
    call('handle_send', { value: 1 }, { on: 'h' }),
  ),
  forbid('there is no such handle', 'validation_error', {}, [], call('handle_send', { value: 1 }, { on: 'root' })),
  forbid(
    'the handle’s name is taken',
    'validation_error',
    jobs,
    [call('open_handle', { channel: 'jobs' }, { as: 'h' })],
    call('open_handle', { channel: 'jobs' }, { as: 'h' }),
  ),
  forbid('the item has no type', 'invalid_item', {}, [], call('append_item', { item: { id: '1' } })),
  forbid('the item is null', 'invalid_item', {}, [], call('append_item', { item: null })),
  forbid('the item type is unknown', 'item_schema_mismatch', {}, [], call('append_item', { item: { type: 'a:b' } })),
  forbid(
    'the second item of the response is malformed',
    'invalid_item',
    {},
    [],
    call('model_call', { model: 'm', response: { items: [message('m', 'x'), 1] } }),
  ),
  forbid(
    'the usage is negative',
    'validation_error',
    {},
    [],
    call('model_call', { model: 'm', response: { usage: { inputTokens: -1, outputTokens: 0 } } }),
  ),
  forbid('an item for the child is malformed', 'invalid_item', {}, [], call('spawn', { items: ['x'] })),
  forbid('the list is frozen', 'read_only', {}, [], call('push_to_items', { item: message('m', 'x') })),
  forbid(
    'the state has no such place',
    'validation_error',
    {},
    [],
    call('mutate_state', { path: ['a', 'b'], value: 1 }),
  ),
  forbid('a count is missing', 'validation_error', {}, [], call('add_usage', { inputTokens: 1 })),
  forbid('a count is negative', 'validation_error', {}, [], call('add_usage', { inputTokens: -1, outputTokens: 0 })),
  forbid(
    'a layer reports no count',
    'validation_error',
    {},
    [],
    call('layer_usage', { model: 'm', layers: [{ layerId: 'a' }] }),
  ),
  forbid(
    'the argument is not a number',
    'validation_error',
    bumps,
    [],
    call('layer_call', { layer: 'c', name: 'bump', args: { by: 'x' } }),
  ),
  forbid(
    'the layer has no such function',
    'validation_error',
    bumps,
    [],
    call('layer_call', { layer: 'c', name: 'n' }),
  ),
  forbid('there is no such layer', 'validation_error', bumps, [], call('layer_get', { layer: '__proto__', name: 'n' })),
  forbid(
    'the snapshot is of another version',
    'CHECKPOINT_SCHEMA_MISMATCH',
    {},
    [],
    call('restore', { snapshot: { schemaVersion: 1 } }),
  ),
  forbid(
    'the snapshot is malformed',
    'CHECKPOINT_SCHEMA_MISMATCH',
    {},
    [],
    call('restore', { snapshot: { schemaVersion: 2 } }),
  ),
  forbid('the snapshot is not an object', 'CHECKPOINT_SCHEMA_MISMATCH', {}, [], call('restore', { snapshot: 7 })),
  forbid('the parent does not exist', 'validation_error', {}, [], call('restore', { parent: 'missing' })),
  forbid('the name is taken', 'validation_error', {}, [call('spawn', {}, { as: 'c' })], call('spawn', {}, { as: 'c' })),
  forbid('the chain is too deep', 'validation_error', {}, [], call('nest', { levels: 1001 })),
  forbid('there is no such mode', 'validation_error', {}, [], call('parallel', { mode: 'some' })),
  forbid('there is no such channel mode', 'validation_error', {}, [], call('channel', { label: 'x', mode: 'stack' })),
  forbid('time would run backwards', 'validation_error', {}, [], call('advance', { ms: -1 })),
  forbid('there is no such context', 'validation_error', {}, [], call('complete', {}, { on: 'missing' })),
  forbid('no step is in flight', 'ignored', {}, [], call('leave_step')),
  forbid(
    'the execution has ended already',
    'ignored',
    {},
    [call('spawn', {}, { as: 'c' }), call('settle', {}, { on: 'c' })],
    call('settle', {}, { on: 'c' }),
  ),
  forbid('the execution is closed already', 'ignored', {}, [call('close_execution')], call('close_execution')),
];

export const noeticTesting: MachineTesting = { scripts, forbidden };

/** The session that a script produces. */
export function sessionOf({
  given,
  calls,
}: Pick<MachineScript, 'given' | 'calls'>): Session<NoeticHeader, NoeticEvent> {
  const { events } = run(noeticMachine, { given, calls });
  const session = checkNoetic({ system: 'noetic', header: { title: 'a test', ...given }, events, notes: [] });
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}
