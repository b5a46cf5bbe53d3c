import type { Value } from '../../../model/value.ts';
import { unreachable } from '../../../../base/unreachable.ts';
import { isSkipped, unmetOf } from '../conditions.ts';
import { isTooLarge } from '../plain.ts';
import { readAction, type Action, type Test } from './action-forms.ts';
import { triggerHandoff } from './agents.ts';
import { type Fault, Running } from './running.ts';
import { get, remove, set } from './values.ts';
import { required } from '../../parameters.ts';
import { done, entryOrNull, refused, type CallDecided, type Operation } from './operation.ts';

/** The result of an action. The text of a `respond` is separate, because it is returned to the agent. */
export type ActionResult =
  | { readonly ok: true; readonly returns: Value; readonly response?: string }
  | { readonly ok: false; readonly fault: Fault };

/** Runs one action. A fault keeps the effects of the preceding actions. */
function runAction(running: Running, value: Value): ActionResult {
  const read = readAction(value);
  if (!read.ok) return { ok: false, fault: read.problem };
  let result: ActionResult = { ok: true, returns: null };
  for (const action of read.value.actions) {
    result = run(running, action);
    if (!result.ok) return result;
  }
  return result;
}

/** Runs actions in order. Each sees the effects of those before it; the first refused action ends the list. */
export function runActions(running: Running, actions: readonly Value[]): ActionResult {
  let response: string | undefined;
  for (const action of actions) {
    const result = runAction(running, action);
    if (!result.ok) return result;
    response = result.response ?? response;
  }
  return { ok: true, returns: null, ...(response === undefined ? {} : { response }) };
}

function run(running: Running, action: Action): ActionResult {
  switch (action.type) {
    case 'context.set': {
      const value = running.data(action.value);
      if (isTooLarge(value)) {
        const message = `The value for ${action.path} is too large. Check the template for a value that contains itself.`;
        return { ok: false, fault: { kind: 'value_too_large', path: action.path, message } };
      }
      return accepted(running, set(running.state, action.path, value));
    }
    case 'context.get':
      return accepted(running, get(running.state, action.path, null));
    case 'context.delete':
      return accepted(running, remove(running.state, action.path));
    case 'flag.set':
    case 'flag.clear':
      running.emit({ type: 'flag-changed', flag: action.flag, value: action.type === 'flag.set' });
      return { ok: true, returns: null };
    case 'respond': {
      // Only the platform knows the text of a message key.
      if (action.message === undefined) return { ok: true, returns: { message_key: action.messageKey ?? null } };
      const response = running.text(action.message);
      return { ok: true, returns: response, response };
    }
    case 'handoff':
      return accepted(running, triggerHandoff(running.state, action.target, action.conditions));
    case 'request':
      return request(running, action);
    case 'conditional':
      return runActions(running, isTrue(running, action.test) ? action.yes : action.no);
    default:
      return unreachable(action);
  }
}

function accepted(running: Running, decided: CallDecided): ActionResult {
  const fault = running.accept(decided);
  if (fault !== undefined) return { ok: false, fault };
  return { ok: true, returns: decided.kind === 'done' ? decided.returns : null };
}

/** Nothing is sent: the event records the request that the platform would have sent. */
function request(running: Running, { url, method, body }: Action & { type: 'request' }): ActionResult {
  const sent = {
    url: running.text(url),
    ...(method === undefined ? {} : { method }),
    ...(body === undefined ? {} : { body: running.data(body) }),
  };
  running.emit({ type: 'request-sent', ...sent });
  return { ok: true, returns: sent };
}

const isTrue = ({ state }: Running, test: Test): boolean =>
  'flags' in test ? unmetOf(state, test.flags).length === 0 : isSkipped(state, test.condition);

export const actionOperations: readonly Operation[] = [
  {
    name: 'action',
    about: 'Runs one action of a tool, such as {"type": "context.set", "path": …, "value": …}.',
    parameters: [required('action', 'map', 'Its type and the fields of that type; templates in it are resolved.')],
    decide(state, args) {
      const running = new Running(state);
      const result = runAction(running, entryOrNull(args, 'action'));
      return result.ok ? done(result.returns, running.events) : refused(result.fault);
    },
  },
];
