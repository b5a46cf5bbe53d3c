import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { noteSystem } from '../../importing/transcript/message-list.ts';
import { counted, createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import type { CallResult, RecordedTokens } from '../../importing/transcript/transcript.ts';
import { Message, ToolCallingRecord } from './format.ts';
import type { Response } from './format.ts';
import type { Chat, Placed } from './shapes.ts';
import { tokensTold } from '../../importing/transcript/tokens.ts';

export function titleOf({ entries }: Chat): string {
  for (const entry of entries) {
    const words = entry.kind === 'message' ? (taskOf(entry.message) ?? saidBy(entry.message)) : undefined;
    if (words !== undefined && words.trim() !== '') return shortTitle(words);
  }
  return 'chat of CAMEL agents';
}

export function toSession(chat: Chat): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  emitTask(chat, matcher, report);
  for (const entry of chat.entries) {
    if (entry.kind === 'message') tellMessage(entry.message, entry.place, undefined, matcher, report);
    else emitResponse(entry.response, entry.place, matcher, report);
  }
  noteChat(chat, report);
  return toTaskSession(
    { title: titleOf(chat), importer: 'camel', declared: [], recording: {}, entries: matcher.entries() },
    report,
  );
}

/** The task of two agents is in each of their system messages. */
function taskOf({ meta_dict: about }: Message): string | undefined {
  const task = about?.['task'];
  return typeof task === 'string' ? task : undefined;
}

const saidBy = ({ content }: Message): string => textOf(readContent(content, [], createImportReport()));

/** `RoleType.ASSISTANT`, `ASSISTANT` and `assistant` are the same role. */
const roleOf = ({ role_type: type }: Message): string => type.slice(type.lastIndexOf('.') + 1).toLowerCase();

/** Role-playing prompts begin like this for both agents. */
const isSystem = (message: Message): boolean =>
  ['default', 'system', 'critic'].includes(roleOf(message)) || saidBy(message).startsWith('===== RULES OF');

function emitTask({ entries }: Chat, matcher: CallMatcher, report: ImportReport): void {
  const [first] = entries.filter(isBriefing);
  const task = first === undefined ? undefined : taskOf(first.message);
  if (first === undefined || task === undefined) return;
  const place = [...first.place, 'meta_dict', 'task'];
  report.note(
    'assumed',
    'camel/task',
    place,
    () => 'The task that the agents were given is taken for the user’s input.',
  );
  matcher.addInput({ message: [{ mimeType: 'text/plain', text: task }], at: undefined, place });
}

type PlacedMessage = Extract<Placed, { readonly kind: 'message' }>;

const isBriefing = (entry: Placed): entry is PlacedMessage => entry.kind === 'message' && isSystem(entry.message);

function tellMessage(
  message: Message,
  place: Path,
  tokens: RecordedTokens | undefined,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  if (isSystem(message)) return noteSystem(place, report);
  if (message.func_name !== undefined) return emitFunction(message.func_name, message, place, matcher);
  const parts = readContent(message.content, [...place, 'content'], report);
  const named = parts.map((part) => ({ ...part, metadata: { name: message.role_name } }));
  if (roleOf(message) === 'user') matcher.addInput({ message: named, at: undefined, place });
  else matcher.addModelTurn({ message: named, otherwise: '[no text]', tokens, at: undefined, place }, []);
}

/** A message with a result answers the message that requested it. */
function emitFunction(name: string, message: Message, place: Path, matcher: CallMatcher): void {
  const { tool_call_id: id, args, result } = message;
  const isCall = args !== undefined && (result === undefined || result === null);
  if (isCall) {
    const call = { id, name, input: args, place };
    return matcher.addModelTurn({ message: [], tokens: undefined, at: undefined, place }, [call]);
  }
  matcher.addResult({ id, name, place }, resultOf(result));
}

function emitResponse({ msgs, info }: Response, place: Path, matcher: CallMatcher, report: ImportReport): void {
  info?.tool_calls?.forEach((value, index) =>
    emitRecord(value, [...place, 'info', 'tool_calls', index], matcher, report),
  );
  const { prompt_tokens: prompt, completion_tokens: completion } = info?.usage ?? {};
  const tokens = tokensTold(prompt, completion);
  msgs.forEach((value, index) => {
    const where = [...place, 'msgs', index];
    const message = v.safeParse(Message, value);
    // The first one has the tokens of all of them.
    if (message.success) tellMessage(message.output, where, index === 0 ? tokens : none, matcher, report);
    else
      report.note(
        'lost',
        'import/message',
        where,
        (n) => `${counted(n, 'entry', 'entries')} of “msgs” could not be read.`,
      );
  });
}

const none: RecordedTokens = { prompt: 0, completion: 0 };

/** The calls before an answer. The recording does not say which of the model’s answers in between requested them. */
function emitRecord(value: Value, place: Path, matcher: CallMatcher, report: ImportReport): void {
  const record = v.safeParse(ToolCallingRecord, value);
  const name = record.success ? (record.output.tool_name ?? record.output.func_name) : undefined;
  if (!record.success || name === undefined) {
    report.note('lost', 'import/call', place, (n) => `${counted(n, 'call')} could not be read.`);
    return;
  }
  const { args, result, tool_call_id: id } = record.output;
  matcher.addCall({ id, name, input: args, place, result: resultOf(result) });
}

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | a result that begins with `Tool execution failed: `, or is a record with only an `error` | errored, with that text |
 * | anything else | successful |
 */
function resultOf(result: Value | undefined): CallResult {
  const failed = failureIn(result);
  if (failed !== undefined) return { outcome: 'error', output: undefined, reason: failed };
  return { outcome: 'ok', output: result };
}

const Failure = v.strictObject({ error: v.string() });

function failureIn(result: Value | undefined): string | undefined {
  if (typeof result === 'string' && result.startsWith('Tool execution failed: ')) return result;
  const failure = v.safeParse(Failure, result);
  return failure.success ? failure.output.error : undefined;
}

function noteChat({ others }: Chat, report: ImportReport): void {
  const [first] = others;
  if (first !== undefined) {
    report.note(
      'lost',
      'import/message',
      first,
      () => `${counted(others.length, 'entry', 'entries')} could not be read.`,
    );
  }
  report.note('info', 'import/no-times', null, () => 'The messages of CAMEL carry no times.');
}
