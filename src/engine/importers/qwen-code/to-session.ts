import type { Path } from '../../model/path.ts';
import { entry, isRecord, type RecordValue } from '../../model/value.ts';
import { readParts } from '../../importing/messages/any-message-parts.ts';
import { textOf } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher, type CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { type CallResult, type RecordedTokens, recordedTokens } from '../../importing/transcript/transcript.ts';
import type { Line } from './format.ts';
import type { Entry } from './lines.ts';
import { noteSystemLine } from './notes.ts';

export function titleOf(entries: readonly Entry[]): string {
  for (const { line } of entries) {
    if (line.type !== 'user') continue;
    const text = textOf(readParts(line.message?.parts, [], createImportReport()).parts);
    if (text.trim() !== '') return shortTitle(text);
  }
  return 'Qwen Code chat';
}

/** `unread`: places of lines that do not belong to a chat. */
export function toSession(entries: readonly Entry[], unread: readonly Path[]): ReadSession {
  const report = createImportReport();
  for (const place of unread) {
    report.note('lost', 'qwen-code/line', place, (n) => `${counted(n, 'line')} of an unknown kind left out.`);
  }
  const matcher = createCallMatcher(report);
  for (const one of entries) readLine(one, matcher, report);
  const models = new Set(entries.flatMap(({ line }) => (line.type === 'assistant' ? (line.model ?? []) : [])));
  const [model] = models;
  const [first] = entries;
  return toTaskSession(
    {
      title: titleOf(entries),
      importer: 'qwen-code',
      agent: 'Qwen Code',
      model: models.size === 1 ? model : undefined,
      startedAt: readInstant(first?.line.timestamp, [...(first?.place ?? []), 'timestamp'], report),
      declared: [],
      recording: recordingOf(first?.line),
      entries: matcher.entries(),
    },
    report,
  );
}

function recordingOf(line: Line | undefined): RecordValue {
  const facts = { session: line?.sessionId, version: line?.version, cwd: line?.cwd, branch: line?.gitBranch };
  return Object.fromEntries(Object.entries(facts).filter((pair): pair is [string, string] => pair[1] !== undefined));
}

function readLine({ line, place }: Entry, matcher: CallMatcher, report: ImportReport): void {
  if (line.type === 'system') return noteSystemLine(line, place, report);
  const at = readInstant(line.timestamp, [...place, 'timestamp'], report);
  const { parts, calls, results, isReasoning } = readParts(line.message?.parts, [...place, 'message', 'parts'], report);
  for (const { mark, result } of results) {
    const named = { ...mark, id: mark.id ?? line.toolCallResult?.callId };
    matcher.addResult(named, { ...outcomeOf(line, opened(result)), at });
  }
  switch (line.type) {
    case 'user':
      if (line.subtype !== undefined && byProgram.has(line.subtype)) return noteByProgram(place, report);
      if (parts.length > 0 || results.length === 0) matcher.addInput({ message: parts, at, place });
      return;
    case 'assistant': {
      const otherwise = calls.length > 0 ? undefined : isReasoning ? '[thinking]' : '[no text]';
      return matcher.addModelTurn(
        { message: parts, otherwise, tokens: tokensOf(line), at, model: line.model, place },
        calls,
      );
    }
    default:
  }
}

/** Messages that the program writes to the model with the user's role. */
const byProgram = new Set(['goal_runtime', 'agent_bootstrap', 'agent_launch_prompt', 'agent_retry']);

const noteByProgram = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'qwen-code/by-program',
    place,
    (n) => `${counted(n, 'message')} that the program wrote for the model in the user’s place: no input.`,
  );

/** The program passes the output of a tool as `{output: …}`, without other keys. */
function opened(result: CallResult): CallResult {
  const { output } = result;
  const isWrapped = output !== undefined && isRecord(output) && Object.keys(output).length === 1;
  const inner = isWrapped ? entry(output, 'output') : undefined;
  return inner === undefined ? result : { ...result, output: inner };
}

/** Some providers include thoughts in the answer's tokens, others count them separately: the total shows which. */
function tokensOf({ usageMetadata: usage }: Line): RecordedTokens | undefined {
  const prompt = usage?.promptTokenCount ?? usage?.input;
  const answer = usage?.candidatesTokenCount ?? usage?.output;
  if (prompt === undefined || answer === undefined) return recordedTokens(prompt, answer);
  const total = usage?.totalTokenCount ?? usage?.total ?? 0;
  const thoughts = usage?.thoughtsTokenCount ?? usage?.thoughts ?? 0;
  return { prompt, completion: total > prompt ? total - prompt : answer + thoughts };
}

/**
 * | in the chat | outcome |
 * | --- | --- |
 * | `toolCallResult.status` is `cancelled` | restricted: the user refused or stopped it |
 * | `toolCallResult.status` is `error`, or the response has an `error` | errored, with its text |
 * | anything else | successful; the output is the `output` if the response has no other key, else the response |
 *
 * `read` is the outcome according to the response alone.
 */
function outcomeOf({ toolCallResult }: Line, read: CallResult): CallResult {
  const reason = read.reason;
  switch (toolCallResult?.status) {
    case 'cancelled':
      return { outcome: 'blocked_before', output: undefined, reason: reason ?? 'the user cancelled the call' };
    case 'error':
      return { outcome: 'error', output: undefined, reason: reason ?? 'the call failed; the chat does not say why' };
    default:
      return read;
  }
}
