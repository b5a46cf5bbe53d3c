import { err, ok } from '../../../base/result.ts';
import { entry, isRecord } from '../../model/value.ts';
import { checkedArguments } from '../arguments.ts';
import type { Machine, OperationCall, OperationSpec } from '../machine.ts';
import { optional } from '../parameters.ts';
import { apply } from './apply.ts';
import { fromDict, toDict } from './dict.ts';
import type { CallEvent } from './event.ts';
import { actionOperations } from './operations/actions.ts';
import { agentOperations } from './operations/agents.ts';
import { callOperations } from './operations/calls.ts';
import { refused, type CallDecided, type Operation } from './operations/operation.ts';
import { speechOperations } from './operations/speech.ts';
import { textOperations, variablesIn } from './operations/texts.ts';
import { toolOperations } from './operations/tools.ts';
import { valueOperations } from './operations/values.ts';
import { startCall } from './start.ts';
import type { CallState } from './state.ts';

const operations: readonly Operation[] = [
  ...valueOperations,
  ...textOperations,
  ...agentOperations,
  ...toolOperations,
  ...actionOperations,
  ...speechOperations,
  ...callOperations,
];

const byName = new Map(operations.map((operation) => [operation.name, operation]));

const at = optional('at', 'string', 'The time, as UTC ISO 8601.');

const specs: readonly OperationSpec[] = operations.map(({ name, about, parameters, answeredBy }) => ({
  name,
  about,
  parameters: [...parameters, at],
  ...(answeredBy !== undefined && { answeredBy }),
}));

/** The state machine of a voice agent's CallContext. */
export const voiceMachine: Machine<CallState, CallEvent> = {
  operations: specs,
  start(given) {
    const context = entry(given, 'context') ?? given;
    if (!isRecord(context))
      return err({ code: 'voice/no-context', message: 'To start a call, “context” must be an object.' });
    const now = entry(given, 'now');
    const surroundings = {
      variables: variablesIn(entry(given, 'variables')),
      ...(typeof now === 'string' ? { now } : {}),
    };
    return ok(startCall(context, surroundings).state);
  },
  decide,
  apply,
  toSnapshot: toDict,
  fromSnapshot(value) {
    const restored = fromDict(value);
    return restored.ok ? ok(restored.value.state) : restored;
  },
};

/** Runs the operation on the addressed call; events in another call are wrapped as `in-call`. */
function decide(state: CallState, call: OperationCall): CallDecided {
  const { on } = call;
  if (on === undefined) return decideIn(state, call);
  const otherCall = Object.hasOwn(state.otherCalls, on) ? state.otherCalls[on] : undefined;
  if (otherCall === undefined)
    return refused({ kind: 'no_such_call', on, message: `There is no call “${on.slice(0, 60)}”.` });
  const createsCall = callOperations.some(({ name }) => name === call.op);
  if (createsCall) return decideIn(state, call);
  const decided = decideIn(otherCall, call);
  if (decided.kind !== 'done') return decided;
  return { ...decided, events: decided.events.map((event) => ({ type: 'in-call', call: on, event })) };
}

function decideIn(state: CallState, { op, args: rawArgs, as }: OperationCall): CallDecided {
  const operation = byName.get(op);
  if (operation === undefined)
    return refused({ kind: 'unknown_operation', message: `A call has no operation “${op}”.` });
  const checked = checkedArguments({ name: op, parameters: [...operation.parameters, at] }, rawArgs);
  if (!checked.ok) {
    const { kind, argument, message } = checked.problem;
    return refused({ kind: kind === 'missing' ? 'missing_argument' : 'invalid_argument', argument, message });
  }
  const args = checked.value;
  const when = entry(args, 'at');
  if (typeof when !== 'string') return operation.decide(state, args, as);
  const decided = operation.decide({ ...state, now: when }, args, as);
  return decided.kind === 'done' ? { ...decided, events: stamped(decided.events, when) } : decided;
}

const stamped = (events: readonly CallEvent[], when: string): readonly CallEvent[] =>
  events.map((event) => ({ ...event, at: when }));
