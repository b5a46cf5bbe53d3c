import type { GateDecision } from '../../model/gate-decision.ts';
import type { History, InvocationOutcome } from '../../model/history.ts';
import { HistoryBuilder, type InvocationFacts, type Moment, type SessionFacts } from '../../model/history-builder.ts';
import type { Session } from '../../model/session.ts';
import type { TokenCounts } from '../../model/tokens.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { unreachable } from '../../../base/unreachable.ts';
import { addDefinitions } from '../tools-defined.ts';
import { filled, type GrowingHistory } from '../system.ts';
import type { CallOutcome, CapabilityInvoked, ResultRecorded, TaskEvent, TokenNumbers } from './event.ts';
import type { TaskHeader } from './header.ts';
import { functionKey, isDelegation, keyOf } from './keys.ts';

/** The columns of a task, in one pass over its events. */
export const historyOf = ({ header, events }: Session<TaskHeader, TaskEvent>): History =>
  filled(growing(header, events), events);

/** The same, event by event. `events` are set for a recording: without a model in its header, its calls name the model. */
export function growing(header: TaskHeader, events?: readonly TaskEvent[]): Required<GrowingHistory<TaskEvent>> {
  const builder = new HistoryBuilder(factsOf(header));
  const { recent } = builder;
  let index = 0;
  let isOver = false;
  return {
    history: builder.history,
    recent,
    add(event) {
      const before = isOver;
      recent.begin();
      recent.did(() => {
        isOver = before;
        index -= 1;
      });
      if (!isOver) addEvent(builder, event, index);
      // The function of a call after the end counts, too: it is recorded.
      if (events !== undefined && event.type === 'model-called' && event.model !== undefined)
        builder.calledModel(event.model);
      isOver ||= isEnd(event);
      index += 1;
    },
  };
}

/** After one of these events a task never changes again. */
export const isEnd = (event: TaskEvent): boolean => isTerminal(event) && event.node === undefined;

const isTerminal = (event: TaskEvent) =>
  event.type === 'failed' || event.type === 'limit-exceeded' || event.type === 'locked' || event.type === 'closed';

const makers: ReadonlySet<TaskEvent['type']> = new Set<TaskEvent['type']>([
  'input-received',
  'model-called',
  'capability-invoked',
  'turn-recorded',
]);
export const makesTurn = ({ type }: TaskEvent): boolean => makers.has(type);

export function factsOf(header: TaskHeader): SessionFacts {
  return {
    agent: { name: header.agent?.name, namespace: header.agent?.namespace, startedAt: header.started_at },
    user: { id: header.user?.id, email: header.user?.email },
    model: header.model,
    contextWindow: header.context_window,
    functions: (header.capabilities ?? []).map((declaration) => ({
      key: functionKey(declaration),
      kind: isDelegation(declaration) ? 'agent' : 'tool',
    })),
    nodes: (header.nodes ?? []).map(({ id, parent, title }) => ({ id, parent, title: title ?? id })),
  };
}

/** Adds one event to the columns; `index` is its position in the session. */
export function addEvent(builder: HistoryBuilder, event: TaskEvent, index: number): void {
  switch (event.type) {
    case 'input-received':
      return builder.input(momentOf(event, index), taskIO(event.message, event.params));
    case 'model-called': {
      const { text, remark, planned, tokens, thinking } = event;
      const names = planned === undefined ? noNames : planned.map((call) => keyOf(call.function));
      return builder.model(momentOf(event, index), text, names, countsOf(tokens), remark, thinking);
    }
    case 'capability-invoked':
      return builder.capability(momentOf(event, index), invocationOf(event));
    case 'result-recorded':
      return builder.invoked(momentOf(event, index), invocationOf(event));
    case 'output-sent':
      return builder.output(event.at, taskIO(event.message, event.exposes));
    case 'turn-recorded':
      return builder.bareTurn(event.kind, momentOf(event, index));
    case 'tokens-totalled':
      // Outputs of a child task belong to the child.
      return event.node === undefined ? builder.tokens(countsOf(event)) : undefined;
    case 'values-stated':
      if (event.node !== undefined) return;
      for (const { path, value } of event.values) builder.state(path, value);
      return;
    case 'tools-defined':
      return addDefinitions(builder, event, index, (ref) => keyOf({ ref }));
    case 'task-created':
      return builder.derived(event.node, event.parent, event.agent);
    case 'clock-advanced':
    case 'file-written':
    case 'call-held':
    case 'review-decided':
    case 'wait-settled':
    case 'status-stated':
      return;
    case 'failed':
    case 'limit-exceeded':
    case 'locked':
    case 'closed':
      return builder.ended(howEnded(event), event.node, event.type === 'locked' ? answerIn(event.withheld) : undefined);
    default:
      return unreachable(event);
  }
}

type Ending = Extract<TaskEvent, { type: 'failed' | 'limit-exceeded' | 'locked' | 'closed' }>;

function howEnded(event: Ending): string {
  switch (event.type) {
    case 'failed':
      return `failed: ${event.error}`;
    case 'limit-exceeded':
      return `limit exceeded: ${event.limit}`;
    case 'locked': {
      const how = event.withheld === undefined ? 'locked' : 'answer withheld, locked';
      return event.reason === undefined ? how : `${how}: ${event.reason}`;
    }
    case 'closed':
      return 'closed';
    default:
      return unreachable(event);
  }
}

/** An earlier transform may have replaced the answer with a value that is not an object. */
const answerIn = (withheld: Value | undefined): RecordValue | undefined =>
  withheld === undefined || isRecord(withheld) ? withheld : { message: withheld };

const noNames: readonly string[] = [];

export const countsOf = (numbers: TokenNumbers | undefined): TokenCounts => ({
  prompt: numbers?.prompt,
  completion: numbers?.completion,
  total: numbers?.total,
  cached: numbers?.cached,
});

type Placed = { at?: string; node?: string; took_ms?: number; gate?: readonly GateDecision[] };

function momentOf(event: Placed, index: number): Moment {
  return { event: index, at: event.at, node: event.node, tookMs: event.took_ms, gate: event.gate };
}

/** One TaskIO: the message and the dynamic keys side by side. The message is well known, so no parameter replaces it. */
export function taskIO(message: Value | undefined, values: RecordValue = {}): RecordValue {
  if (message === undefined) return values;
  // Spreading copies `__proto__` as the ordinary key that it is here.
  return Object.hasOwn(values, 'message') ? { ...values, message } : { message, ...values };
}

const outcomes: { readonly [O in CallOutcome]: InvocationOutcome } = {
  ok: 'successful',
  error: 'errored',
  blocked_before: 'restricted',
  blocked_after: 'restricted',
  pending: 'pending',
  no_result: 'no-result',
};

export function invocationOf(event: CapabilityInvoked | ResultRecorded): InvocationFacts {
  return {
    function: keyOf(event.function),
    input: event.args,
    output: outputOnRecord(event),
    outcome: outcomes[event.outcome],
    taskId: event.task_id ?? null,
    reason: event.error,
  };
}

/** The specification is silent here: `{error: text}` for what errored, null for what did not run. */
function outputOnRecord({ outcome, output, error }: CapabilityInvoked | ResultRecorded): Value | undefined {
  if (output !== undefined) return output;
  if (outcome === 'blocked_before') return null;
  return outcome === 'error' && error !== undefined ? { error } : undefined;
}
