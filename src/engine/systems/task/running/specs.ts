import { specificationHookIds } from '../../../model/hooks.ts';
import type { OperationSpec } from '../../machine.ts';
import { optional, required } from '../../parameters.ts';

const at = optional('at', 'string', 'When, as UTC ISO 8601; the task’s own clock when left out.');
const message = required('message', 'list', 'Content parts such as {"mimeType": "text/plain", "text": "hi"}.');
const scope = required('scope', 'string', `The hook: ${specificationHookIds.join(', ')}.`);
const input = optional('input', 'any', 'The variable input, where the hook has one; {} when left out.');
const output = optional('output', 'any', 'The variable output, where the hook has one; {} when left out.');
const layer = required('layer', 'string', '"middleware" or "guardrail".');

const functionName = required('function', 'any', 'The function’s key, or {"ref": …, "capability": …}.');

/** The operations of a person, a model or a runtime on a task, then those that only read it. */
export const operationSpecs: readonly OperationSpec[] = [
  {
    name: 'input',
    about: 'The user sends a message: guardrails check it, and the task is processing.',
    parameters: [message, optional('params', 'map', 'The agent’s parameters, beside the message.'), at],
  },
  {
    name: 'llm',
    about: 'One model call, with its tokens and, if there is a manifest, its prompt.',
    parameters: [
      optional('prompt', 'number', 'Prompt tokens.'),
      optional('completion', 'number', 'Completion tokens.'),
      optional('total', 'number', 'The total, if it is not the sum of the two.'),
      optional('text', 'string', 'What the model said.'),
      at,
    ],
  },
  {
    name: 'call',
    about: 'The model calls a capability, with its limits, bindings, steps before, tool or agent, and steps after.',
    parameters: [
      functionName,
      optional(
        'args',
        'any',
        'The arguments that the model passes; {} when left out. An agent takes {"message": "…"}.',
      ),
      optional(
        'result',
        'any',
        'The result of a tool without a CEL expression. For an agent: its answer, without a child task.',
      ),
      optional('error', 'string', 'How the tool fails instead: an HTTP failure or an error of its own.'),
    ],
  },
  {
    name: 'approve',
    about: 'A user approves the review that a call of this task waits for: the call continues.',
    parameters: [optional('user', 'string', 'The person who decides; the requested reviewer when left out.')],
  },
  {
    name: 'deny',
    about: 'A user denies the review that a call of this task waits for: review() is false there.',
    parameters: [
      optional('user', 'string', 'The person who decides; the requested reviewer when left out.'),
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
    about: 'Records one use of a capability with its outcome, without bindings, steps and reviews.',
    parameters: [
      functionName,
      optional('args', 'any', 'Its arguments; {} when left out.'),
      required('outcome', 'string', '"ok", "error", "blocked_before" or "blocked_after".'),
      optional('output', 'any', 'Its result.'),
      optional('error', 'string', 'Why it failed or was stopped.'),
      at,
      optional('task_id', 'string', 'The child task of a delegation.'),
    ],
  },
  {
    name: 'output',
    about:
      'The agent answers, unless a guardrail withholds the answer: the task is idle again, and a waiting parent task continues.',
    parameters: [message, optional('exposes', 'map', 'The values that the agent exposes, beside the message.'), at],
  },
  {
    name: 'fail',
    about: 'An unrecoverable error: the task is over.',
    parameters: [required('error', 'string', 'What happened.')],
  },
  {
    name: 'lock',
    about: 'The task is locked permanently, as by on_fail: lock_task.',
    parameters: [optional('reason', 'string', 'Why.')],
  },
  { name: 'close', about: 'The runtime closes the task and its child tasks.', parameters: [] },
  {
    name: 'advance',
    about: 'Time passes; an age limit is checked before the next action.',
    parameters: [required('seconds', 'number', 'How much.')],
  },
  {
    name: 'status',
    about: 'The status of the task: phase, reason, limit, what its calls wait for, and its child tasks.',
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
    about: 'Checks whether a step of middleware or guardrails is valid.',
    parameters: [layer, required('step', 'any', 'The step, as the manifest has it.')],
  },
  {
    name: 'run_steps',
    about: 'Tries out steps of middleware or guardrails in order, with all their effects on the task.',
    parameters: [
      layer,
      required('list', 'string', '"before" or "after".'),
      optional('function', 'any', 'The function’s key.'),
      optional('sub_capability', 'string', 'The value that “match” of a step is compared with.'),
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
