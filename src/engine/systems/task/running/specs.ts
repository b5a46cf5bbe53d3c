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

/** What a person or a runtime does to a task, then what only looks at it. */
export const operationSpecs: readonly OperationSpec[] = [
  {
    name: 'input',
    about: 'The user says something: the task is processing.',
    parameters: [message, takes('params', 'map', 'The agent’s parameters, which stand beside the message.'), at],
  },
  {
    name: 'llm',
    about: 'One model call, with the tokens it took.',
    parameters: [
      takes('prompt', 'number', 'Prompt tokens.'),
      takes('completion', 'number', 'Completion tokens.'),
      takes('total', 'number', 'Their sum, where it is another one.'),
      takes('text', 'string', 'What the model said.'),
      at,
    ],
  },
  {
    name: 'invoke',
    about: 'One use of a capability, whether it ran or was stopped.',
    parameters: [
      needs('function', 'any', 'The function’s key, or {"ref": …, "capability": …}.'),
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
    about: 'The agent answers: the task is idle again.',
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
  { name: 'close', about: 'The runtime closes the task.', parameters: [] },
  {
    name: 'advance',
    about: 'Time passes; an age limit is checked before the next action.',
    parameters: [needs('seconds', 'number', 'How much.')],
  },
  { name: 'status', about: 'How the task stands: phase, reason, limit.', parameters: [] },
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
    about: 'Runs steps of middleware or guardrails in order, with all that they do.',
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
