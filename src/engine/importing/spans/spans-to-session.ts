import { recorded } from '../values/written-value.ts';
import { unreachable } from '../../../base/unreachable.ts';
import { isRecord } from '../../model/value.ts';
import { blank, readAnyMessage, type AnyMessage } from '../messages/any-message.ts';
import { outcomeOf } from '../messages/any-message-parts.ts';
import { namesOf } from '../tools/offered-tools.ts';
import { textOf } from '../content/content.ts';
import { createConversationTracker, noSeenMessages, type SeenMessages } from '../messages/conversation-tracker.ts';
import type { ReadSession } from '../importer.ts';
import { createImportReport, type ImportReport } from '../import-report.ts';
import { denied } from '../transcript/call-ends.ts';
import { createCallMatcher } from '../transcript/call-matcher.ts';
import { noteJudges } from './judges.ts';
import { actsOf, agentsOf, byStart, isInterrupt, type Act, type Agent } from './span-tree.ts';
import { answerOf, noteCut, repeatedAfter, type Repeated } from './answer-of.ts';
import { spanNotes } from './notes.ts';
import type { Span, Trace } from './spans.ts';
import { groupedBy } from '../values/elements.ts';
import { textAt } from '../values/where.ts';
import { toTaskSession } from '../transcript/to-task-session.ts';
import { type CallResult, type DelegatedTask, type TranscriptEntry, waiting } from '../transcript/transcript.ts';

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
  const outermost = beginnings(trace.spans);
  const reader = new AgentReader(noSeenMessages(), report);
  return toTaskSession(
    {
      title: trace.title,
      importer: trace.importer,
      model: trace.spans.find(({ kind, model }) => kind === 'model' && model !== undefined)?.model,
      agent: root.span?.name,
      user: trace.user,
      startedAt: outermost[0]?.startedAt,
      declared: trace.spans.flatMap((span) => (span.kind === 'model' ? namesOf(span.offered()) : [])),
      recording: trace.recording,
      entries: reader.entriesOf(root, [...outermost, ...root.around], trace.question),
    },
    report,
  );
}

/** The outermost spans of a trace, the earliest first. */
function beginnings(spans: readonly Span[]): readonly Span[] {
  const ids = new Set(spans.map(({ id }) => id));
  return spans.filter(({ parent }) => parent === undefined || !ids.has(parent)).toSorted(byStart);
}

/** Reads what one agent did; `seen` is shared with the agents that it started. */
class AgentReader {
  readonly #seen: SeenMessages;
  readonly #report: ImportReport;
  readonly #matcher;
  readonly #tracker;

  constructor(seen: SeenMessages, report: ImportReport) {
    [this.#seen, this.#report] = [seen, report];
    this.#matcher = createCallMatcher(report);
    this.#tracker = createConversationTracker(this.#matcher, report, seen);
  }

  /** `around`: spans that may hold the question that the agent was asked, the outermost first. `whole`: that of the trace. */
  entriesOf(agent: Agent, around: readonly Span[], whole?: Trace['question']): readonly TranscriptEntry[] {
    this.#addQuestion(agent, around, whole);
    // In order of time, because each request repeats the conversation so far.
    const acts = actsOf(agent);
    const emitted = new Set<Act>();
    const returned = laterResults(acts);
    const repeated = repeatedAfter(acts.map(({ span }) => span));
    const sentBy = new Map(acts.flatMap((act) => (act.agent?.sentBy === undefined ? [] : [[act.agent.sentBy, act]])));
    for (const [index, act] of acts.entries()) {
      if (emitted.has(act)) continue;
      if (act.agent !== undefined) {
        this.#tracker.settle();
        this.#matcher.addTask(this.#taskOf(act.span, act.agent));
        continue;
      }
      const sent = sentBy.get(act.span);
      if (sent !== undefined) emitted.add(sent);
      const task = sent?.agent && this.#taskOf(sent.span, sent.agent);
      if (act.span.kind === 'tool') this.#tracker.sawToolRecord();
      else if (act.span.kind !== 'model') this.#tracker.settle();
      this.#addStep(act.span, () => repeated(index), returned, task);
    }
    this.#tracker.settle();
    return this.#matcher.entries();
  }

  #taskOf(span: Span, agent: Agent): DelegatedTask {
    return {
      id: span.id,
      agent: agent.span?.name ?? span.name,
      model: actsOf(agent).find((act) => act.span.kind === 'model')?.span.model,
      at: span.startedAt,
      place: span.place,
      entries: new AgentReader(this.#seen, this.#report).entriesOf(agent, agent.around),
    };
  }

  /**
   * Adds a question that is a single message of the user. A longer conversation is in the first model call anyway; it is added
   * here only if the agent began with a call that the conversation asked for, because a person had to approve it.
   */
  #addQuestion(agent: Agent, around: readonly Span[], whole: Trace['question']): void {
    const spans = around
      .filter(({ kind }) => kind !== 'model' && kind !== 'tool' && kind !== 'retriever')
      .map((span) => ({ ask: (report: ImportReport) => span.promptMessages(report), at: span.startedAt }));
    const [act] = actsOf(agent);
    const before = spans.find(({ ask }) => act?.agent === undefined && isAsked(act?.span, ask(createImportReport())));
    if (before !== undefined) this.#tracker.addConversation(before.ask(this.#report), before);
    for (const { ask, at } of whole === undefined ? spans : [{ ask: whole, at: around[0]?.startedAt }, ...spans]) {
      const [message, ...others] = ask(createImportReport()).filter(({ role }) => role !== 'system');
      if (message?.role !== 'user' || others.length > 0) continue;
      ask(this.#report);
      const isKnown = isInFirstCall(agent, message) || isAmong(message, before?.ask(createImportReport()) ?? []);
      if (!isKnown) this.#tracker.addQuestion(message, { at });
      return;
    }
  }

  #addStep(span: Span, repeated: Repeated, returned: Returned, task: DelegatedTask | undefined): void {
    switch (span.kind) {
      case 'model':
        return this.#addModelCall(span, repeated);
      case 'tool':
        return this.#addToolUse(span, returned, task);
      case 'retriever':
        return this.#addCall(span, this.#resultOf(span).result);
      case 'guardrail':
        return this.#addGuardrail(span);
      case 'agent':
      case 'embedding':
      case 'other':
        return;
      default:
        return unreachable(span.kind);
    }
  }

