import { recorded } from '../values/written-value.ts';
import { unreachable } from '../../../base/unreachable.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { blank, readAnyMessage, type AnyMessage } from '../messages/any-message.ts';
import { outcomeOf } from '../messages/any-message-parts.ts';
import { textOf } from '../content/content.ts';

import {
  createConversationTracker,
  noSeenMessages,
  type ConversationTracker,
  type SeenMessages,
} from '../messages/conversation-tracker.ts';
import type { ReadSession } from '../importer.ts';
import { createImportReport, type ImportReport } from '../import-report.ts';
import { createCallMatcher, type CallMatcher } from '../transcript/call-matcher.ts';
import { noteJudges } from './judges.ts';
import { agentsOf, byStart, type Act, type Agent } from './span-tree.ts';
import { answerOf, noteCut, type Later } from './answer-of.ts';
import { spanNotes } from './notes.ts';
import type { Span, Trace } from './spans.ts';
import { toTaskSession } from '../transcript/to-task-session.ts';
import type { CallResult, DelegatedTask, TranscriptEntry } from '../transcript/transcript.ts';

/** Can a trace become a session with at least one turn? */
export const hasTurns = ({ spans }: Trace): boolean =>
  spans.some(({ kind }) => kind === 'model' || kind === 'tool' || kind === 'retriever');

/** A trace as a session of the task system: each model call a turn, each use of a tool, each agent a task of its own. */
export function spansToSession(trace: Trace): ReadSession {
  const report = createImportReport();
  trace.assumed?.(report);
  for (const span of trace.spans) span.assumed?.(report);
  noteJudges(trace, report);
  const root = agentsOf(trace.spans, report);
  const steps = stepsOf(root, [...beginnings(trace.spans), ...root.around], trace, noSeenMessages(), report);
  const models = trace.spans.filter(({ kind, model }) => kind === 'model' && model !== undefined);
  const [first] = beginnings(trace.spans);
  return toTaskSession(
    {
      title: trace.title,
      importer: trace.importer,
      model: models[0]?.model,
      agent: root.span?.name,
      user: trace.user,
      startedAt: first?.startedAt,
      declared: trace.spans.flatMap((span) => (span.kind === 'model' ? span.offered() : [])),
      recording: trace.recording,
      entries: steps,
    },
    report,
  );
}

/** The outermost spans of a trace, the earliest first. */
function beginnings(spans: readonly Span[]): readonly Span[] {
  const ids = new Set(spans.map(({ id }) => id));
  return spans.filter(({ parent }) => parent === undefined || !ids.has(parent)).toSorted(byStart);
}

/** `around`: spans that may hold the question that the agent was asked, the outermost first. */
function stepsOf(
  agent: Agent,
  around: readonly Span[],
  trace: Trace | undefined,
  seen: SeenMessages,
  report: ImportReport,
): readonly TranscriptEntry[] {
  const matcher = createCallMatcher(report);
  const tracker = createConversationTracker(matcher, report, seen);
  const question = questionIn(around, trace, report);
  if (question !== undefined && !isInFirstCall(agent, question.message))
    tracker.addQuestion(question.message, { at: question.at });
  // In order of time, because each request repeats the conversation so far.
  const emitted = new Set<Act>();
  const sentBy = new Map(agent.acts.filter(isSent).map((act) => [act.sentBy, act]));
  for (const act of agent.acts) {
    if (emitted.has(act)) continue;
    if (act.kind === 'agent') {
      tracker.settle();
      matcher.addTask(taskOf(act, seen, report));
      continue;
    }
    const sent = sentBy.get(act.span);
    if (sent !== undefined) emitted.add(sent);
    const task = sent && taskOf(sent, seen, report);
    if (act.span.kind === 'tool') tracker.sawToolRecord();
    else if (act.span.kind !== 'model') tracker.settle();
    const later = () =>
      agent.acts
        .slice(agent.acts.indexOf(act) + 1)
        .map(({ span }) => span)
        .filter(({ kind }) => kind === 'model');
    emitStep(act.span, later, matcher, tracker, report, task);
  }
  tracker.settle();
  return matcher.entries();
}

