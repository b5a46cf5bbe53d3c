import { below, type Path } from '../../model/path.ts';
import { isRecord, Unknown, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, refusalPart, spokenBy, textOf, type Part } from '../../importing/content/content.ts';
import { readResultContent } from '../../importing/content/result-content.ts';
import { assumed, counted, type ImportReport } from '../../importing/import-report.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { isToolDefinition, noteToolDefinition } from '../../importing/messages/tool-definition.ts';
import { noteReasoning, noteUnnamedCall, noteUnreadMessage } from '../../importing/notes.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { fieldAt, findAt, textAt, type Found } from '../../importing/values/where.ts';

/** Not part of OpenAI's API: logs use the first key; rows of a table that stores a chat use one of the others. */
export const timeIn = (message: Value): Found | undefined => findAt(message, ['timestamp', 'created_at', 'createdAt']);

/** One message; none if it was noted and left out. `loggedAt`: the time of the record around it. */
export function readMessage(
  value: Value,
  place: Path,
  report: ImportReport,
  loggedAt?: string,
): readonly NormalizedMessage[] {
  const role = textAt(value, 'role');
  if (!isRecord(value) || role === undefined) {
    noteUnreadMessage(place, report);
    return [];
  }
  const time = timeIn(value);
  const at = loggedAt ?? (time && readInstant(time.value, [...place, ...time.path], report));
  switch (role) {
    case 'user':
      return [{ role, parts: partsOf(value, place, report), at, place }];
    case 'assistant':
      return [{ ...answerOf(value, place, report), at }];
    case 'tool':
    case 'function':
      if (textAt(value, 'tool_call_id') === undefined && isToolDefinition(value['content'])) {
        noteToolDefinition(place, report);
        return [];
      }
      return [{ role: 'results', parts: [], results: [resultOf(value, place, report)], at, place }];
    case 'system':
    case 'developer':
      return [{ role: 'system', parts: [], place }];
    default:
      report.note(
        'lost',
        'openai-chat/role',
        below(place, 'role'),
        (n) => `${counted(n, 'message')} of a role that Chat Completions does not know, such as “${role}”, left out.`,
      );
      return [];
  }
}

/** A refusal is an answer in words, marked as a refusal. A speaker's name is kept with the parts that belong to the speaker. */
function partsOf(message: RecordValue, place: Path, report: ImportReport): readonly Part[] {
  const written = readContent(message['content'], below(place, 'content'), report);
  // A model that answers by voice has its words beside the sound.
  const spoken = textAt(message, 'audio.transcript');
  const parts = written.length > 0 || spoken === undefined ? written : [{ mimeType: 'text/plain', text: spoken }];
  const refusal = textAt(message, 'refusal') ?? '';
  const whole = refusal === '' ? parts : [...parts, refusalPart(refusal)];
  const name = textAt(message, 'name');
  return name === undefined ? whole : whole.map((part) => spokenBy(part, name));
}

function answerOf(message: RecordValue, place: Path, report: ImportReport): NormalizedMessage {
  const parts = partsOf(message, place, report);
  const { calls, unread } = callsOf(message, place, report);
  // Written by DeepSeek and compatible providers.
  if ((textAt(message, 'reasoning_content') ?? '') !== '') noteReasoning(below(place, 'reasoning_content'), report);
  // Some providers write "no text" as an empty text beside calls.
  const spoken = calls.length > 0 && textOf(parts) === '' ? [] : parts;
  return { role: 'assistant', parts: spoken, calls, unread, place };
}

function callsOf(message: RecordValue, place: Path, report: ImportReport) {
  const { tool_calls: written = null, function_call: single } = message;
  // A print with a depth limit writes an ellipsis for the calls of a message. The ellipsis represents at least one call.
  const list = written instanceof Unknown ? [written] : elementsOf(written);
  const calls = list.flatMap((call, index): readonly RequestedCall[] => {
    const where = [...place, 'tool_calls', index];
    const read = callIn(call, where, report);
    if (read === undefined) noteUnnamedCall(where, report);
    return read === undefined ? [] : [read];
  });
  const unread = list.length - calls.length;
  // Until 2023: one call without an id. A `function` message answers it.
  const before = single === undefined ? undefined : namedCall(single, below(place, 'function_call'), report);
  return { calls: before === undefined ? calls : [...calls, before], unread };
}

/** `custom`: a tool with input in free form. */
function callIn(call: Value, place: Path, report: ImportReport): RequestedCall | undefined {
  const id = textAt(call, 'id');
  const read = namedCall(findAt(call, 'function')?.value, below(place, 'function'), report);
  if (read !== undefined) return { ...read, id, place };
  const name = textAt(call, 'custom.name');
  return name === undefined ? undefined : { id, name, input: findAt(call, 'custom.input')?.value, place };
}

function namedCall(called: Value | undefined, place: Path, report: ImportReport): RequestedCall | undefined {
  const name = textAt(called, 'name');
  if (name === undefined) return undefined;
  const written = fieldAt(called, 'arguments');
  return { id: undefined, name, input: openArguments(written, below(place, 'arguments'), report), place };
}

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | any `tool` or `function` message | successful |
 *
 * Chat Completions has no field for a failed call. Only the text could report a failure, and we do not guess from words.
 */
function resultOf(message: RecordValue, place: Path, report: ImportReport) {
  noteOutcome(place, report);
  const output = readResultContent(message['content'], below(place, 'content'), report) ?? null;
  // `tool_name` is Ollama's form.
  const name = textAt(message, ['name', 'tool_name']);
  return { mark: { id: textAt(message, 'tool_call_id'), name, place }, result: { outcome: 'ok', output } as const };
}

const noteOutcome = assumed(
  'openai-chat/outcome',
  'Chat messages do not say whether a call failed: every result counts as successful, independent of its text.',
);
