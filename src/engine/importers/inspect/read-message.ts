import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { readContent, textOf, type Part } from '../../importing/content/content.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { callsIn } from '../../importing/transcript/message-list.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { CallMatcher, RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { type RecordedTokens, type CallResult, recordedTokens } from '../../importing/transcript/transcript.ts';
import type { Attachments } from './attachments.ts';
import { endOf, type Facts, type StoreChange } from './facts.ts';
import { ToolCall, type Event, type Message } from './format.ts';
import { noteReasoning, noteSystem } from '../../importing/notes.ts';

export interface Reading {
  readonly facts: Facts;
  /** For values from events; the texts of the messages themselves have already been restored. */
  readonly attachments: Attachments;
  readonly matcher: CallMatcher;
  readonly report: ImportReport;
  /** The task of the agent that a call started; returned only once. */
  readonly sentBy: (call: string | undefined) => Pick<RequestedCall, 'to' | 'task'>;
}

/** `event`: the model call that produced the message. */
export function readMessage(
  message: Message,
  place: Path,
  event: Event | undefined,
  { facts, attachments, matcher, report, sentBy }: Reading,
): void {
  const parts = () => partsOf(message.content, [...place, 'content'], report);
  switch (message.role) {
    case 'system':
      return noteSystem(place, report);
    case 'user':
      return matcher.addInput({ message: parts().spoken, at: undefined, place });
    case 'assistant': {
      const { spoken, thinks } = parts();
      const at = timeOf(event, place, report);
      const turn = {
        message: spoken,
        otherwise: thinks ? '[thinking]' : '[no text]',
        ended: endOf(event),
        tokens: tokensOf(event),
        at,
        place,
      };
      return matcher.addModelTurn({ ...turn, tookMs: tookOf(event) }, callsOf(message, place, sentBy, report));
    }
    default: {
      const id = message.tool_call_id;
      const call = facts.toolCall(id);
      const { spoken } = parts();
      const isText = !isEmptyList(message.content) && spoken.every((part) => typeof part['text'] === 'string');
      const output = isText ? textOf(spoken) : spoken;
      const result = outcomeOf(message, refusalOf(facts.refusal(id), attachments), output);
      const at = timeOf(call, place, report);
      matcher.addResult({ id, name: message.function, place }, { ...result, at, tookMs: tookOf(call) });
      for (const change of facts.storeChanges(id)) matcher.addState(resolvedChange(change, attachments));
    }
  }
}

/** A decision about a call is an event, so its explanation may be a reference to a text. */
const refusalOf = (event: Event | undefined, { resolved }: Attachments): Event | undefined => {
  const why = event?.explanation === undefined ? undefined : resolved(event.explanation);
  return event !== undefined && typeof why === 'string' ? { ...event, explanation: why } : event;
};

const isEmptyList = (content: Value | undefined): boolean =>
  content !== undefined && isList(content) && [...content].length === 0;

/** The end of the event if the log has it, otherwise its start. */
const timeOf = (event: Event | undefined, place: Path, report: ImportReport): string | undefined =>
  event && readInstant(event.completed ?? event.timestamp, place, report);

const tookOf = (event: Event | undefined): number | undefined =>
  event?.working_time === undefined ? undefined : Math.round(event.working_time * 1000);

/** Whether `input_tokens` includes tokens read from a cache depends on the provider; the total always includes them. */
function tokensOf(event: Event | undefined): RecordedTokens | undefined {
  const usage = event?.output?.usage;
  const { input_tokens: prompt, output_tokens: completion, total_tokens: total = 0 } = usage ?? {};
  if (prompt === undefined || completion === undefined) return recordedTokens(prompt, completion);
  return recordedTokens(Math.max(prompt, total - completion), completion);
}

function callsOf(
  message: Message,
  place: Path,
  sentBy: Reading['sentBy'],
  report: ImportReport,
): readonly RequestedCall[] {
  const read = (value: Value, where: Path): RequestedCall | undefined => {
    const call = v.safeParse(ToolCall, value);
    if (!call.success) return undefined;
    const { id, function: name, arguments: input } = call.output;
    return { id, name, input, place: where, ...sentBy(id) };
  };
  return callsIn(message.tool_calls, [...place, 'tool_calls'], read, report);
}

export const resolvedChange = ({ state, place }: StoreChange, { resolved }: Attachments) => ({
  state: state.map(({ key, value }) => ({ key, value: value === undefined ? undefined : resolved(value) })),
  place,
});

/** Inspect has its own types for pictures and reasoning. */
function partsOf(
  content: Value | undefined,
  place: Path,
  report: ImportReport,
): { spoken: readonly Part[]; thinks: boolean } {
  if (content === undefined || !isList(content)) {
    return { spoken: content === '' ? [] : readContent(content, place, report), thinks: false };
  }
  const parts = [...content];
  const isThought = (part: Value) => isRecord(part) && part['type'] === 'reasoning';
  const spoken = parts
    .filter((part) => !isThought(part))
    .flatMap((part, index) => partOf(part, [...place, index], report));
  parts.forEach((part, index) => isThought(part) && noteReasoning([...place, index], report));
  return { spoken, thinks: parts.some(isThought) };
}

function partOf(part: Value, place: Path, report: ImportReport): readonly Part[] {
  if (!isRecord(part)) return readContent([part], place.slice(0, -1), report);
  const { type, image } = part;
  if (type === 'image' && typeof image === 'string') {
    return readContent([{ type: 'image_url', image_url: image }], place.slice(0, -1), report);
  }
  return readContent([part], place.slice(0, -1), report);
}

/**
 * | in the log | outcome |
 * | --- | --- |
 * | an event `approval` that decides `reject`, `terminate` or `escalate` about the call | restricted |
 * | `error.type` of the tool message is `approval` or `permission` | restricted, with its message |
 * | any other `error` of the tool message | errored, with its message |
 * | anything else | successful |
 */
function outcomeOf({ error }: Message, refusal: Event | undefined, output: Value): CallResult {
  if (refusal !== undefined || (error?.type !== undefined && restricting.has(error.type))) {
    const reason = error?.message ?? refusal?.explanation ?? 'the call was not approved';
    return { outcome: 'blocked_before', output: undefined, reason };
  }
  if (error === undefined) return { outcome: 'ok', output };
  return { outcome: 'error', output: undefined, reason: error.message ?? error.type ?? 'the call failed' };
}

const restricting = new Set(['approval', 'permission']);
