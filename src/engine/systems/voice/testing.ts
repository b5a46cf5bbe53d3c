import type { RecordValue } from '../../model/value.ts';
import type { OperationCall } from '../machine.ts';
import type { ForbiddenCall, MachineScript, MachineTesting } from '../testing.ts';
import { voiceSamples } from './samples.ts';

export const call = (op: string, args: RecordValue = {}): OperationCall => ({ op, args });

export const action = (type: string, fields: RecordValue = {}): OperationCall =>
  call('action', { action: { type, ...fields } });

const context: RecordValue = {
  call_id: 'abc-123',
  tenant_id: 'tenant-a',
  workflow_id: 'meal-logging',
  current_agent: 'meal-agent',
  user: { name: 'Rahul', meals: ['a', 'b'] },
  workflow: { list: [1, 2, 3], deep: { er: { n: 1 } }, plain: 5, none: null },
  flags: { on: true, off: false },
};

const scripts: readonly MachineScript[] = [
  ...voiceSamples,
  {
    title: 'values are written, appended and deleted',
    given: { context },
    calls: [
      call('set', { path: 'workflow.deep.er.n', value: 2 }),
      call('set', { path: 'workflow.deep.er.n', value: 2 }),
      call('set', { path: 'workflow.new.made.on-the way', value: { ['__proto__']: 1 } }),
      call('set', { path: 'workflow.none.filled', value: [] }),
      call('set', { path: 'workflow.list[+]', value: 4 }),
      call('set', { path: 'workflow.list[+]', value: { five: [5] } }),
      call('set', { path: 'workflow.list[4].five[+]', value: 6 }),
      call('set', { path: 'workflow.list[0]', value: 'one' }),
      call('delete', { path: 'workflow.list[-1].five[0]' }),
      call('delete', { path: 'workflow.list[1]' }),
      call('delete', { path: 'workflow.__proto__' }),
      call('set', { path: 'workflow.__proto__.polluted', value: true }),
      call('delete', { path: 'workflow.deep' }),
      call('set', { path: 'flags.on', value: false }),
      call('set', { path: 'agents.other-agent.n', value: 1 }),
      call('set', { path: 'params.x', value: 1 }),
      call('get', { path: 'history[-1].path' }),
      call('who_wrote', { path: 'workflow.list[0]' }),
      call('delete', { path: 'params' }),
      call('set', { path: 'workflow', value: {} }),
      call('to_dict'),
    ],
  },
  {
    title: 'other calls are created, and share nothing with the first',
    given: { context },
    calls: [
      { ...call('new_call', { context: { call_id: 'other', user: { name: 'B' } } }), as: 'other' },
      { ...call('set', { path: 'workflow.mine', value: 1 }), on: 'other' },
      { ...call('user_says', { text: 'hello' }), on: 'other' },
      call('from_dict', { source: { call_id: 'again', workflow: { list: [1] } } }),
      { ...call('switch_agent', { name: 'x' }), on: 'call-3' },
      { ...call('to_dict'), on: 'other' },
      { ...call('get', { path: 'user.name' }), on: 'missing' },
      call('from_dict', { source: 7 }),
    ],
  },
  {
    title: 'texts are resolved, and gaps are recorded',
    given: { context, variables: [{ name: 'user.nick', default: 'you' }, { name: 'user.bare' }, 'odd'] },
    calls: [
      call('resolve', {
        template: '{{user.name}} {{ user.nick }} {{user.bare}} {{tenant.x}} {{now}}',
        at: '2026-05-20T03:00:00Z',
      }),
      call('resolve_dict', { data: { a: ['{{workflow.list}}', 'n: {{workflow.plain}}'], b: '{{user.gone}}', c: 1 } }),
      call('resolve_agent', {
        agent: {
          name: 'x',
          prompt: {
            system: 'Help {{user.name}}',
            greeting: 'Hi {{user.gone}}',
            variables: [{ name: 'user.gone', default: 'you' }],
          },
          tts: { voice_id: '{{user.voice_id}}' },
        },
      }),
      call('preview', { template: '{{user.name}} {{workflow.nothing}} {{user.nick}}' }),
      call('check_skip', { skip_condition: '{{flags.on}}' }),
      call('check_conditions', { conditions: ['on', 'off'] }),
    ],
  },
  {
    title: 'tools run, are blocked and fail',
    given: { context },
    calls: [
      call('begin_tool', { params: { a: 1 }, tool: 't' }),
      action('context.set', { path: 'workflow.copy', value: '{{params}}' }),
      action('context.get', { path: 'workflow.copy' }),
      action('context.delete', { path: 'workflow.copy.a' }),
      action('flag.set', { flag: 'a.b' }),
      action('flag.clear', { flag: 'never-set' }),
      action('respond', { message: 'done {{params.a}}' }),
      action('respond', { message_key: 'done' }),
      action('api_call', { endpoint: 'https://x.example/{{params.a}}', body: '{{params}}' }),
      action('handoff', { target_agent: 'feedback-agent' }),
      call('end_tool', { outcome: 'error', error: 'no answer' }),
      call('call_tool', { tool: 't', params: {}, conditions: ['on', 'off', 'unheard-of'] }),
      call('call_tool', {
        tool: 't',
        params: { b: 2 },
        conditions: ['on'],
        actions: [
          { type: 'context.set', path: 'workflow.half', value: 1 },
          { type: 'context.set', path: 'user.theme', value: 'dark' },
          { type: 'context.set', path: 'workflow.never', value: 1 },
        ],
        on_failure: [{ type: 'respond', message: 'sorry, {{user.name}}' }],
      }),
      call('switch_agent', { name: 'billing-agent' }),
      call('set_agent_state', { key: 'a.b', value: 1 }),
      call('switch_agent', { name: 'billing-agent' }),
      call('switch_agent', { name: 'meal-agent' }),
    ],
  },
];

