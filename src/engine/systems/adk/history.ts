import type { History, InvocationOutcome } from '../../model/history.ts';
import { HistoryBuilder, type Moment, type SessionFacts } from '../../model/history-builder.ts';
import { formatInstant } from '../../model/instant.ts';
import type { Session } from '../../model/session.ts';
import { isList, isRecord, type RecordValue, Unknown, type Value } from '../../model/value.ts';
import { addDefinitions } from '../tools-defined.ts';
import { filled, type GrowingHistory } from '../system.ts';
import { OpenCalls } from './calls.ts';
import type { AdkEvent } from './event.ts';
import type { AdkHeader } from './header.ts';
import { Branches, eventBranch, rootAgentOf, textOr } from './nodes.ts';
import {
  callOutcomeOf,
  isFinalResponse,
  isPartial,
  numberOf,
  partsOf,
  silenceOf,
  textOf,
  timestampOf,
  type SessionEvent,
} from './session-event.ts';

/**
 * Builds the columns of a run in one pass over its events: a user message is an input, a complete agent message is a
 * model call, each tool response is a capability invocation.
 */
export const historyOf = ({ header, events }: Session<AdkHeader, AdkEvent>): History =>
  filled(growing(header, events), events);

/**
 * Builds the same columns event by event. `events` may pass the events known in advance: agent and model come from
 * them.
 */
export function growing(header: AdkHeader, events: readonly AdkEvent[] = []): GrowingHistory<AdkEvent> {
  const rootAgent = rootAgentOf(header, events);
  const branches = new Branches(header, rootAgent);
  const builder = new HistoryBuilder(factsOf(header, events, rootAgent));
  const turns = new Turns(builder, branches, header.dialect === 'documented' ? rootAgent : undefined);
  let index = 0;
  return {
    history: builder.history,
    add(event) {
      for (const { id, parent, title } of branches.newIn(event)) builder.derived(id, parent, title);
      if (event.type === 'event-appended') turns.appended(event.event, index);
      else if (event.type === 'event-yielded') turns.yielded(event.event, index);
      else if (event.type === 'tools-defined') addDefinitions(builder, event, index, (name) => name);
      index += 1;
    },
  };
}

function factsOf(header: AdkHeader, events: readonly AdkEvent[], rootAgent: string | undefined): SessionFacts {
  const userId = textOr(header.context?.['user_id'], '') || textOr(header.session?.['user_id'], '');
  return {
    agent: { name: rootAgent, namespace: undefined, startedAt: undefined },
    user: { id: userId === '' ? undefined : userId, email: undefined },
    model: onlyModel(events),
    functions: [],
    nodes: [],
  };
}

/** The model named by the answers; undefined where they name none or different ones. */
function onlyModel(events: readonly AdkEvent[]): string | undefined {
  let model: string | undefined;
  for (const event of events) {
    if (event.type !== 'event-appended' && event.type !== 'event-yielded') continue;
    const response = event.event['llm_response'];
    const version = isRecord(response) ? response['model_version'] : undefined;
    if (typeof version !== 'string' || version === model) continue;
    if (model !== undefined) return undefined;
    model = version;
  }
  return model;
}

class Turns {
  readonly #builder: HistoryBuilder;
  readonly #branches: Branches;
  readonly #documentedRoot: string | undefined;
  readonly #calls = new OpenCalls();
  /** Ids of events that an agent yielded; a runner appends the same events afterwards. */
  readonly #yielded = new Set<string>();

  constructor(builder: HistoryBuilder, branches: Branches, documentedRoot: string | undefined) {
    this.#builder = builder;
    this.#branches = branches;
    this.#documentedRoot = documentedRoot;
  }

  yielded(event: SessionEvent, index: number): void {
    if (typeof event['id'] === 'string') this.#yielded.add(event['id']);
    this.#happened(event, index);
  }

  appended(event: SessionEvent, index: number): void {
    if (typeof event['id'] !== 'string' || !this.#yielded.delete(event['id'])) this.#happened(event, index);
  }

  #happened(event: SessionEvent, index: number): void {
    if (isPartial(event)) return;
    const branch = eventBranch(event);
    const seconds = timestampOf(event);
    const moment: Moment = {
      event: index,
      // A live run has no clock: its events have time zero.
      at: seconds === undefined || seconds === 0 ? undefined : formatInstant(Math.round(seconds * 1000)),
      node: this.#branches.nodeOf(event),
      tookMs: undefined,
    };
    switch (event['type']) {
      case 'user_message':
        return this.#builder.input(moment, { message: messageOf(event) });
      case 'agent_message':
        return this.#spoke(event, moment, branch);
      case 'tool_response':
        return this.#responded(event, moment);
      default:
        return;
    }
  }

