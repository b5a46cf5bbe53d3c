import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { entry, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, textOf, type Part } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { messageIn } from '../../importing/transcript/message-list.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher, type CallMatcher, type RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import {
  type RecordedTokens,
  type CallResult,
  plusAny,
  recordedTokens,
} from '../../importing/transcript/transcript.ts';
import { type Header, Line, Message, ToolCall } from './format.ts';
import type { Entry } from './lines.ts';
import { wordsIn } from '../../importing/content/reason-in.ts';
import { readResultContent } from '../../importing/content/result-content.ts';
import { noteReasoning } from '../../importing/notes.ts';

export function titleOf(entries: readonly Entry[]): string {
  for (const one of entries.slice(0, 40)) {
    const message = messageOf(one)?.message;
    if (message?.role !== 'user') continue;
    const text = textOf(readContent(message.content, [], createImportReport()));
    if (text.trim() !== '' && !text.startsWith('/')) return shortTitle(text);
  }
  return 'pi session';
}

/** One path through the session's tree; `isOnly` is true when there is no other path. */
export function toSession(entries: readonly Entry[], about: Header | undefined, isOnly: boolean): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const answered = new Set(entries.map((one) => messageOf(one)?.message.toolCallId));
  for (const one of entries) readEntry(one, answered, matcher, report);
  if (!isOnly) {
    report.note(
      'info',
      'pi/branches',
      null,
      () => 'The user went back and went on another way: each way through the session is one of its own.',
    );
  }
  const facts = { session: about?.id, cwd: about?.cwd, provider: about?.provider };
  return toTaskSession(
    {
      title: titleOf(entries),
      importer: 'pi',
      agent: 'pi',
      startedAt: readInstant(about?.timestamp, [0, 'timestamp'], report),
      declared: [],
      recording: Object.fromEntries(
        Object.entries(facts).filter((pair): pair is [string, string] => pair[1] !== undefined),
      ),
      entries: matcher.entries(),
    },
    report,
  );
}

interface PlacedMessage {
  readonly message: Message;
  readonly place: Path;
}

/** The message of a line, or a message without a line around it. */
function messageOf({ value, place, isMessage }: Entry): PlacedMessage | undefined {
  const line = isMessage ? undefined : v.safeParse(Line, value);
  if (line !== undefined && (!line.success || line.output.type !== 'message')) return undefined;
  const message = v.safeParse(Message, line === undefined ? value : line.output.message);
  if (!message.success) return undefined;
  return { message: message.output, place: line === undefined ? place : [...place, 'message'] };
}

function readEntry(one: Entry, answered: Answered, matcher: CallMatcher, report: ImportReport): void {
  const { value, place, isMessage } = one;
  const line = isMessage ? undefined : messageIn(Line, value, place, 'the session', report);
  if (!isMessage && line === undefined) return;
  const known = messageOf(one);
  if (known === undefined) return noteOther(line?.type ?? 'message', place, report);
  const { message } = known;
  const seconds = message.timestamp === undefined ? undefined : message.timestamp / 1000;
  const at = readInstant(line === undefined ? seconds : line.timestamp, [...place, 'timestamp'], report);
  readMessage(known, at, answered, matcher, report);
}

/** Ids of calls that have a result. */
type Answered = ReadonlySet<string | undefined>;

function readMessage(
  { message, place }: PlacedMessage,
  at: string | undefined,
  answered: Answered,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const content = [...place, 'content'];
  switch (message.role) {
    case 'user':
      matcher.addInput({ message: readContent(message.content, content, report), at, place });
      return;
    case 'assistant':
      readAnswer({ message, place }, at, answered, matcher, report);
      return;
    case 'toolResult': {
      const { toolCallId: id, toolName: name } = message;
      matcher.addResult({ id, name, place }, { ...outcomeOf(message, content, report), at });
      return;
    }
    case 'bashExecution':
      report.note(
        'info',
        'pi/own-command',
        place,
        (n) => `${counted(n, 'command')} that the user ran in the session’s shell, no call of the agent: left out.`,
      );
      return;
    default:
      noteOther(message.role, place, report);
  }
}

