import { hookIds } from '../../../model/hooks.ts';
import type { OperationSpec, ParameterSpec } from '../../machine.ts';

const parameter =
  (isRequired: boolean) =>
  (name: string, type: ParameterSpec['type'], about: string): ParameterSpec => ({ name, type, isRequired, about });
const needs = parameter(true);
const takes = parameter(false);

const at = takes('at', 'string', 'When, as UTC ISO 8601; the task’s own clock when left out.');
const message = needs('message', 'list', 'Content parts such as {"mimeType": "text/plain", "text": "hi"}.');
const scope = needs('scope', 'string', `The hook: ${hookIds.join(', ')}.`);
const input = takes('input', 'any', 'The variable input, where the hook has one; {} when left out.');
const output = takes('output', 'any', 'The variable output, where the hook has one; {} when left out.');
const layer = needs('layer', 'string', '"middleware" or "guardrail".');

const functionName = needs('function', 'any', 'The function’s key, or {"ref": …, "capability": …}.');

/** What a person, a model or a runtime does to a task, then what only looks at it. */
export const operationSpecs: readonly OperationSpec[] = [
  {
    name: 'input',
    about: 'The user says something: guardrails look at it, and the task is processing.',
    parameters: [message, takes('params', 'map', 'The agent’s parameters, which stand beside the message.'), at],
  },
  {
    name: 'llm',
    about: 'One model call, with the tokens it took; where there is a manifest, with the prompt that it was given.',
    parameters: [
      takes('prompt', 'number', 'Prompt tokens.'),
      takes('completion', 'number', 'Completion tokens.'),
      takes('total', 'number', 'Their sum, where it is another one.'),
      takes('text', 'string', 'What the model said.'),
      at,
    ],
  },
  {
    name: 'call',
    about:
      'The model calls a capability, with everything around it: limits, bindings, the steps before, the tool or agent, the steps after.',
    parameters: [
      functionName,
      takes('args', 'any', 'What the model passes; {} when left out. An agent takes {"message": "…"}.'),
      takes(
        'result',
        'any',
        'What the tool yields, where it is no CEL tool. For an agent: its answer, without a child task.',
      ),
      takes('error', 'string', 'How the tool fails instead: an HTTP failure or an error of its own.'),
    ],
  },
  {
    name: 'approve',
    about: 'A user approves the review that a call of this task waits for: the call goes on.',
    parameters: [takes('user', 'string', 'Who decides; whoever was asked when left out.')],
  },
  {
    name: 'deny',
    about: 'A user denies the review that a call of this task waits for: review() is false there.',
    parameters: [
      takes('user', 'string', 'Who decides; whoever was asked when left out.'),
      takes('reason', 'string', 'Why.'),
    ],
  },
  {
    name: 'script',
    about: 'The model runs a script of its own: it can call capabilities and name files, and sees nothing else.',
    parameters: [needs('script', 'string', 'An expression such as refund({"amount": 5}).')],
  },
  {
    name: 'invoke',
    about: 'Puts one use of a capability on record as it came out, past all bindings, steps and reviews.',
    parameters: [
      functionName,
      takes('args', 'any', 'What it was called with; {} when left out.'),
      needs('outcome', 'string', '"ok", "error", "blocked_before" or "blocked_after".'),
      takes('output', 'any', 'What it yielded.'),
      takes('error', 'string', 'Why it failed or was stopped.'),
      at,
      takes('task_id', 'string', 'The child task of a delegation.'),
    ],
  },
  {
    name: 'output',
    about:
      'The agent answers, unless a guardrail keeps it back: the task is idle again, and whoever delegated to it goes on.',
    parameters: [message, takes('exposes', 'map', 'The values that the agent exposes, beside the message.'), at],
  },
  {
    name: 'fail',
    about: 'An unrecoverable error: the task is over.',
    parameters: [needs('error', 'string', 'What happened.')],
  },
  {
    name: 'lock',
    about: 'The task is locked for good, as on_fail: lock_task does.',
    parameters: [takes('reason', 'string', 'Why.')],
  },
  { name: 'close', about: 'The runtime closes the task, and with it the tasks that it delegated to.', parameters: [] },
  {
    name: 'advance',
    about: 'Time passes; an age limit is checked before the next action.',
    parameters: [needs('seconds', 'number', 'How much.')],
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
    parameters: [scope, needs('expr', 'string', 'The expression.'), input, output],
  },
  {
    name: 'interpolate',
    about: 'A text in which each {expression} is replaced.',
    parameters: [scope, needs('template', 'string', 'The text.'), input, output],
  },
  {
    name: 'validate_step',
    about: 'Whether a step of middleware or guardrails is one.',
    parameters: [layer, needs('step', 'any', 'The step, as the manifest has it.')],
  },
  {
    name: 'run_steps',
    about: 'Tries out steps of middleware or guardrails in order, with all that they do to the task.',
    parameters: [
      layer,
      needs('list', 'string', '"before" or "after".'),
      takes('function', 'any', 'The function’s key.'),
      takes('sub_capability', 'string', 'What “match” of a step is compared with.'),
      input,
      output,
      needs('steps', 'list', 'The steps, as the manifest has them.'),
    ],
  },
  {
    name: 'function_name',
    about: 'The key under which a declared capability is called.',
    parameters: [
      needs('kind', 'string', '"single", "multi", "agent" or "key".'),
      takes('ref', 'string', 'Of a capability.'),
      takes('capability', 'string', 'Of one with several capabilities.'),
      takes('name', 'string', 'Of an agent.'),
      takes('key', 'string', 'Where only the key is known.'),
      takes('agent', 'boolean', 'Whether that key is an agent’s.'),
    ],
  },
  { name: 'check_capabilities', about: 'Keys that several declarations share.', parameters: [] },
  {
    name: 'scope_variables',
    about: 'The variables of a hook.',
    parameters: [scope],
  },
];
