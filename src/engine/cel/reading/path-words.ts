import type { HookId } from '../../model/hooks.ts';
import type { Expr } from '../ast.ts';

/** `input.order.id` as its root and keys; null for anything but a name followed by fields. */
export function stepsOf(expr: Expr): readonly [root: string, ...keys: string[]] | null {
  const keys: string[] = [];
  for (let at = expr; ; at = at.operand) {
    if (at.kind === 'ident') return [at.name, ...keys];
    if (at.kind !== 'select' || at.optional) return null;
    keys.unshift(at.field.text);
  }
}

/** Words for a path that every rule knows, such as *the tokens used so far*; null for one that only its text says. */
export function pathWords(steps: readonly string[], hook: HookId): string | null {
  const [root, ...keys] = steps;
  if (root === 'context') return contextWords(keys);
  if (root === 'now') return keys.length === 0 ? 'the time of the turn' : null;
  if (root === 'tool') return toolWords(keys);
  const [key, ...deeper] = keys;
  if ((root !== 'input' && root !== 'output') || deeper.length > 0) return null;
  const whole = root === 'input' ? inputWords(hook) : outputWords(hook);
  if (key === undefined) return whole;
  if (key.length < 3 || isClaim.test(key)) return null;
  const name = spaced(key);
  return root === 'input' && isOfCall(hook) ? `the ${name}` : `the ${name} of ${whole}`;
}

/** `isOpen` does not read as the name of a thing. */
const isClaim = /^(is|has|can|should|was)(?=[A-Z_])/;

const isOfCall = (hook: HookId) => hook.startsWith('middleware') || hook === 'tool-expression';

const inputWords = (hook: HookId) => (isOfCall(hook) ? 'the input of the call' : 'the input');
const outputWords = (hook: HookId) =>
  hook === 'guardrail.after' ? 'the answer' : isOfCall(hook) ? 'the result' : 'the output';

function contextWords(keys: readonly string[]): string | null {
  const known = contextPaths.get(keys.join('.'));
  if (known !== undefined) return known;
  const [first, fn, field, ...deeper] = keys;
  if ((first !== 'capabilities' && first !== 'cap') || fn === undefined || field === undefined || deeper.length > 0)
    return null;
  const words = capabilityFields.get(field);
  return fn === '_meta' || words === undefined ? null : `${words} of ${fn}`;
}

/** `tool.call.params.amount` of the CEL AI policy environment. */
function toolWords([key, part, name, ...deeper]: readonly string[]): string | null {
  if (key === 'name' && part === undefined) return 'the name of the tool';
  if (key !== 'call' || part !== 'params' || deeper.length > 0) return null;
  if (name === undefined) return 'the input of the call';
  return name.length < 3 || isClaim.test(name) ? null : `the ${spaced(name)}`;
}

const contextPaths: ReadonlyMap<string, string> = new Map([
  ['llm.tokens.total', 'the number of tokens so far'],
  ['llm.tokens.prompt', 'the number of prompt tokens so far'],
  ['llm.tokens.completion', 'the number of completion tokens so far'],
  ['llm.model', 'the model'],
  ['_history.turn_count', 'the number of turns so far'],
  ['capabilities._meta.count', 'the number of calls so far'],
  ['capabilities._meta.delegation_count', 'the number of delegations so far'],
  ['input', 'the inputs so far'],
  ['output', 'the answers so far'],
  ['user.id', 'the id of the user'],
  ['user.email', 'the email of the user'],
  ['agent.name', 'the name of the agent'],
]);

const capabilityFields: ReadonlyMap<string, string> = new Map([
  ['count_successful', 'the number of successful calls'],
  ['count_errored', 'the number of failed calls'],
  ['count_restricted', 'the number of blocked calls'],
  ['inputs', 'the inputs of the calls'],
  ['outputs', 'the results of the calls'],
  ['timestamps', 'the times of the calls'],
]);

/** `orderId` and `order_id` are *order id*. */
function spaced(key: string): string {
  const words = key.replaceAll(/(?<=[a-z0-9])(?=[A-Z][a-z])|_+/g, ' ').trim();
  return words === '' ? key : words.toLowerCase();
}