  #addModelCall(span: Span, repeated: Repeated): void {
    this.#matcher.addTools(span.offered());
    this.#tracker.addConversation(span.promptMessages(this.#report), { at: span.startedAt });
    const answer = answerOf(span, repeated, this.#report);
    const cut = noteCut(span, answer, this.#report);
    const { error, tokens, model, alsoAt, place } = span;
    const otherwise = cut === undefined ? undefined : `[cut by ${cut}]`;
    const circumstances = { at: endOf(span), tookMs: tookMs(span), tokens, model, alsoAt, otherwise };
    const nothing: AnyMessage = blank('assistant', place);
    if (error !== undefined) {
      spanNotes.modelFailed(error)(place, this.#report);
      this.#tracker.addAnswer(answer ?? nothing, { ...circumstances, otherwise: `[${error}]` });
    } else if (answer === undefined) {
      this.#tracker.expectAnswer(nothing, { ...circumstances, otherwise: otherwise ?? '[no answer recorded]' });
    } else this.#tracker.addAnswer(answer, circumstances);
  }

  #addToolUse(span: Span, returned: Returned, task: DelegatedTask | undefined): void {
    const { result: own, callId } = this.#resultOf(span);
    const { name, place } = span;
    this.#matcher.addTools(span.described());
    // An id within a result is used only if a call with it is open: some libraries number results differently.
    const isOpen = callId !== undefined && this.#matcher.hasOpenCall({ id: callId, name, place });
    const id = span.callId ?? (isOpen ? callId : undefined);
    const mark = { id, name, copy: { name, input: span.input() }, place };
    // Many libraries omit a tool's result from its span; the next request has it.
    const isMissing = own.output === undefined && (own.outcome === 'ok' || hasNotEnded(span));
    const repeated = isMissing ? returned(span, id ?? this.#matcher.openId(mark)) : undefined;
    const result = repeated === undefined ? own : { ...repeated, at: own.at, tookMs: own.tookMs };
    if (this.#matcher.hasOpenCall(mark)) this.#matcher.addResult(mark, result, task);
    else this.#addCall(span, result, id, task);
  }

  /** A guardrail without an objection is no turn; one that acted becomes a restricted call. */
  #addGuardrail(span: Span): void {
    const output = span.output();
    const hasActed =
      output !== undefined &&
      isRecord(output) &&
      ['triggered', 'tripwire_triggered', 'tripwireTriggered', 'blocked'].some((key) => output[key] === true);
    if (span.error === undefined && !hasActed) return spanNotes['guardrail-passed'](span.place, this.#report);
    const reason = span.error ?? 'the guardrail was triggered';
    const times = { at: span.endedAt, tookMs: tookMs(span) };
    this.#addCall(span, { outcome: 'blocked_before', output: undefined, reason, ...times });
  }

  #addCall(span: Span, result: CallResult, id?: string, task?: DelegatedTask): void {
    const { name, place } = span;
    this.#matcher.addCall({ id, name, input: span.input(), place, result, task });
  }

  /**
   * The result of a span, and the id of its call if the result names it.
   *
   * | span | outcome |
   * | --- | --- |
   * | its status is an error | errored, with the status message or the exception’s; pending if LangGraph asked a person (also if its output is `__interrupt__`), restricted if the user rejected a call of the OpenAI Agents SDK |
   * | its output is a message of a tool | the outcome in the message |
   * | it has neither an output nor an end | pending: it still ran when the trace was exported |
   * | anything else | successful |
   */
  #resultOf(span: Span): { readonly result: CallResult; readonly callId: string | undefined } {
    const { error, place } = span;
    const withTimes = (result: CallResult, callId?: string) => ({
      result: { ...result, at: endOf(span), tookMs: tookMs(span) },
      callId,
    });
    const output = span.output();
    const asks = output !== undefined && isRecord(output) && Object.hasOwn(output, '__interrupt__');
    if (isInterrupt(error) || asks) return withTimes(waiting('the graph was interrupted to ask a person'));
    // The error beside the message says who rejected the call.
    const details = `${error} ${textAt(span.written, 'error.data.error')}`;
    if (error !== undefined && refusal.test(details)) return withTimes(denied(error));
    if (error !== undefined) return withTimes({ outcome: 'error', output: undefined, reason: error });
    if (output !== undefined && isRecord(output) && output['isError'] === true && 'content' in output) {
      return withTimes(outcomeOf(output['content'], true, place, this.#report));
    }
    // LangChain's tools return the whole message that contains their result.
    const here: ImportReport = {
      ...this.#report,
      note: (severity, code, _, message) => this.#report.note(severity, code, place, message),
    };
    const [held] = output === undefined ? [] : (readAnyMessage(output, place, here)?.results ?? []);
    if (held !== undefined) return withTimes(held.result, held.mark.id);
    if (hasNotEnded(span)) return withTimes(waiting('the recording ends before the call'));
    return withTimes({ outcome: 'ok', output: output === undefined ? undefined : recorded(output) });
  }
}

const isAsked = (span: Span | undefined, messages: readonly AnyMessage[]): boolean =>
  span?.callId !== undefined && messages.some(({ calls }) => calls.some(({ id }) => id === span.callId));

/** Does the first model call's conversation hold the question word for word? Then it is not added a second time. */
function isInFirstCall(agent: Agent, question: AnyMessage): boolean {
  const [first] = actsOf(agent);
  if (first?.agent !== undefined || first?.span.kind !== 'model') return false;
  return isAmong(question, first.span.promptMessages());
}

function isAmong(question: AnyMessage, messages: readonly AnyMessage[]): boolean {
  const words = textOf(question.parts).trim();
  return messages.some(({ role, parts }) => role === 'user' && textOf(parts).trim() === words);
}

/** https://github.com/openai/openai-agents-python/blob/main/src/agents/run_internal/tool_execution.py */
const refusal = /\bwas manually rejected by user\b/;

/** The result of a tool's call in the first request after it. */
type Returned = (tool: Span, callId: string | undefined) => CallResult | undefined;

/** Reads the results in all requests at once, when the first one is needed. */
function laterResults(acts: readonly Act[]): Returned {
  const order = new Map(acts.map(({ span }, index) => [span, index]));
  let results: ReadonlyMap<string | undefined, readonly { index: number; result: CallResult }[]> | undefined;
  const resultsIn = ({ span }: Act, index: number) =>
    span.kind !== 'model'
      ? []
      : span
          .promptMessages()
          .flatMap((message) => message.results.map(({ mark, result }) => ({ mark, result, index })));
  return (tool, callId) => {
    if (callId === undefined || callId === '') return undefined;
    results ??= groupedBy(acts.flatMap(resultsIn), ({ mark }) => mark.id);
    const from = order.get(tool) ?? 0;
    return results.get(callId)?.find(({ index }) => index > from)?.result;
  };
}

/** The span has neither an end nor a result, so the trace was exported while it ran. */
const hasNotEnded = (span: Span): boolean =>
  span.endedAt === undefined && span.error === undefined && span.output() === undefined;

const endOf = ({ startedAt, endedAt }: Span): string | undefined => endedAt ?? startedAt;

function tookMs({ start, end }: Span): number | undefined {
  if (start === undefined || end === undefined || end < start) return undefined;
  return Math.round(Number(end - start) / 1e6);
}
