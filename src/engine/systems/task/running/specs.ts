import { hookIds } from '../../../model/hooks.ts';
import type { OperationSpec } from '../../machine.ts';
import { optional, required } from '../../parameters.ts';

const at = optional('at', 'string', 'When, as UTC ISO 8601; the task’s own clock when left out.');
const message = required('message', 'list', 'Content parts such as {"mimeType": "text/plain", "text": "hi"}.');
const scope = required('scope', 'string', `The hook: ${hookIds.join(', ')}.`);
const input = optional('input', 'any', 'The variable input, where the hook has one; {} when left out.');
const output = optional('output', 'any', 'The variable output, where the hook has one; {} when left out.');
const layer = required('layer', 'string', '"middleware" or "guardrail".');

const functionName = required('function', 'any', 'The function’s key, or {"ref": …, "capability": …}.');

/** What a person, a model or a runtime does to a task, then what only looks at it. */
export const operationSpecs: readonly OperationSpec[] = [
  {
    name: 'input',
    about: 'The user says something: guardrails look at it, and the task is processing.',
    parameters: [message, optional('params', 'map', 'The agent’s parameters, which stand beside the message.'), at],
  },
  {
    name: 'llm',
    about: 'One model call, with the tokens it took; where there is a manifest, with the prompt that it was given.',
    parameters: [
      optional('prompt', 'number', 'Prompt tokens.'),
      optional('completion', 'number', 'Completion tokens.'),
      optional('total', 'number', 'Their sum, where it is another one.'),
      optional('text', 'string', 'What the model said.'),
      at,
    ],
  },
  {
    name: 'call',
    about:
      'The model calls a capability, with everything around it: limits, bindings, the steps before, the tool or agent, the steps after.',
    parameters: [
      functionName,
      optional('args', 'any', 'What the model passes; {} when left out. An agent takes {"message": "…"}.'),
      optional(
        'result',
        'any',
        'What the tool yields, where it is no CEL tool. For an agent: its answer, without a child task.',
      ),
      optional('error', 'string', 'How the tool fails instead: an HTTP failure or an error of its own.'),
    ],
  },
  {
    name: 'approve',
    about: 'A user approves the review that a call of this task waits for: the call goes on.',
    parameters: [optional('user', 'string', 'Who decides; whoever was asked when left out.')],
  },
  {
    name: 'deny',
    about: 'A user denies the review that a call of this task waits for: review() is false there.',
    parameters: [
      optional('user', 'string', 'Who decides; whoever was asked when left out.'),
      optional('reason', 'string', 'Why.'),
    ],
  },
  {
    name: 'script',
    about: 'The model runs a script of its own: it can call capabilities and name files, and sees nothing else.',
    parameters: [required('script', 'string', 'An expression such as refund({"amount": 5}).')],
  },
  {
    name: 'invoke',
    about: 'Puts one use of a capability on record as it came out, past all bindings, steps and reviews.',
    parameters: [
      functionName,
      optional('args', 'any', 'What it was called with; {} when left out.'),
      required('outcome', 'string', '"ok", "error", "blocked_before" or "blocked_after".'),
      optional('output', 'any', 'What it yielded.'),
      optional('error', 'string', 'Why it failed or was stopped.'),
      at,
      optional('task_id', 'string', 'The child task of a delegation.'),
    ],
  },
  {
    name: 'output',
    about:
      'The agent answers, unless a guardrail keeps it back: the task is idle again, and whoever delegated to it goes on.',
    parameters: [message, optional('exposes', 'map', 'The values that the agent exposes, beside the message.'), at],
  },
  {
    name: 'fail',
    about: 'An unrecoverable error: the task is over.',
    parameters: [required('error', 'string', 'What happened.')],
  },
  {
    name: 'lock',
    about: 'The task is locked for good, as on_fail: lock_task does.',
    parameters: [optional('reason', 'string', 'Why.')],
  },
  { name: 'close', about: 'The runtime closes the task, and with it the tasks that it delegated to.', parameters: [] },
  {
    name: 'advance',
    about: 'Time passes; an age limit is checked before the next action.',
    parameters: [required('seconds', 'number', 'How much.')],
  },
  {
    name: 'status',
    about: 'How the task stands: phase, reason, limit, what its calls wait for, and its child tasks.',
    parameters: [],
  },
  {
    name: 'offered',
    about: 'The functions that the model is offered, with their parameters; bound ones are hidden from it.',
    parameters: [],
  },
  {
    name: 'eval',
    about: 'An expression at a hook, with its value and type.',
    parameters: [scope, required('expr', 'string', 'The expression.'), input, output],
  },
  {
    name: 'interpolate',
    about: 'A text in which each {expression} is replaced.',
    parameters: [scope, required('template', 'string', 'The text.'), input, output],
  },
  {
    name: 'validate_step',
    about: 'Whether a step of middleware or guardrails is one.',
    parameters: [layer, required('step', 'any', 'The step, as the manifest has it.')],
  },
  {
    name: 'run_steps',
    about: 'Tries out steps of middleware or guardrails in order, with all that they do to the task.',
    parameters: [
      layer,
      required('list', 'string', '"before" or "after".'),
      optional('function', 'any', 'The function’s key.'),
      optional('sub_capability', 'string', 'What “match” of a step is compared with.'),
      input,
      output,
      required('steps', 'list', 'The steps, as the manifest has them.'),
    ],
  },
  {
    name: 'function_name',
    about: 'The key under which a declared capability is called.',
    parameters: [
      required('kind', 'string', '"single", "multi", "agent" or "key".'),
      optional('ref', 'string', 'Of a capability.'),
      optional('capability', 'string', 'Of one with several capabilities.'),
      optional('name', 'string', 'Of an agent.'),
      optional('key', 'string', 'Where only the key is known.'),
      optional('agent', 'boolean', 'Whether that key is an agent’s.'),
    ],
  },
  { name: 'check_capabilities', about: 'Keys that several declarations share.', parameters: [] },
  {
    name: 'scope_variables',
    about: 'The variables of a hook.',
    parameters: [scope],
  },
];
