import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { paramsOf, when } from '../../importing/transcript/call-log.ts';
import type { CallLog } from '../../importing/transcript/call-log.ts';
import { readContent, textOf } from '../../importing/messages/content.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { counted } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { Message, ToolCall } from './format.ts';
import { endOf } from './outcomes.ts';

/** What a list of messages is read into, and when the call began. */
export interface Reading {
  readonly log: CallLog;
  readonly report: ImportReport;
  /** UTC ISO 8601. */
  readonly startedAt: string | undefined;
}

export function readMessages(messages: readonly Value[], place: Path, reading: Reading): void {
  messages.forEach((value, index) => readMessage(value, [...place, index], reading));
}

export function readMessage(value: Value, place: Path, reading: Reading): void {
  const { log, report } = reading;
  const parsed = v.safeParse(Message, value);
  if (!parsed.success) return noteUnread(place, report);
  const message = parsed.output;
  const at = timeOf(message, place, reading);
  const text = message.message ?? textOf(readContent(message.content, [...place, 'content'], report));
  switch (message.role) {
    case 'system':
      return report.note(
        'info',
        'import/system-message',
        place,
        () => 'The system message is not a turn; it is left out.',
      );
    case 'user':
      return log.add({ type: 'user-spoke', ...when(at), text }, place);
    case 'bot':
    case 'assistant':
    case 'tool_calls':
      return readAssistant(message, text, at, place, reading);
    case 'tool':
    case 'tool_call_result':
      return log.returned({
        id: message.toolCallId ?? message.tool_call_id,
        tool: message.name,
        ...endOf({ result: message.result ?? message.content, error: message.error }, place, report),
        at,
        place,
      });
    default:
      return noteUnread(place, report);
  }
}

function readAssistant(message: Message, text: string, at: string | undefined, place: Path, reading: Reading): void {
  const { log } = reading;
  const key = message.toolCalls === undefined ? 'tool_calls' : 'toolCalls';
  const calls = message.toolCalls ?? message.tool_calls ?? [];
  // The text of `tool_calls` is a remark of the platform, such as an empty one, and is not spoken.
  if (text !== '' && message.role !== 'tool_calls') log.add({ type: 'agent-spoke', ...when(at), text }, place);
  if (calls.length > 0) readCalls(calls, [...place, key], at, reading);
}

/** A model call that plans them all, then each of them. */
export function readCalls(calls: readonly Value[], place: Path, at: string | undefined, reading: Reading): void {
  const { log, report } = reading;
  const read = calls.flatMap((value, index) => {
    const callPlace = [...place, index];
    const parsed = v.safeParse(ToolCall, value);
    const tool = parsed.success ? (parsed.output.function?.name ?? parsed.output.name) : undefined;
    if (!parsed.success || tool === undefined) {
      report.note('lost', 'import/call', callPlace, (n) => `${counted(n, 'call')} could not be read.`);
      return [];
    }
    const { id, function: inner, parameters, arguments: written } = parsed.output;
    const given = inner?.arguments ?? inner?.parameters ?? parameters ?? written;
    return [
      { id, tool, params: paramsOf(openArguments(given, callPlace, report), callPlace, report), at, place: callPlace },
    ];
  });
  if (read.length === 0) return;
  log.add({ type: 'model-called', ...when(at), planned: read.map(({ tool }) => tool) }, place);
  for (const call of read) log.called(call);
}

/** Whatever is smaller is no moment since the nineteen-seventies, but seconds since the call began. */
const firstMilliseconds = 1e11;

function timeOf({ time, secondsFromStart }: Message, place: Path, { startedAt, report }: Reading): string | undefined {
  if (time !== undefined && time >= firstMilliseconds) return readInstant(time / 1000, [...place, 'time'], report);
  const seconds = secondsFromStart ?? time;
  if (seconds === undefined || !Number.isFinite(seconds)) return undefined;
  if (startedAt !== undefined) return readInstant(Date.parse(startedAt) / 1000 + seconds, place, report);
  report.note(
    'lost',
    'vapi/no-start',
    place,
    (n) =>
      `${counted(n, 'time')} in seconds since the call began, and when that was is not on record: the moments stay unknown.`,
  );
  return undefined;
}

const noteUnread = (place: Path, report: ImportReport): void =>
  report.note('lost', 'import/message', place, (n) => `${counted(n, 'message')} could not be read.`);
