import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { readContent, textOf, type Part } from '../../importing/content/content.ts';
import { nanosOf, readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { callsIn } from '../../importing/transcript/message-list.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher, type CallMatcher, type RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { type TranscriptEntry, type CallResult, waiting, tokensTold } from '../../importing/transcript/transcript.ts';
import type { Facts } from './facts.ts';
import { Answer, Attachment, Delta, Shutdown, ToolEnd, ToolRequest, ToolStart, UserMessage } from './format.ts';
import type { Entry } from './lines.ts';
import { noteLine } from './notes.ts';
import type { SubAgents } from './sub-agents.ts';
import { wordsIn } from '../../importing/content/reason-in.ts';
import { readResultContent } from '../../importing/content/result-content.ts';
import { noteReasoning } from '../../importing/notes.ts';

/** Shared by all conversations of a log: the agent's own and those of its sub-agents. */
export interface Surroundings {
  readonly facts: Facts;
  readonly report: ImportReport;
}

/** Reads the lines of one agent, in order, into messages, model turns and calls. */
export function readConversation(
  entries: readonly Entry[],
  agents: SubAgents,
  depth: number,
  { facts, report }: Surroundings,
): readonly TranscriptEntry[] {
  const matcher = createCallMatcher(report);
  /** How often the model requested each call that has not begun yet. */
  const requestCounts = new Map<string, number>();
  const startTimes = new Map<string, string>();
  const emittedPieces = new Set<string>();
  for (const { line, place } of entries) {
    const { type, data } = line;
    const at = readInstant(line.timestamp, [...place, 'timestamp'], report);
    const [user, answer, start, end, delta] = [
      type === 'user.message' ? v.safeParse(UserMessage, data) : undefined,
      type === 'assistant.message' ? v.safeParse(Answer, data) : undefined,
      type === 'tool.execution_start' ? v.safeParse(ToolStart, data) : undefined,
      type === 'tool.execution_complete' ? v.safeParse(ToolEnd, data) : undefined,
      type === 'assistant.message_delta' ? v.safeParse(Delta, data) : undefined,
    ];
    if (user?.success === true) matcher.addInput({ message: promptOf(user.output, place, report), at, place });
    else if (answer?.success === true) {
      const calls = callsOf(answer.output, [...place, 'data', 'toolRequests'], agents, depth, report);
      for (const { id } of calls) if (id !== undefined) requestCounts.set(id, (requestCounts.get(id) ?? 0) + 1);
      readAnswer(answer.output, calls, at, place, { facts, report }, matcher);
    } else if (start?.success === true) {
      const { toolCallId: id, toolName: name, arguments: args } = start.output;
      const times = requestCounts.get(id) ?? 0;
      if (times > 0) requestCounts.set(id, times - 1);
      else matcher.addCall(withSubAgent({ id, name, input: openArguments(args, place, report), place }, agents, depth));
      if (at !== undefined) startTimes.set(id, at);
    } else if (end?.success === true) {
      const { toolCallId: id } = end.output;
      const result = outcomeOf(end.output, facts.denials.get(id), place, report);
      const tookMs = between(startTimes.get(id), at);
      matcher.addResult({ id, name: undefined, place }, { ...result, at, ...(tookMs !== undefined && { tookMs }) });
    } else if (delta?.success === true) {
      const { messageId } = delta.output;
      const text = emittedPieces.has(messageId) ? undefined : facts.pieces.get(messageId);
      emittedPieces.add(messageId);
      if (text !== undefined) readPieces(text, at, place, matcher, report);
    } else {
      readSpending(line.type === 'session.shutdown' ? v.safeParse(Shutdown, data) : undefined, place, matcher);
      noteLine(line, place, report);
    }
  }
  for (const [id, place] of facts.waiting) {
    const mark = { id, name: undefined, place };
    if (matcher.hasOpenCall(mark)) matcher.addResult(mark, waitsForUser);
  }
  return matcher.entries();
}

const waitsForUser = waiting('the user was asked for leave and had not answered when the log ended');

/** Reads an answer that the log has only in pieces, because the log ends before the complete message. */
function readPieces(
  text: string,
  at: string | undefined,
  place: Path,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  report.note(
    'repaired',
    'copilot-cli/pieces',
    place,
    (n) => `${counted(n, 'answer')} put together from its pieces: the log ends before the whole.`,
  );
  const message = readContent(text, place, report);
  matcher.addModelTurn({ message, otherwise: undefined, tokens: undefined, at, place }, []);
}

function promptOf(prompt: v.InferOutput<typeof UserMessage>, place: Path, report: ImportReport): readonly Part[] {
  const { content, transformedContent, attachments = [] } = prompt;
  if (typeof transformedContent === 'string' && transformedContent !== content) {
    report.note(
      'info',
      'copilot-cli/transformed',
      place,
      (n) => `What the program added to ${counted(n, 'prompt')} for the model is left out.`,
    );
  }
  const files = attachments.flatMap((value): Part[] => {
    const file = v.safeParse(Attachment, value);
    const path = file.success ? (file.output.path ?? file.output.displayName) : undefined;
    return path === undefined ? [] : [{ mimeType: 'application/octet-stream', file: path }];
  });
  return [...readContent(content, [...place, 'data', 'content'], report), ...files];
}

function callsOf(answer: Answer, place: Path, agents: SubAgents, depth: number, report: ImportReport): RequestedCall[] {
  const read = (value: unknown, where: Path): RequestedCall | undefined => {
    const call = v.safeParse(ToolRequest, value);
    if (!call.success) return undefined;
    const { toolCallId: id, name, arguments: args } = call.output;
    return withSubAgent({ id, name, input: openArguments(args, where, report), place: where }, agents, depth);
  };
  return callsIn(answer.toolRequests, place, read, report);
}

function withSubAgent(call: RequestedCall, agents: SubAgents, depth: number): RequestedCall {
  const subAgent = agents.startedBy(call.id, depth);
  return subAgent === undefined ? call : { ...call, to: 'agent', task: subAgent.task };
}

function readAnswer(
  answer: Answer,
  calls: readonly RequestedCall[],
  at: string | undefined,
  place: Path,
  { facts, report }: Surroundings,
  matcher: CallMatcher,
): void {
  const parts = readContent(answer.content, [...place, 'data', 'content'], report);
  const message = textOf(parts).trim() === '' ? [] : parts;
  if (answer.reasoningText !== undefined) noteReasoning([...place, 'data', 'reasoningText'], report);
  const thinks = [answer.reasoningText, answer.reasoningOpaque, answer.encryptedContent].some(Boolean);
  const otherwise = calls.length > 0 ? undefined : thinks ? '[thinking]' : '[no text]';
  const usage = answer.apiCallId === undefined ? undefined : facts.usage.get(answer.apiCallId);
  const tokens = tokensTold(usage?.inputTokens, usage?.outputTokens ?? answer.outputTokens);
  if (tokens?.prompt === undefined) {
    report.note(
      'info',
      'copilot-cli/half-counted',
      place,
      (n) => `${counted(n, 'answer')} of which the log does not tell what its prompt took: that stays unknown.`,
    );
  }
  const tookMs = usage?.duration;
  const turn = { message, otherwise, tokens, at, model: answer.model, place };
  matcher.addModelTurn({ ...turn, ...(tookMs !== undefined && { tookMs }) }, calls);
}

/** Reads the session's total tokens, which the log records at its end. */
function readSpending(
  shutdown: v.SafeParseResult<typeof Shutdown> | undefined,
  place: Path,
  matcher: CallMatcher,
): void {
  const spent = shutdown?.success === true ? shutdown.output.tokenDetails : undefined;
  const [input, completion] = [spent?.input?.tokenCount, spent?.output?.tokenCount];
  if (input === undefined || completion === undefined) return;
  const cached = (spent?.cache_read?.tokenCount ?? 0) + (spent?.cache_write?.tokenCount ?? 0);
  matcher.addTotals({ prompt: input + cached, completion }, place);
}

function between(from: string | undefined, to: string | undefined): number | undefined {
  const [start, end] = [from, to].map((at) => (at === undefined ? undefined : nanosOf(at)));
  if (start === undefined || end === undefined || end < start) return undefined;
  return Number((end - start) / 1_000_000n);
}

/**
 * | in the log | outcome |
 * | --- | --- |
 * | `permission.completed` of the call with a `kind` that begins with `denied` | restricted, with the error's text or the kind |
 * | `error.code` of `tool.execution_complete` is `denied` or `rejected` | restricted, with the error's text |
 * | `permission.requested` without an answer before the log ends | pending: it waits |
 * | `success: false` | errored, with the error's text or the result's |
 * | anything else | successful |
 */
function outcomeOf(end: ToolEnd, denial: string | undefined, place: Path, report: ImportReport): CallResult {
  const { success, result, error } = end;
  const where = [...place, 'data', 'result', 'content'];
  if (denial !== undefined || error?.code === 'denied' || error?.code === 'rejected') {
    return { outcome: 'blocked_before', output: undefined, reason: error?.message ?? denial ?? 'the user said no' };
  }
  if (success === false) {
    const said = error?.message ?? wordsIn(result?.content);
    const reason = said === '' ? 'the call failed; the log does not say why' : said;
    return { outcome: 'error', output: undefined, reason };
  }
  return { outcome: 'ok', output: readResultContent(result?.content, where, report) };
}
