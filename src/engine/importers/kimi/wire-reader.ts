import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { entry, type RecordValue } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import { wordsIn } from '../../importing/content/reason-in.ts';
import { readResultContent } from '../../importing/content/result-content.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher, type CallMatcher } from '../../importing/transcript/call-matcher.ts';
import type {
  CallResult,
  DelegatedTask,
  TranscriptEntry,
  RecordedTokens,
} from '../../importing/transcript/transcript.ts';
import { ApprovalRequest, ApprovalResponse, SubagentEvent, WireCall, WireResult, WireStatus } from './wire-format.ts';
import type { WireEvent } from './wire-format.ts';
import { noteReasoning } from '../../importing/notes.ts';

/** No recording nests sub-agents deeper than this. */
const maxDepth = 20;

interface OpenCall {
  readonly id: string;
  readonly name: string;
  /** Grows with each piece of the arguments. */
  args: string;
  readonly place: Path;
}

/** One request to the model. Results of its calls may be recorded before its tokens. */
interface Draft {
  readonly texts: string[];
  readonly calls: OpenCall[];
  readonly results: (() => void)[];
  readonly at: string | undefined;
  readonly place: Path;
  readonly alsoAt: Path[];
  tokens: RecordedTokens | undefined;
  thinks: boolean;
}

/** Reads the events of one agent; each of its sub-agents has its own reader. */
export class WireReader {
  readonly #report: ImportReport;
  readonly #depth: number;
  readonly #matcher: CallMatcher;
  readonly #inner = new Map<
    string,
    { readonly reader: WireReader; readonly at: string | undefined; readonly place: Path }
  >();
  readonly #requestedCalls = new Map<string, string>();
  /** The user’s feedback on each rejected call, by the call’s id. */
  readonly #refused = new Map<string, string>();
  #draft: Draft | undefined;

  constructor(report: ImportReport, depth = 0) {
    this.#report = report;
    this.#depth = depth;
    this.#matcher = createCallMatcher(report);
  }

