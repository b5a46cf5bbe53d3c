import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';
import { readContent, textOf, type Part } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { messageIn } from '../../importing/transcript/message-list.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher, type CallMatcher, type RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { callOf, spokenIn, returned } from './calls.ts';
import { ApiMessage, ToolReturn } from './format.ts';
import type { Messages } from './shapes.ts';
import { noteReasoning, noteSystem } from '../../importing/notes.ts';
import { denied } from '../../importing/responses/response-calls.ts';

export function titleOfMessages({ list }: Messages): string {
  for (const one of isNewestFirst(list) ? list.slice(-20).toReversed() : list.slice(0, 20)) {
    const message = v.safeParse(ApiMessage, one);
    if (!message.success || message.output.message_type !== 'user_message') continue;
    const words = textOf(readContent(message.output.content ?? message.output.user_message, [], createImportReport()));
    if (words.trim() !== '') return shortTitle(words);
  }
  return 'response of a Letta agent';
}

/** Messages with the same id are one step: the model's reasoning and the call or answer that followed. */
export function sessionOfMessages(messages: Messages): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const spoken = new Set<string>();
  for (const [index, value] of inTime(messages, report)) {
    const place = [...messages.place, index];
    const message = messageIn(ApiMessage, value, place, 'messages', report);
    if (message !== undefined) emit(message, value, place, spoken, matcher, report);
  }
  const total = tokensOf(messages.usage);
  if (total !== undefined) matcher.addTotals(total, ['usage']);
  return toTaskSession(
    { title: titleOfMessages(messages), importer: 'letta', declared: [], recording: {}, entries: matcher.entries() },
    report,
  );
}

/** The API lists the newest message first unless the request sets another order. The dates show the order. */
function inTime({ list, place }: Messages, report: ImportReport): Iterable<readonly [number, Value]> {
  if (!isNewestFirst(list)) return list.entries();
  report.note(
    'assumed',
    'letta/newest-first',
    place,
    () => 'The messages are listed newest first, as the dates show: they are shown in the order of time.',
  );
  return [...list.entries()].toReversed();
}

function isNewestFirst(list: readonly Value[]): boolean {
  const dates = [list[0], list.at(-1)].map((one) => {
    const message = v.safeParse(ApiMessage, one ?? null);
    const date = message.success ? message.output.date : undefined;
    return typeof date === 'string' ? Date.parse(date) : Number.NaN;
  });
  const [first = Number.NaN, last = Number.NaN] = dates;
  return first > last;
}

/** `value`: the message as the file writes it. */
function emit(
  message: ApiMessage,
  value: Value,
  place: Path,
  spoken: Set<string>,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const { date } = message;
  const written = typeof date === 'string' || typeof date === 'number' ? date : undefined;
  const at = readInstant(written, [...place, 'date'], report);
  switch (message.message_type) {
    case 'user_message':
      matcher.addInput({ message: readContent(message.content ?? message.user_message, place, report), at, place });
      return;
    case 'assistant_message': {
      const parts = readContent(message.content ?? message.assistant_message, place, report);
      matcher.addModelTurn({ message: parts, tokens: undefined, at, place }, []);
      return;
    }
    case 'function_call':
    case 'tool_call_message':
    case 'approval_request_message':
      emitCalls(message, at, place, spoken, matcher, report);
      return;
    case 'function_return':
    case 'tool_return_message':
      emitReturn(message, at, place, spoken, matcher, report);
      return;
    case 'approval_response_message': {
      for (const { tool_call_id, approval_request_id, approve, reason } of decisionsOf(message)) {
        // The request is a message that contains the call; the message's own id identifies no call.
        const asked = { id: tool_call_id ?? approval_request_id, name: undefined, place };
        const mark = tool_call_id === undefined && !matcher.hasOpenCall(asked) ? { ...asked, id: undefined } : asked;
        if (approve === false && matcher.hasOpenCall(mark)) matcher.addResult(mark, { ...denied(reason), at });
      }
      return;
    }
    case 'usage_statistics': {
      const total = tokensOf(value);
      if (total !== undefined) matcher.addTotals(total, place);
      return;
    }
    case 'ping':
    case 'stop_reason':
      noteProgram(place, report);
      return;
    case 'system_message':
      noteSystem(place, report);
      return;
    case 'internal_monologue':
    case 'reasoning_message':
    case 'hidden_reasoning_message':
      noteReasoning(place, report);
      return;
    default:
      report.note(
        'lost',
        'letta/kind',
        place,
        (n) => `${counted(n, 'message')} of a kind that is not known here: left out.`,
      );
  }
}

const noteProgram = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'letta/program',
    place,
    (n) => `${counted(n, 'message')} about the stream itself (why it stopped, that it is alive): not shown as turns.`,
  );

/** One decision for each call where the model requested several; otherwise the message itself is the decision. */
function decisionsOf(message: ApiMessage): readonly ApiMessage[] {
  const { approvals = [], reason } = message;
  const each = approvals.flatMap((one) => {
    const read = v.safeParse(ToolReturn, one);
    return read.success && read.output.approve !== undefined ? [{ ...message, reason, ...read.output }] : [];
  });
  return each.length > 0 ? each : [message];
}

function emitCalls(
  message: ApiMessage,
  at: string | undefined,
  place: Path,
  spoken: Set<string>,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const written = message.tool_calls ?? [message.tool_call ?? message.function_call ?? null];
  const read = written.map((one) => callOf(one, place, report));
  const calls: RequestedCall[] = [];
  const said: Part[] = [];
  for (const call of read) {
    const words = call && spokenIn(call);
    if (words !== undefined) {
      said.push({ mimeType: 'text/plain', text: words });
      if (call?.id !== undefined) spoken.add(call.id);
    } else if (call !== undefined) calls.push(call);
  }
  matcher.addModelTurn(
    { message: said, tokens: undefined, at, place },
    calls,
    read.filter((call) => call === undefined).length,
  );
}

function emitReturn(
  message: ApiMessage,
  at: string | undefined,
  place: Path,
  spoken: ReadonlySet<string>,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const id = message.tool_call_id ?? message.function_call_id;
  if (id !== undefined && spoken.has(id)) {
    report.note(
      'info',
      'letta/send-message',
      place,
      (n) => `${counted(n, 'use')} of “send_message” shown as what the agent said; what the tool returned is left out.`,
    );
    return;
  }
  const output = message.tool_return ?? message.function_return;
  matcher.addResult({ id, name: message.name, place }, { ...returned(message.status, output), at });
}
