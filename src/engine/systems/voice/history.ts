import { unreachable } from '../../../base/unreachable.ts';
import type { History } from '../../model/history.ts';
import { HistoryBuilder, type InvocationFacts, type Moment, type SessionFacts } from '../../model/history-builder.ts';
import type { TokenCounts } from '../../model/tokens.ts';
import { entry, type RecordValue, type Value } from '../../model/value.ts';
import { addDefinitions } from '../tools-defined.ts';
import { filled, type GrowingHistory } from '../system.ts';
import type { AgentSpoke, CallEvent, ModelCalled, ToolBlocked, ToolCalled, ToolEnded } from './event.ts';
import { startOf, type CallHeader } from './header.ts';
import type { CallSession } from './trail.ts';
import { namesOf } from './wide-record.ts';

/**
 * Builds the columns of a call in one pass over its events. Each agent has a context of its own below the call.
 * `context.agent` changes with every switch, so the columns record each switch.
 */
export const historyOf = ({ header, events }: CallSession): History => filled(growing(header), events);

/** Builds the same columns event by event. The outcome of a tool call is recorded before the next call. */
export function growing(header: CallHeader): GrowingHistory<CallEvent> {
  const builder = new HistoryBuilder(factsOf(header));
  let agent = startOf(header).state.current_agent;
  if (agent !== null) builder.state(['agent', 'name'], agent);
  if (header.without_transcript === true) {
    builder.unknownTokensSoFar();
    for (const part of ['input', 'output', '_history']) builder.state([part], undefined);
  }
  let index = 0;
  /** The latest tool call while it runs, with the message of a refused action in it. */
  let open: { failed: string | undefined } | undefined;
  return {
    history: builder.history,
    add(event) {
      if (event.type === 'agent-switched' && event.agent !== agent) {
        agent = event.agent;
        builder.state(['agent', 'name'], agent);
      }
      addEvent(builder, event, { event: index, at: event.at, node: agent ?? undefined, tookMs: undefined });
      index += 1;
      if (event.type === 'tool-called') open = { failed: undefined };
      else if (event.type === 'tool-blocked') open = undefined;
      else if (open !== undefined && event.type === 'operation-failed') {
        open.failed = event.message;
        builder.settled(outcomeOf(undefined, open.failed), undefined);
      } else if (open !== undefined && event.type === 'tool-ended') {
        builder.settled(outcomeOf(event, open.failed), event.took_ms);
        open = undefined;
      }
    },
  };
}

function factsOf(header: CallHeader): SessionFacts {
  const { state } = startOf(header);
  const { user, agents } = state.spaces;
  const email = entry(user, 'email');
  const names = [...namesOf(agents), ...state.agent_history].filter((name) => typeof name === 'string');
  return {
    agent: { name: undefined, namespace: undefined, startedAt: header.started_at },
    user: { id: textOf(entry(user, 'id') ?? entry(user, 'user_id')), email: email === null ? null : textOf(email) },
    model: header.model,
    functions: (header.tools ?? []).map((key) => ({ key, kind: 'tool' })),
    nodes: [...new Set(names)].map((name) => ({ id: name, parent: undefined, title: name })),
  };
}

const textOf = (value: Value | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

function addEvent(builder: HistoryBuilder, event: CallEvent, moment: Moment): void {
  switch (event.type) {
    case 'user-spoke':
      return builder.input(moment, event.text === undefined ? undefined : message(event.text));
    case 'agent-spoke':
      builder.model({ ...moment, tookMs: event.took_ms }, event.text, [], countsOf(event));
      return builder.output(event.at, event.text === undefined ? {} : message(event.text, interruptionOf(event)));
    case 'model-called':
      return builder.model({ ...moment, tookMs: event.took_ms }, event.text, event.planned ?? [], countsOf(event));
    case 'tool-called':
      return builder.capability(moment, invocationOf(event));
    case 'tool-blocked':
      return builder.capability(moment, blocked(event));
    case 'tools-defined':
      return addDefinitions(builder, event, moment.event, (name) => name);
    case 'tool-ended':
    case 'value-set':
    case 'value-appended':
    case 'value-deleted':
    case 'flag-changed':
    case 'agent-state-set':
    case 'handoff-triggered':
    case 'agent-switched':
    case 'placeholder-missed':
    case 'request-sent':
    case 'operation-failed':
    case 'call-made':
    case 'in-call':
      // These events belong to the preceding turn.
      return;
    default:
      return unreachable(event);
  }
}

const message = (text: string, metadata?: RecordValue): RecordValue => ({
  message: [metadata === undefined ? { mimeType: 'text/plain', text } : { mimeType: 'text/plain', text, metadata }],
});

/** Metadata beside the heard text: the intended text, and whether the caller interrupted. */
function interruptionOf({ intended, interrupted }: AgentSpoke): RecordValue | undefined {
  if (intended === undefined && interrupted === undefined) return undefined;
  return { ...(interrupted !== undefined && { interrupted }), ...(intended !== undefined && { intended }) };
}

const countsOf = ({ tokens }: AgentSpoke | ModelCalled): TokenCounts => ({
  prompt: tokens?.prompt,
  completion: tokens?.completion,
  total: tokens?.total,
  cached: tokens?.cached,
});

/** The name of a tool if the recording does not name it. */
const unnamed = 'tool';

const invocationOf = ({ tool = unnamed, params }: ToolCalled): InvocationFacts => ({
  function: tool,
  input: params,
  taskId: null,
  ...outcomeOf(undefined, undefined),
});

/** The outcome of a tool call. A call without a recorded end has no result, unless an action in it was refused. */
function outcomeOf(
  ended: ToolEnded | undefined,
  failed: string | undefined,
): Pick<InvocationFacts, 'output' | 'outcome' | 'reason'> {
  const reason = ended?.error ?? failed;
  const hasFailed = ended === undefined ? failed !== undefined : ended.outcome === 'error';
  return {
    output: ended?.output ?? (hasFailed && reason !== undefined ? { error: reason } : undefined),
    outcome: hasFailed ? 'errored' : ended === undefined ? 'no-result' : 'successful',
    reason: hasFailed ? reason : undefined,
  };
}

function blocked({ tool = unnamed, params, unmet }: ToolBlocked): InvocationFacts {
  const reason = `not set: ${unmet.join(', ')}`;
  return { function: tool, input: params, output: null, outcome: 'restricted', taskId: null, reason };
}