  #spoke(event: SessionEvent, moment: Moment, branch: string): void {
    const isForTool = this.#calls.serves(branch);
    const planned: string[] = [];
    for (const part of partsOf(event)) {
      if (part['type'] !== 'tool_call') continue;
      const name = textOr(part['tool_name'], '');
      planned.push(name);
      this.#calls.request(textOr(part['tool_call_id'], ''), name, part['args'], this.#branchesBelow(branch, name));
    }
    const tokens = tokensOf(event['llm_response']);
    this.#builder.model(moment, textOf(event), planned, tokens, silenceOf(event));
    // The answer of an agent behind a tool goes to the calling agent, not to the user.
    if (!isForTool && isFinalResponse(event)) this.#builder.output(moment.at, { message: messageOf(event) });
  }

  /** The branch in which an agent of that name works, according to the dialect. */
  #branchesBelow(branch: string, name: string): readonly string[] {
    if (branch !== '') return [`${branch}.${name}`];
    return this.#documentedRoot === undefined ? [name] : [`${this.#documentedRoot}.${name}`];
  }

  #responded(event: SessionEvent, moment: Moment): void {
    const responses = partsOf(event).filter(({ type }) => type === 'tool_response');
    if (responses.length === 0) return this.#builder.bareTurn('capability', moment);
    for (const part of responses) {
      const { kind, reason } = callOutcomeOf(part);
      // The call stays open; a later response answers it and makes the turn.
      if (kind === 'pending') continue;
      const call = this.#calls.answered(textOr(part['tool_call_id'], ''), textOr(part['tool_name'], ''));
      this.#builder.capability(moment, {
        function: textOr(part['tool_name'], '') || (call?.name ?? ''),
        input: call?.args,
        output: outputOf(outcomes[kind], reason, part['result']),
        outcome: outcomes[kind],
        taskId: call?.child ?? null,
        reason,
      });
    }
  }
}

const outcomes = {
  successful: 'successful',
  errored: 'errored',
  restricted: 'restricted',
  waiting: 'pending',
  no_result: 'no-result',
} as const satisfies { readonly [kind: string]: InvocationOutcome };

function outputOf(
  outcome: InvocationOutcome,
  reason: string | undefined,
  result: Value | undefined,
): Value | undefined {
  if (outcome === 'errored') return { error: reason ?? '' };
  if (outcome === 'pending' || outcome === 'no-result') return undefined;
  return outcome === 'restricted' ? null : result;
}

function tokensOf(response: Value | undefined) {
  const { input_tokens, output_tokens }: RecordValue = isRecord(response) ? response : {};
  return { prompt: numberOf(input_tokens), completion: numberOf(output_tokens), total: undefined };
}

/** The content of an event as parts of the task context: `{mimeType, text?, file?, metadata?}`. */
function messageOf({ content }: SessionEvent): Value {
  const parts = content !== undefined && isRecord(content) ? content['parts'] : content;
  if (parts instanceof Unknown) return parts;
  if (parts === undefined || !isList(parts)) return [];
  const message = [...parts].map((part) =>
    isRecord(part) ? contentPart(part) : part instanceof Unknown ? part : undefined,
  );
  return message.filter((part) => part !== undefined);
}

/** Tool calls, tool responses and thoughts are not part of the message. */
function contentPart(part: RecordValue): RecordValue | undefined {
  const { text, data, uri, inline_bytes, name, mime_type } = part;
  switch (part['type']) {
    case 'text':
      return { mimeType: 'text/plain', text: text ?? '' };
    case 'data':
      return { mimeType: 'application/json', metadata: data ?? null };
    case 'file': {
      const file = [uri, inline_bytes, name].find((source) => typeof source === 'string');
      const mimeType = typeof mime_type === 'string' ? mime_type : 'application/octet-stream';
      return file === undefined ? { mimeType } : { mimeType, file };
    }
    default:
      return undefined;
  }
}
