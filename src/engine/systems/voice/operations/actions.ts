import type { Value } from '../../../model/value.ts';
import { unreachable } from '../../../../base/unreachable.ts';
import { isSkipped, unmetOf } from '../conditions.ts';
import { isTooLarge } from '../plain.ts';
import { readAction, type Action, type Given } from './action-forms.ts';
import { triggerHandoff } from './agents.ts';
import { type Fault, Running } from './running.ts';
import { get, remove, set } from './values.ts';
import { required } from '../../parameters.ts';
import { done, entryOrNull, refused, type CallDecided, type Operation } from './operation.ts';

/** What an action came to. What a `respond` says is told apart, because the agent is given it back. */
export type Ran =
  | { readonly ok: true; readonly returns: Value; readonly said?: string }
  | { readonly ok: false; readonly fault: Fault };

/** Runs one action; a fault leaves everything before it as it happened. */
function runAction(running: Running, value: Value): Ran {
  const read = readAction(value);
  if (!read.ok) return { ok: false, fault: read.problem };
  let ran: Ran = { ok: true, returns: null };
  for (const action of read.value.actions) {
    ran = run(running, action);
    if (!ran.ok) return ran;
  }
  return ran;
}

/** Each sees what those before it did; the first that is refused ends them. */
export function runActions(running: Running, actions: readonly Value[]): Ran {
  let said: string | undefined;
  for (const action of actions) {
    const ran = runAction(running, action);
    if (!ran.ok) return ran;
    said = ran.said ?? said;
  }
  return { ok: true, returns: null, ...(said === undefined ? {} : { said }) };
}

function run(running: Running, action: Action): Ran {
  switch (action.type) {
    case 'context.set': {
      const value = running.data(action.value);
      if (isTooLarge(value)) {
        const message = `The value for ${action.path} is larger than anyone can mean.`;
        return { ok: false, fault: { kind: 'value_too_large', path: action.path, message } };
      }
      return taken(running, set(running.state, action.path, value));
    }
    case 'context.get':
      return taken(running, get(running.state, action.path, null));
    case 'context.delete':
      return taken(running, remove(running.state, action.path));
    case 'flag.set':
    case 'flag.clear':
      running.happen({ type: 'flag-changed', flag: action.flag, value: action.type === 'flag.set' });
      return { ok: true, returns: null };
    case 'respond': {
      // The text behind a key is the platform's to know.
      if (action.message === undefined) return { ok: true, returns: { message_key: action.messageKey ?? null } };
      const said = running.text(action.message);
      return { ok: true, returns: said, said };
    }
    case 'handoff':
      return taken(running, triggerHandoff(running.state, action.target, action.conditions));
    case 'request':
      return request(running, action);
    case 'conditional':
      return runActions(running, holds(running, action.given) ? action.yes : action.no);
    default:
      return unreachable(action);
  }
}

function taken(running: Running, decided: CallDecided): Ran {
  const fault = running.take(decided);
  if (fault !== undefined) return { ok: false, fault };
  return { ok: true, returns: decided.kind === 'done' ? decided.returns : null };
}

/** Nothing is sent from here: the event says what the platform would have sent. */
function request(running: Running, { url, method, body }: Action & { type: 'request' }): Ran {
  const sent = {
    url: running.text(url),
    ...(method === undefined ? {} : { method }),
    ...(body === undefined ? {} : { body: running.data(body) }),
  };
  running.happen({ type: 'request-sent', ...sent });
  return { ok: true, returns: sent };
}

const holds = ({ state }: Running, given: Given): boolean =>
  'flags' in given ? unmetOf(state, given.flags).length === 0 : isSkipped(state, given.condition);

export const actionOperations: readonly Operation[] = [
  {
    name: 'action',
    about: 'Runs one action of a tool, such as {"type": "context.set", "path": …, "value": …}.',
    parameters: [required('action', 'map', 'Its type and what that needs; templates in it are resolved.')],
    decide(state, args) {
      const running = new Running(state);
      const ran = runAction(running, entryOrNull(args, 'action'));
      return ran.ok ? done(ran.returns, running.events) : refused(ran.fault);
    },
  },
];
