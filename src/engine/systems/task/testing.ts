import type { RecordValue } from '../../model/value.ts';
import type { OperationCall } from '../machine.ts';
import type { ForbiddenCall, MachineScript, MachineTesting } from '../testing.ts';
import { taskSamples } from './samples.ts';

const call = (op: string, args: RecordValue = {}, on?: string): OperationCall => ({
  op,
  args,
  ...(on !== undefined && { on }),
});

const say = (text: string): RecordValue => ({ message: [{ mimeType: 'text/plain', text }] });

const asking = (assert: string): RecordValue => ({
  started_at: '2026-05-20T03:00:00Z',
  script_results: { refund: { ok: true }, audit: 1 },
  manifest: {
    name: 'support',
    mount: 'task',
    capabilities: { refund: { before: [{ assert }] }, audit: '*', helper: '*' },
  },
  agents: { helper: { capabilities: { refund: { after: [{ assert }] }, deeper: '*' } }, deeper: {} },
});

const scripts: readonly MachineScript[] = [
  ...taskSamples,
  {
    title: 'what is put on record by hand',
    given: { limits: { max_turns: 3 }, capabilities: [{ kind: 'single', ref: 'slack-post' }] },
    calls: [
      call('input', { ...say('hi'), params: { ['__proto__']: 'an ordinary key' }, at: '2026-05-20T03:00:00Z' }),
      call('llm', { prompt: 5, total: 9 }),
      call('invoke', { function: 'slack_post', outcome: 'error', error: 'HTTP 500' }),
      call('invoke', { function: { ref: 'github-file', capability: 'read-chunk' }, outcome: 'ok', output: 1.5 }),
      call('invoke', { function: 'research', outcome: 'ok', output: null, task_id: 'child-1' }),
      call('output', { ...say('done'), exposes: { n: 1 } }),
      call('status'),
      call('llm', {}),
      call('llm', {}),
      call('llm', {}),
    ],
  },
  {
    title: 'reviews are requested in steps, in a tool, in a script and below a delegation',
    given: asking('review("ann") || review("bob")'),
    calls: [
      call('input', say('go')),
      call('call', { function: 'refund', args: { amount: 5 } }),
      call('llm', {}),
      call('deny', {}),
      call('approve', { user: 'bob' }),
      call('script', { script: '[audit({"n": 1}), refund({"n": 2})]' }),
      call('approve', {}),
      call('call', { function: 'helper', args: { message: 'help' } }),
      call('call', { function: 'refund', args: {} }, 'task2'),
      call('call', { function: 'audit' }),
      call('deny', {}, 'task2'),
      call('deny', { reason: 'no' }, 'task2'),
      call('call', { function: 'deeper', args: { message: 'more' } }, 'task2'),
      call('advance', { seconds: 61 }),
      call('output', say('deep'), 'task3'),
      call('lock', {}, 'task2'),
      call('fail', { error: 'unreachable' }),
    ],
  },
  {
    title: 'what only looks, and steps that are tried out',
    given: {
      ...asking('true'),
      capabilities: [
        { kind: 'single', ref: 'a-b' },
        { kind: 'single', ref: 'a_b' },
      ],
    },
    calls: [
      call('offered'),
      call('function_name', { kind: 'multi', ref: 'a', capability: 'b-c' }),
      call('check_capabilities'),
      call('scope_variables', { scope: 'binding' }),
      call('eval', { scope: 'tool-expression', expr: 'mount.write("f", "text")' }),
      call('interpolate', { scope: 'prompt', template: 'Hello {context.agent.name} {nope}' }),
      call('validate_step', { layer: 'guardrail', step: { assert: 'true' } }),
      call('run_steps', { layer: 'middleware', list: 'after', output: 1, steps: [{ transform: '{"n": output}' }] }),
      call('run_steps', { layer: 'middleware', list: 'before', steps: [{ assert: 'review("ann")' }] }),
      call('close'),
    ],
  },
];

const refused = (title: string, kind: string, calls: readonly OperationCall[], last: OperationCall): ForbiddenCall => ({
  title,
  kind,
  given: asking('review("ann")'),
  calls,
  call: last,
});

/** The calls that change a task. */
const acting: readonly OperationCall[] = [
  call('input', say('x')),
  call('llm'),
  call('call', { function: 'audit' }),
  call('script', { script: 'audit({})' }),
  call('invoke', { function: 'audit', outcome: 'ok' }),
  call('run_steps', { layer: 'middleware', list: 'before', steps: [] }),
  call('output', say('x')),
];
const ending: readonly OperationCall[] = [call('fail', { error: 'x' }), call('lock'), call('close')];

const waiting = [call('call', { function: 'refund' })];
const delegated = [call('call', { function: 'helper', args: { message: 'x' } })];

const forbidden: readonly ForbiddenCall[] = [
  ...[...acting, ...ending].map((late) => refused('the task is over', 'task_terminal', [call('close')], late)),
  ...acting.map((early) => refused('a review is awaited', 'task_suspended', waiting, early)),
  ...['input', 'output'].map((op) =>
    refused('a child task is at work', 'task_suspended', delegated, call(op, say('x'))),
  ),
  refused('a child task is at work', 'task_suspended', delegated, call('llm')),
  refused('no review is open', 'no_review', [], call('approve')),
  refused('the child task is the one that waits', 'no_review', delegated, call('deny')),
  refused('another user is the reviewer', 'not_the_reviewer', waiting, call('approve', { user: 'bob' })),
  refused('there is no such task', 'unknown_object', [], call('llm', {}, 'unknown')),
  refused('the agent has no such capability', 'unknown_capability', [], call('call', { function: 'toString' })),
  refused('the function is not a function name', 'invalid_argument', [], call('call', { function: 7 })),
  refused('there is no message', 'missing_message', [], call('input')),
  refused('there is no message to answer with', 'missing_message', [], call('output')),
  refused('an argument has the wrong type', 'invalid_argument', [], call('llm', { prompt: 'many' })),
  refused('an argument is out of range', 'invalid_argument', [], call('llm', { prompt: -1 })),
  refused('it would run backwards', 'invalid_argument', [], call('advance', { seconds: -1 })),
  refused(
    'a step is none',
    'invalid_step',
    [],
    call('run_steps', { layer: 'middleware', list: 'before', steps: [{}] }),
  ),
  refused(
    'a guardrail would block',
    'invalid_step',
    [],
    call('validate_step', { layer: 'guardrail', step: { assert: '1', on_fail: 'block' } }),
  ),
  refused('the script cannot be read', 'parse_error', [], call('script', { script: '1 +' })),
  refused('the script sees no context', 'not_in_scope', [], call('script', { script: 'context.user.id' })),
  refused(
    'only a call can ask for a review',
    'pending',
    [],
    call('eval', { scope: 'middleware.before', expr: 'review("ann")' }),
  ),
];

export const taskTesting: MachineTesting = { scripts, forbidden };