type AgentAct = Act & { readonly kind: 'agent' };

const isSent = (act: Act): act is AgentAct & { readonly sentBy: Span } =>
  act.kind === 'agent' && act.sentBy !== undefined;

function taskOf({ span, agent }: AgentAct, seen: SeenMessages, report: ImportReport): DelegatedTask {
  const steps = stepsOf(agent, agent.around, undefined, seen, report);
  const name = agent.span?.name ?? span.name;
  const model = agent.acts.find((act) => act.span.kind === 'model')?.span.model;
  return { id: span.id, agent: name, model, at: span.startedAt, place: span.place, entries: steps };
}

interface Question {
  readonly message: AnyMessage;
  readonly at: string | undefined;
}

/** A single message of the user. A longer conversation is in the first model call anyway. */
function questionIn(around: readonly Span[], trace: Trace | undefined, report: ImportReport): Question | undefined {
  const spans = around
    .filter(({ kind }) => kind !== 'model' && kind !== 'tool' && kind !== 'retriever')
    .map((span) => ({ ask: (own: ImportReport) => span.promptMessages(own), at: span.startedAt }));
  const whole = trace?.question === undefined ? [] : [{ ask: trace.question, at: around[0]?.startedAt }];
  for (const { ask, at } of [...whole, ...spans]) {
    const [message, ...others] = ask(createImportReport()).filter(({ role }) => role !== 'system');
    if (message?.role !== 'user' || others.length > 0) continue;
    ask(report);
    return { message, at };
  }
  return undefined;
}

/** Does the first model call's conversation hold the question word for word? Then it is not added a second time. */
function isInFirstCall({ acts }: Agent, question: AnyMessage): boolean {
  const first = acts[0]?.kind === 'step' && acts[0].span.kind === 'model' ? acts[0].span : undefined;
  const words = textOf(question.parts).trim();
  return (
    first
      ?.promptMessages(createImportReport())
      .some(({ role, parts }) => role === 'user' && textOf(parts).trim() === words) === true
  );
}

function emitStep(
  span: Span,
  later: Later,
  matcher: CallMatcher,
  tracker: ConversationTracker,
  report: ImportReport,
  task?: DelegatedTask,
): void {
  switch (span.kind) {
    case 'model':
      return emitModel(span, later, tracker, report);
    case 'tool':
      return emitTool(span, later, matcher, report, task);
    case 'retriever':
      matcher.addCall({
        id: undefined,
        name: span.name,
        input: span.input(report),
        place: span.place,
        result: resultOf(span, report).result,
      });
      return;
    case 'guardrail':
      return emitGuardrail(span, matcher, report);
    case 'agent':
    case 'embedding':
    case 'other':
      return;
    default:
      return unreachable(span.kind);
  }
}

function emitModel(span: Span, later: Later, tracker: ConversationTracker, report: ImportReport): void {
  tracker.addConversation(span.promptMessages(report), { at: span.startedAt });
  const answer = answerOf(span, later, report);
  const cut = noteCut(span, answer, report);
  const { error, tokens, model, alsoAt } = span;
  const at = span.endedAt ?? span.startedAt;
  const otherwise = cut === undefined ? undefined : `[cut by ${cut}]`;
  const circumstances = { at, tookMs: tookMs(span), tokens, model, alsoAt, otherwise };
  if (error !== undefined) {
    spanNotes.modelFailed(error)(span.place, report);
    tracker.addAnswer(answer ?? nothing(span), { ...circumstances, otherwise: `[${error}]` });
  } else if (answer === undefined) {
    tracker.expectAnswer(nothing(span), { ...circumstances, otherwise: otherwise ?? '[no answer recorded]' });
  } else {
    tracker.addAnswer(answer, circumstances);
  }
}