function readAnswer(
  { message, place }: PlacedMessage,
  at: string | undefined,
  answered: Answered,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const { spoken, calls, thinks } = blocksOf(message.content, [...place, 'content'], report);
  const { stopReason, errorMessage } = message;
  if (stopReason === 'aborted' || stopReason === 'error') {
    report.note(
      'info',
      `pi/${stopReason}`,
      place,
      (n) =>
        `${counted(n, 'answer')} ${stopReason === 'error' ? 'failed' : 'stopped by the user'} (“${errorMessage?.slice(0, 200) ?? ''}”).`,
    );
  }
  const otherwise =
    calls.length > 0 ? undefined : stopReason === 'aborted' ? '[aborted]' : thinks ? '[thinking]' : '[no text]';
  matcher.addModelTurn(
    { message: spoken, otherwise, ended: stopReason, tokens: tokensOf(message), at, model: message.model, place },
    calls.map((call) => withoutRun(call, message, answered)),
  );
}

interface Read {
  readonly spoken: readonly Part[];
  readonly calls: readonly RequestedCall[];
  readonly thinks: boolean;
}

function blocksOf(content: Value | undefined, place: Path, report: ImportReport): Read {
  if (content === undefined || !isList(content))
    return { spoken: readContent(content, place, report), calls: [], thinks: false };
  const spoken: Part[] = [];
  const calls: RequestedCall[] = [];
  let thinks = false;
  [...content].forEach((block, index) => {
    const where = [...place, index];
    const call = v.safeParse(ToolCall, block);
    if (call.success) {
      const { id, name, arguments: input } = call.output;
      calls.push({ id, name, input, place: where });
    } else if (isRecord(block) && entry(block, 'type') === 'thinking') {
      thinks = true;
      noteReasoning(where, report);
    } else spoken.push(...partsOf(block, place, report));
  });
  return { spoken: spoken.filter((part) => part['text'] !== ''), calls, thinks };
}

/** pi's images: `{type: image, data, mimeType}`. */
function partsOf(block: Value, place: Path, report: ImportReport): readonly Part[] {
  const image: RecordValue = isRecord(block) && entry(block, 'type') === 'image' ? block : {};
  const { data, mimeType } = image;
  if (typeof data === 'string' && typeof mimeType === 'string') return [{ mimeType, file: data }];
  return readContent([block], place, report);
}

/** Tokens read from a cache or written to it were part of the prompt. */
function tokensOf({ usage }: Message): RecordedTokens | undefined {
  return recordedTokens(plusAny(usage?.input, usage?.cacheRead, usage?.cacheWrite), usage?.output);
}

function noteOther(type: string, place: Path, report: ImportReport): void {
  switch (type) {
    case 'session':
      return;
    case 'compaction':
      return report.note(
        'info',
        'pi/compacted',
        place,
        (n) =>
          `The conversation was compacted ${n === 1 ? 'once' : `${n} times`}: the model no longer saw what came before.`,
      );
    case 'branch_summary':
    case 'branchSummary':
    case 'compactionSummary':
      return report.note(
        'info',
        'pi/summary',
        place,
        (n) =>
          `${counted(n, 'summary', 'summaries')} of the earlier conversation, for the model: not an input of the user.`,
      );
    case 'custom':
    case 'custom_message':
      return report.note(
        'info',
        'pi/extension',
        place,
        (n) => `${counted(n, 'line')} of an extension of the program: no turn.`,
      );
    case 'model_change':
    case 'thinking_level_change':
    case 'label':
    case 'session_info':
      return report.note('info', 'pi/setting', place, (n) => `${counted(n, 'change')} of the model or its settings.`);
    default:
      return report.note('lost', 'pi/line', place, (n) => `${counted(n, 'line')} of an unknown kind left out.`);
  }
}

/**
 * | in the session | outcome |
 * | --- | --- |
 * | `isError: true` of a tool result | errored, with its text |
 * | any other tool result | successful |
 * | no result, and the answer that requested the call was aborted or failed | restricted: pi runs no call of such an answer |
 *
 * pi never requests permission.
 */
function outcomeOf(message: Message, place: Path, report: ImportReport): CallResult {
  if (message.isError === true) {
    const text = wordsIn(message.content);
    return { outcome: 'error', output: undefined, reason: text === '' ? 'the result is marked as an error' : text };
  }
  return { outcome: 'ok', output: readResultContent(message.content, place, report) };
}

/** `answered`: ids of calls that got a result in spite of that. */
function withoutRun(
  call: RequestedCall,
  { stopReason }: Message,
  answered: ReadonlySet<string | undefined>,
): RequestedCall {
  if ((stopReason !== 'aborted' && stopReason !== 'error') || answered.has(call.id)) return call;
  const reason = `the answer ${stopReason === 'error' ? 'failed' : 'was stopped'} before its calls could run`;
  return { ...call, result: { outcome: 'blocked_before', output: undefined, reason } };
}