  read({ type, payload }: WireEvent, at: string | undefined, place: Path): void {
    switch (type) {
      case 'TurnBegin':
      case 'SteerInput': {
        this.#close();
        const message = readContent(entry(payload, 'user_input'), place, this.#report);
        return this.#matcher.addInput({ message, at, place });
      }
      case 'StepBegin':
      case 'TurnEnd':
      case 'StepInterrupted':
        this.#close();
        if (type === 'StepBegin') this.#current(at, place);
        return;
      case 'ContentPart':
        return this.#part(payload, this.#current(at, place), place);
      case 'ToolCall': {
        const call = v.safeParse(WireCall, payload);
        if (!call.success) return this.#note('line', place);
        const { id, function: called } = call.output;
        this.#current(at, place).calls.push({ id, name: called.name, args: called.arguments ?? '', place });
        return;
      }
      case 'ToolCallPart': {
        const call = this.#draft?.calls.at(-1);
        const more = entry(payload, 'arguments_part');
        if (call !== undefined && typeof more === 'string') call.args += more;
        return;
      }
      case 'ToolResult':
        return this.#result(payload, at, place);
      case 'StatusUpdate':
        return this.#addTokens(payload);
      case 'ApprovalRequest': {
        const request = v.safeParse(ApprovalRequest, payload);
        if (request.success) this.#requestedCalls.set(request.output.id, request.output.tool_call_id);
        return this.#note('program', place);
      }
      case 'ApprovalResponse':
      case 'ApprovalRequestResolved':
        return this.#recordDecision(payload, place);
      case 'SubagentEvent':
        return this.#readSubagentEvent(payload, at, place);
      default:
        return this.#note('program', place);
    }
  }

  steps(): readonly TranscriptEntry[] {
    this.#close();
    // Add the agents that no call in the journal started.
    for (const call of this.#inner.keys()) {
      const task = this.#taskOf(call);
      if (task !== undefined) this.#matcher.addTask(task);
    }
    return this.#matcher.entries();
  }

  #current(at: string | undefined, place: Path): Draft {
    const fresh = () => ({
      texts: [],
      calls: [],
      results: [],
      at,
      place,
      alsoAt: [],
      tokens: undefined,
      thinks: false,
    });
    return (this.#draft ??= fresh());
  }

  #part(payload: RecordValue, draft: Draft, place: Path): void {
    if (entry(payload, 'type') === 'think') {
      draft.thinks = true;
      return noteReasoning(place, this.#report);
    }
    const text = textOf(readContent([payload], place, this.#report));
    if (text === '') return;
    draft.texts.push(text);
    draft.alsoAt.push(place);
  }

  #result(payload: RecordValue, at: string | undefined, place: Path): void {
    const read = v.safeParse(WireResult, payload);
    if (!read.success) return this.#note('line', place);
    const { tool_call_id: id, return_value: value } = read.output;
    const emit = () =>
      this.#matcher.addResult({ id, name: undefined, place }, { ...this.#outcomeOf(id, value, place), at });
    if (this.#draft === undefined) emit();
    else this.#draft.results.push(emit);
  }

  /**
   * | in the journal | outcome |
   * | --- | --- |
   * | the user's response to the approval request is `reject`, or the result says that the user rejected the call | restricted |
   * | `is_error: true` | errored, with its message |
   * | anything else | successful |
   */
  #outcomeOf(id: string, { is_error, output, message = '' }: WireResult['return_value'], place: Path): CallResult {
    const refused = this.#refused.get(id);
    if (refused !== undefined || (is_error === true && /\brejected by the user\b/.test(message))) {
      return { outcome: 'blocked_before', output: undefined, reason: refused || message || 'the user rejected it' };
    }
    if (is_error === true) {
      const reason = [message, wordsIn(output)].filter((words) => words !== '').join('\n');
      return { outcome: 'error', output: undefined, reason: reason || 'the result is marked as an error' };
    }
    return { outcome: 'ok', output: readResultContent(output, place, this.#report) };
  }

  #addTokens(payload: RecordValue): void {
    const status = v.safeParse(WireStatus, payload);
    if (!status.success || this.#draft === undefined) return;
    const { input_other: other, output, input_cache_read = 0, input_cache_creation = 0 } = status.output.token_usage;
    if (other === undefined || output === undefined) return;
    this.#draft.tokens = { prompt: other + input_cache_read + input_cache_creation, completion: output };
  }

  #recordDecision(payload: RecordValue, place: Path): void {
    const answer = v.safeParse(ApprovalResponse, payload);
    const call = answer.success ? this.#requestedCalls.get(answer.output.request_id) : undefined;
    if (answer.success && call !== undefined && answer.output.response === 'reject') {
      this.#refused.set(call, answer.output.feedback ?? '');
    }
    this.#note('program', place);
  }

  #readSubagentEvent(payload: RecordValue, at: string | undefined, place: Path): void {
    const parsed = v.safeParse(SubagentEvent, payload);
    const { task_tool_call_id, parent_tool_call_id = task_tool_call_id, event } = parsed.success ? parsed.output : {};
    if (event === undefined || parent_tool_call_id === undefined || this.#depth >= maxDepth) {
      return this.#note('line', place);
    }
    const reader = new WireReader(this.#report, this.#depth + 1);
    const known = this.#inner.get(parent_tool_call_id) ?? { reader, at, place };
    this.#inner.set(parent_tool_call_id, known);
    known.reader.read(event, at, [...place, 'event', 'payload']);
  }

  #taskOf(call: string): DelegatedTask | undefined {
    const inner = this.#inner.get(call);
    this.#inner.delete(call);
    return inner && { id: call, agent: 'subagent', at: inner.at, place: inner.place, entries: inner.reader.steps() };
  }

  #close(): void {
    const draft = this.#draft;
    this.#draft = undefined;
    if (draft === undefined) return;
    const { texts, at, place, alsoAt, tokens, thinks, results } = draft;
    if (texts.length + draft.calls.length === 0 && !thinks && tokens === undefined)
      return this.#note('unanswered', place);
    const calls = draft.calls.map(({ id, name, args, place: where }) => {
      const task = this.#taskOf(id);
      const input = openArguments(args, where, this.#report);
      return { id, name, input, place: where, ...(task !== undefined && { to: 'agent' as const, task }) };
    });
    const message = texts.length === 0 ? [] : [{ mimeType: 'text/plain', text: texts.join('') }];
    const otherwise = calls.length > 0 ? undefined : thinks ? '[thinking]' : '[no text]';
    this.#matcher.addModelTurn({ message, otherwise, tokens, at, place, alsoAt }, calls);
    for (const emit of results) emit();
  }

  #note(what: 'program' | 'line' | 'unanswered', place: Path): void {
    const words = {
      program: (n: number) =>
        `${counted(n, 'line')} about the program itself (settings, requests, spending, goals): no turns.`,
      line: (n: number) => `${counted(n, 'line')} of an unknown kind left out.`,
      unanswered: (n: number) => `${counted(n, 'request')} to the model of which nothing came back: no turn.`,
    };
    this.#report.note(what === 'line' ? 'lost' : 'info', `kimi/${what}`, place, words[what]);
  }
}
