import * as v from 'valibot';
import { isRecord, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { readParts } from '../../importing/messages/any-message-parts.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { callsIn, messageIn } from '../../importing/transcript/message-list.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher, type CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { callOf, returned } from './calls.ts';
import { Block, FileMessage, ToolReturn, type Agent } from './format.ts';
import type { PlacedAgent } from './shapes.ts';
import { noteSystem } from '../../importing/notes.ts';
import { denied, waitsForApproval } from '../../importing/responses/response-calls.ts';

export function titleOfAgent({ agent }: PlacedAgent): string {
  for (const one of agent.messages.slice(0, 20)) {
    const message = v.safeParse(FileMessage, one);
    if (!message.success || message.output.role !== 'user') continue;
    const words = textOf(readContent(message.output.content, [], createImportReport()));
    if (words.trim() !== '') return shortTitle(words);
  }
  return agent.name ?? 'Letta agent';
}

export function sessionOfAgent(placed: PlacedAgent): ReadSession {
  const { agent, blocks, place } = placed;
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const asked = new Map<string, Path>();
  const state = blocks.flatMap((one) => {
    const block = v.safeParse(Block, one);
    return block.success ? [{ key: block.output.label, value: block.output.value ?? null }] : [];
  });
  const list = [...place, 'messages'];
  agent.messages.forEach((value, index) => emit(value, [...list, index], asked, matcher, report));
  for (const [id, where] of asked) {
    const mark = { id, name: undefined, place: where };
    if (matcher.hasOpenCall(mark)) matcher.addResult(mark, waitsForApproval);
  }
  // The file contains the memory as it was at the end.
  if (state.length > 0) matcher.addState({ state, place: ['blocks'] });
  noteContext(agent, list, report);
  return toTaskSession(
    {
      title: titleOfAgent(placed),
      importer: 'letta',
      agent: agent.name,
      model: agent.llm_config?.model,
      declared: placed.tools.flatMap((tool) =>
        isRecord(tool) && typeof tool['name'] === 'string' ? [tool['name']] : [],
      ),
      recording: {},
      entries: matcher.entries(),
    },
    report,
  );
}

function emit(value: Value, place: Path, asked: Map<string, Path>, matcher: CallMatcher, report: ImportReport): void {
  const message = messageIn(FileMessage, value, place, 'messages', report);
  if (message === undefined) return;
  const { role, content, created_at: written, model } = message;
  const time = typeof written === 'string' || typeof written === 'number' ? written : undefined;
  const at = readInstant(time, [...place, 'created_at'], report);
  const isAnswer =
    (message.tool_calls?.length ?? 0) === 0 && (message.approvals !== undefined || message.approve !== undefined);
  switch (role) {
    case 'system':
    case 'summary':
      noteSystem(place, report);
      return;
    case 'user':
      matcher.addInput({ message: readContent(content, [...place, 'content'], report), at, place });
      return;
    case 'tool':
      emitReturns(message.tool_returns ?? [], [...place, 'tool_returns'], at, matcher, report);
      return;
    default: {
      if (role === 'approval' && isAnswer) return emitApprovals(message, place, at, matcher);
      const { parts, isReasoning } = readParts(content, [...place, 'content'], report);
      const calls = callsIn(
        message.tool_calls,
        [...place, 'tool_calls'],
        (one, where) => callOf(one, where, report),
        report,
      );
      const unread = (message.tool_calls?.length ?? 0) - calls.length;
      const otherwise = parts.length + calls.length > 0 ? undefined : isReasoning ? '[reasoning]' : '[no text]';
      matcher.addModelTurn({ message: parts, otherwise, tokens: undefined, model, at, place }, calls, unread);
      if (role === 'approval') for (const { id } of calls) if (id !== undefined) asked.set(id, place);
    }
  }
}

function emitReturns(
  list: readonly Value[],
  place: Path,
  at: string | undefined,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  list.forEach((value, index) => {
    const where = [...place, index];
    const read = messageIn(ToolReturn, value, where, 'tool_returns', report);
    if (read === undefined) return;
    const mark = { id: read.tool_call_id, name: undefined, place: where };
    // A refusal is also recorded as a return.
    if (!matcher.hasOpenCall(mark)) return noteTold(where, report);
    const output = read.func_response ?? read.tool_return;
    matcher.addResult(mark, { ...returned(read.status, output), at });
  });
}

function emitApprovals(
  message: v.InferOutput<typeof FileMessage>,
  place: Path,
  at: string | undefined,
  matcher: CallMatcher,
): void {
  const marks = (message.approvals ?? []).flatMap((one) => {
    const read = v.safeParse(ToolReturn, one);
    return read.success && read.output.approve === false ? [read.output] : [];
  });
  for (const { tool_call_id: id, reason } of marks) {
    matcher.addResult({ id, name: undefined, place }, { ...denied(reason ?? message.denial_reason), at });
  }
  if (marks.length > 0 || message.approve !== false || message.tool_call_id === undefined) return;
  const mark = { id: message.tool_call_id, name: undefined, place };
  if (matcher.hasOpenCall(mark)) matcher.addResult(mark, { ...denied(message.denial_reason), at });
}

const noteTold = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'import/result-repeated',
    place,
    (n) => `${counted(n, 'result')} that repeat a call’s result: shown once.`,
  );

function noteContext({ messages, in_context_message_ids }: Agent, place: Path, report: ImportReport): void {
  const within = new Set(in_context_message_ids);
  const outside = messages.filter((one) => isRecord(one) && !within.has(one['id'] ?? null)).length;
  if (outside === 0) return;
  report.note(
    'info',
    'letta/out-of-context',
    place,
    () =>
      `${counted(outside, 'message')} no longer in the agent’s context when the file was written; they are turns all the same.`,
  );
}