const forbiddenWrite = (title: string, path: string, kind: string, value: RecordValue[string] = 1): ForbiddenCall => ({
  title,
  given: { context },
  calls: [],
  call: call('set', { path, value }),
  kind,
});

const forbiddenAction = (title: string, fields: RecordValue, kind: string): ForbiddenCall => ({
  title,
  given: { context },
  calls: [],
  call: call('action', { action: fields }),
  kind,
});

const forbidden: readonly ForbiddenCall[] = [
  forbiddenWrite('the path is in user data', 'user.name', 'immutable_namespace'),
  forbiddenWrite('it would append to user data', 'user.meals[+]', 'immutable_namespace'),
  forbiddenWrite('the path is the user namespace', 'user', 'immutable_namespace'),
  forbiddenWrite('the path is in the history', 'history[0]', 'immutable_namespace'),
  forbiddenWrite('a plain value is appended to', 'workflow.plain[+]', 'not_a_list'),
  forbiddenWrite('a namespace is appended to', 'workflow[+]', 'not_a_list'),
  forbiddenWrite('an object is indexed by number', 'workflow.deep[0]', 'not_a_list'),
  forbiddenWrite('a plain value is in the way', 'workflow.plain.x', 'not_a_container'),
  forbiddenWrite('a list is indexed by key', 'workflow.list.x', 'not_a_container'),
  forbiddenWrite('a namespace would not be an object', 'workflow', 'not_a_container'),
  forbiddenWrite('an agent’s state would not be an object', 'agents.meal-agent', 'not_a_container'),
  forbiddenWrite('the list is shorter', 'workflow.list[3]', 'index_out_of_range'),
  forbiddenWrite('there is no list yet', 'workflow.later[0]', 'index_out_of_range'),
  forbiddenWrite('a flag would be a text', 'flags.on', 'flag_not_boolean', 'true'),
  forbiddenWrite('a flag would be an object', 'flags.new.x', 'flag_not_boolean', true),
  forbiddenWrite('flags would not all be booleans', 'flags', 'flag_not_boolean', { a: 1 }),
  forbiddenWrite('the index is negative', 'workflow.list[-1]', 'invalid_path'),
  forbiddenWrite('[+] is in the middle', 'workflow.list[+].x', 'invalid_path'),
  forbiddenWrite('the path is empty', '', 'invalid_path'),
  forbiddenWrite('the path ends in a dot', 'workflow.', 'invalid_path'),
  forbiddenWrite('the path is bare', 'logged_meals[+]', 'unknown_namespace'),
  {
    title: 'the path is in user data',
    given: { context },
    calls: [],
    call: call('delete', { path: 'user.meals[0]' }),
    kind: 'immutable_namespace',
  },
  {
    title: 'the place is missing',
    given: { context },
    calls: [],
    call: call('delete', { path: 'workflow.no.such[3]' }),
    kind: 'ignored',
  },
  {
    title: 'a path with [+] cannot be read',
    given: { context },
    calls: [],
    call: call('get', { path: 'workflow.list[+]' }),
    kind: 'invalid_path',
  },
  {
    title: 'no agent has control',
    given: { context: {} },
    calls: [],
    call: call('set_agent_state', { key: 'k', value: 1 }),
    kind: 'no_current_agent',
  },
  {
    title: 'the agent has control already',
    given: { context },
    calls: [],
    call: call('switch_agent', { name: 'meal-agent' }),
    kind: 'ignored',
  },
  {
    title: 'the agent has control already',
    given: { context },
    calls: [],
    call: call('trigger_handoff', { target: 'meal-agent' }),
    kind: 'ignored',
  },
  {
    title: 'the conditions do not hold',
    given: { context },
    calls: [],
    call: call('trigger_handoff', { target: 'other', conditions: ['off'] }),
    kind: 'ignored',
  },
  {
    title: 'the target is missing',
    given: { context },
    calls: [],
    call: call('trigger_handoff'),
    kind: 'missing_argument',
  },
  {
    title: 'params are not an object',
    given: { context },
    calls: [],
    call: call('begin_tool', { params: 1 }),
    kind: 'invalid_argument',
  },
  {
    title: 'there is no such call',
    given: { context },
    calls: [],
    call: { ...call('get', { path: 'user.name' }), on: 'missing' },
    kind: 'no_such_call',
  },
  {
    title: 'the source of a call is not an object',
    given: { context },
    calls: [],
    call: call('from_dict', { source: 7 }),
    kind: 'no_dict',
  },
  forbiddenAction(
    'the action sets user data',
    { type: 'context.set', path: 'user.x', value: 1 },
    'immutable_namespace',
  ),
  forbiddenAction('the action type is unknown', { type: 'sing' }, 'unknown_action'),
  forbiddenAction('the documentation only names it', { type: 'transform' }, 'unsupported_action'),
  forbiddenAction('the path is missing', { type: 'context.set', value: 1 }, 'invalid_action'),
  forbiddenAction(
    'a flag’s template yields a text',
    { type: 'context.set', path: 'flags.on', value: '{{user.name}}' },
    'flag_not_boolean',
  ),
];

export const voiceTesting: MachineTesting = { scripts, forbidden };