const nothing = ({ place }: Span): AnyMessage => blank('assistant', place);

function emitTool(
  span: Span,
  later: Later,
  matcher: CallMatcher,
  report: ImportReport,
  task: DelegatedTask | undefined,
): void {
  const input = span.input(report);
  const { result: own, callId } = resultOf(span, report);
  // Many libraries omit a tool's result from its span; the next request has it.
  const isMissing = own.outcome === 'ok' && own.output === undefined;
  const repeated = isMissing ? resultIn(later(), span.callId) : undefined;
  const result = repeated === undefined ? own : { ...repeated, at: own.at, tookMs: own.tookMs };
  const { name, place } = span;
  const named = { id: callId, name, place };
  // An id within a result is used only if a call with it is open: some libraries number results differently.
  const id = span.callId ?? (callId !== undefined && matcher.hasOpenCall(named) ? callId : undefined);
  const mark = { id, name, copy: { name, input }, place };
  if (matcher.hasOpenCall(mark)) matcher.addResult(mark, result, task);
  else matcher.addCall({ id, name, input, place, result, task });
}

/** The result of a call from the first later request. */
function resultIn(later: readonly Span[], callId: string | undefined): CallResult | undefined {
  if (callId === undefined || callId === '') return undefined;
  for (const span of later) {
    const results = span.promptMessages(createImportReport()).flatMap((message) => message.results);
    const found = results.find(({ mark }) => mark.id === callId);
    if (found !== undefined) return found.result;
  }
  return undefined;
}

/** The result of a span, and the id of its call if the result names it. */
interface SpanResult {
  readonly result: CallResult;
  readonly callId: string | undefined;
}

/**
 * | span | outcome |
 * | --- | --- |
 * | its status is an error | errored, with the status message or the exception’s |
 * | its output is a message of a tool | the outcome in the message |
 * | anything else | successful |
 */
function resultOf(span: Span, report: ImportReport): SpanResult {
  const times = { at: span.endedAt ?? span.startedAt, tookMs: tookMs(span) };
  const withTimes = (result: CallResult, callId?: string): SpanResult => ({ result: { ...result, ...times }, callId });
  if (span.error !== undefined) return withTimes({ outcome: 'error', output: undefined, reason: span.error });
  const output = span.output(report);
  if (output !== undefined && isRecord(output) && output['isError'] === true && 'content' in output) {
    return withTimes(outcomeOf(output['content'], true, span.place, report));
  }
  // LangChain's tools return the whole message that contains their result.
  const here: ImportReport = {
    ...report,
    note: (severity, code, _, message) => report.note(severity, code, span.place, message),
  };
  const [held] = output === undefined ? [] : (readAnyMessage(output, span.place, here)?.results ?? []);
  if (held !== undefined) return withTimes(held.result, held.mark.id);
  return withTimes({ outcome: 'ok', output: output === undefined ? undefined : recorded(output) });
}

/** A guardrail without an objection is no turn; one that acted becomes a restricted call. */
function emitGuardrail(span: Span, matcher: CallMatcher, report: ImportReport): void {
  const output = span.output(report);
  if (span.error === undefined && !hasActed(output)) {
    spanNotes.guardrailPassed(span.place, report);
    return;
  }
  const result: CallResult = {
    outcome: 'blocked_before',
    output: undefined,
    reason: span.error ?? 'the guardrail was triggered',
    at: span.endedAt,
    tookMs: tookMs(span),
  };
  matcher.addCall({ id: undefined, name: span.name, input: span.input(report), place: span.place, result });
}

function hasActed(output: Value | undefined): boolean {
  if (output === undefined || !isRecord(output)) return false;
  return ['triggered', 'tripwire_triggered', 'tripwireTriggered', 'blocked'].some((key) => output[key] === true);
}

function tookMs({ start, end }: Span): number | undefined {
  if (start === undefined || end === undefined || end < start) return undefined;
  return Math.round(Number(end - start) / 1e6);
}
