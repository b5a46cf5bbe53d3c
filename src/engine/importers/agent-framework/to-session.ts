import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, type Part } from '../../importing/messages/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { messageIn, noteSystem } from '../../importing/messages/message-list.ts';
import { createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher, type CallMatcher, type RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { noteReasoning } from '../../importing/messages/reasoning.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import type { CallResult, RecordedTokens } from '../../importing/transcript/transcript.ts';
import { Content, Message, type Run } from './format.ts';
import { tokensTold } from '../../importing/values/tokens.ts';

const roleOf = ({ role }: Message): string => (typeof role === 'string' ? role : role.value);

export function titleOf({ messages, id }: Run): string {
  for (const value of messages.slice(0, 20)) {
    const message = v.safeParse(Message, value);
    if (!message.success || roleOf(message.output) !== 'user') continue;
    const [first] = message.output.contents;
    const content = v.safeParse(Content, first);
    if (content.success && content.output.text !== undefined) return shortTitle(content.output.text);
  }
  return `conversation ${typeof id === 'string' || typeof id === 'number' ? id : ''}`.trimEnd();
}

/** `whole`: the record that was read as `run`. */
export function toSession(run: Run, whole: RecordValue, place: Path): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  run.messages.forEach((value, index) => readMessage(value, [...place, 'messages', index], matcher, report));
  return toTaskSession(
    {
      title: titleOf(run),
      importer: 'agent-framework',
      model: run.config?.assistant?.model,
      declared: [],
      recording: recordingOf(whole),
      entries: matcher.entries(),
    },
    report,
  );
}

/** What the benchmark says of the conversation: its task, its settings, how it was judged. */
const recordingOf = (run: RecordValue): RecordValue =>
  Object.fromEntries(Object.entries(run).filter(([key]) => key !== 'messages'));

function readMessage(value: Value, place: Path, matcher: CallMatcher, report: ImportReport): void {
  const message = messageIn(Message, value, place, 'messages', report);
  if (message === undefined) return;
  const at = readInstant(message.created_at, [...place, 'created_at'], report);
  const read = contentsOf(message, [...place, 'contents'], report);
  switch (roleOf(message)) {
    case 'system':
      return noteSystem(place, report);
    case 'user':
      return matcher.addInput({ message: read.parts, at, place });
    case 'assistant':
      matcher.addModelTurn({ message: read.parts, otherwise: '[no text]', tokens: read.tokens, at, place }, read.calls);
      break;
    default:
  }
  for (const { id, result, place: where } of read.results) {
    matcher.addResult({ id, name: undefined, place: where }, { ...result, at });
  }
}

interface Contents {
  readonly parts: Part[];
  readonly calls: RequestedCall[];
  readonly results: { readonly id: string | undefined; readonly result: CallResult; readonly place: Path }[];
  tokens: RecordedTokens | undefined;
}

function contentsOf({ contents }: Message, place: Path, report: ImportReport): Contents {
  const read: Contents = { parts: [], calls: [], results: [], tokens: undefined };
  contents.forEach((value, index) => {
    const where = [...place, index];
    const content = messageIn(Content, value, where, 'contents', report);
    if (content === undefined) return;
    const { type, text, call_id: id, name = 'unknown', details } = content;
    if (type === 'function_call') {
      read.calls.push({
        id,
        name,
        input: openArguments(content.arguments, [...where, 'arguments'], report),
        place: where,
      });
    } else if (type === 'function_result') read.results.push({ id, result: resultOf(content), place: where });
    else if (type === 'usage') {
      read.tokens = tokensTold(details?.input_token_count, details?.output_token_count) ?? read.tokens;
    } else if (type === 'text' && text !== undefined) read.parts.push({ mimeType: 'text/plain', text });
    else if (type === 'text_reasoning') noteReasoning(where, report);
    else read.parts.push(...readContent([value], place, report));
  });
  return read;
}

/**
 * | in a `function_result` | outcome |
 * | --- | --- |
 * | `exception` is set | errored, with its words |
 * | anything else | successful |
 *
 * The framework has no word for a call that was held back.
 */
function resultOf({ exception, result }: Content): CallResult {
  if (exception !== undefined && exception !== null && exception !== '') {
    const words = isRecord(exception) ? exception['message'] : exception;
    return { outcome: 'error', output: undefined, reason: typeof words === 'string' ? words : 'the call failed' };
  }
  return { outcome: 'ok', output: result };
}
