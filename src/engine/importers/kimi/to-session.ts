import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { entry, isRecord, type Value } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { callsIn } from '../../importing/transcript/message-list.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher, type CallMatcher, type RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { Message, MessageCall, ToolResult } from './format.ts';
import type { Entry, Lines } from './lines.ts';
import { noteBeside, noteLine } from './notes.ts';
import { outcomeOf, type Approval } from './outcomes.ts';
import { callIn, stepsIn, tokensOf, type ModelStep } from './steps.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';
import { noteSystem } from '../../importing/notes.ts';

export function titleOf(entries: readonly Entry[]): string {
  for (const { line } of entries) {
    if (line.type !== 'turn.prompt') continue;
    const text = textOf(readContent(line.input, [], createImportReport()));
    if (text.trim() !== '') return shortTitle(text);
  }
  return 'Kimi Code session';
}

export function toSession({ entries, unread }: Lines): ReadSession {
  const report = createImportReport();
  for (const place of unread) {
    report.note('lost', 'kimi/line', place, (n) => `${counted(n, 'line')} of an unknown kind left out.`);
  }
  const steps = stepsIn(entries, report);
  const matcher = createCallMatcher(report);
  const journal = new Journal(steps, matcher, report);
  for (const one of entries) journal.read(one);
  journal.end();
  const header = entries.find(({ line }) => line.type === 'metadata');
  const models = new Set([...steps.values()].flatMap(({ model }) => model ?? []));
  const [model] = models;
  return toTaskSession(
    {
      title: titleOf(entries),
      importer: 'kimi',
      agent: 'Kimi Code',
      model: models.size === 1 ? model : undefined,
      startedAt: instantOf(header?.line.created_at, header?.place ?? [], report),
      declared: toolsIn(entries),
      recording: header?.line.protocol_version === undefined ? {} : { protocol: header.line.protocol_version },
      entries: matcher.entries(),
    },
    report,
  );
}

/** The active tools, without patterns: a name with a star means several tools of a server. */
const toolsIn = (entries: readonly Entry[]): readonly string[] =>
  entries
    .filter(({ line }) => line.type === 'tools.set_active_tools')
    .flatMap(({ line }) => line.names ?? [])
    .filter((name): name is string => typeof name === 'string' && !name.includes('*'));

/** The journal’s times are in milliseconds. */
const instantOf = (time: number | undefined, place: Path, report: ImportReport): string | undefined =>
  readInstant(time === undefined ? undefined : time / 1000, place, report);

class Journal {
  readonly #steps: ReadonlyMap<string, ModelStep>;
  readonly #matcher: CallMatcher;
  readonly #report: ImportReport;
  readonly #approvals = new Map<string, Approval>();
  /** The journal writes a prompt twice: first as the user typed it, then as the model received it. */
  #typed: Entry | undefined;
  /** The sum so far; undefined after a request without token counts. */
  #spent: { readonly prompt: number; readonly completion: number } | undefined = { prompt: 0, completion: 0 };

  constructor(steps: ReadonlyMap<string, ModelStep>, matcher: CallMatcher, report: ImportReport) {
    this.#steps = steps;
    this.#matcher = matcher;
    this.#report = report;
  }

  read(one: Entry): void {
    const { line, place } = one;
    switch (line.type) {
      case 'turn.prompt':
      case 'turn.steer':
        this.end();
        this.#typed = one;
        return;
      case 'context.append_message':
        return this.#message(one);
      case 'context.append_loop_event':
        return this.#loopEvent(one);
      case 'permission.record_approval_result':
        if (line.toolCallId !== undefined && line.result !== undefined)
          this.#approvals.set(line.toolCallId, line.result);
        return noteLine(line.type, place, this.#report);
      case 'plan_mode.enter':
        return this.#state('plan_mode', true, place);
      case 'plan_mode.exit':
      case 'plan_mode.cancel':
        return this.#state('plan_mode', false, place);
      case 'permission.set_mode':
        return this.#state('permission_mode', line.mode ?? null, place);
      case 'tools.update_store':
        return line.key === undefined
          ? noteLine(line.type, place, this.#report)
          : this.#state(line.key, line.value ?? null, place);
      case 'usage.record':
        return line.usageScope === 'session' ? this.#spendOutsideTurns(one) : noteLine(line.type, place, this.#report);
      default:
        noteLine(line.type, place, this.#report);
    }
  }

  #spend(tokens: RecordedTokens | undefined): RecordedTokens | undefined {
    const { prompt, completion } = tokens ?? {};
    const known = this.#spent;
    const isKnown = known !== undefined && prompt !== undefined && completion !== undefined;
    this.#spent = isKnown ? { prompt: known.prompt + prompt, completion: known.completion + completion } : undefined;
    return tokens;
  }

  /** Tokens used outside turns, for example to summarise the conversation, count in the total. */
  #spendOutsideTurns({ line, place }: Entry): void {
    this.#spend(tokensOf(line.usage));
    if (this.#spent !== undefined) this.#matcher.addTotals(this.#spent, place);
    noteBeside(place, this.#report);
  }

  /** A typed prompt counts as an input even if the model never received it. */
  end(): void {
    const typed = this.#typed;
    this.#typed = undefined;
    if (typed !== undefined) this.#say(typed.line.input, typed);
  }

  #say(content: Value | undefined, { line, place }: Entry): void {
    const message = readContent(content, place, this.#report);
    this.#matcher.addInput({ message, at: instantOf(line.time, place, this.#report), place });
  }

  #state(key: string, value: Value, place: Path): void {
    this.#matcher.addState({ state: [{ key, value }], place });
  }

  #message(one: Entry): void {
    const { line, place } = one;
    const report = this.#report;
    const message = v.safeParse(Message, line.message);
    if (!message.success) return noteLine('message', place, report);
    const { role, content, origin, toolCallId: id, isError } = message.output;
    const where = [...place, 'message'];
    switch (role) {
      case 'user':
        if (!fromOutside.has(origin?.kind ?? 'user')) return noteInjected(place, report);
        this.#typed = undefined;
        return this.#say(content, one);
      case 'assistant': {
        const parts = readContent(content, [...where, 'content'], report).filter(({ text }) => text !== '');
        const at = instantOf(line.time, place, report);
        const calls = messageCalls(message.output, where, report);
        const otherwise = calls.length > 0 ? undefined : '[no text]';
        return this.#matcher.addModelTurn({ message: parts, otherwise, tokens: undefined, at, place }, calls);
      }
      case 'tool':
        return this.#result({ toolCallId: id, result: { output: content, isError } }, [...where, 'content'], one);
      case 'system':
        return noteSystem(place, report);
      default:
        return noteLine('message', place, report);
    }
  }

  #loopEvent(one: Entry): void {
    const { line, place } = one;
    const event = line.event ?? {};
    const uuid = entry(event, 'uuid');
    switch (entry(event, 'type')) {
      case 'step.begin': {
        this.end();
        const step = typeof uuid === 'string' ? this.#steps.get(uuid) : undefined;
        // A reused id refers to its first step.
        return step?.place === place ? this.#generate(step) : undefined;
      }
      case 'tool.call': {
        const stepUuid = entry(event, 'stepUuid');
        // Calls of a step were added when the step began.
        if (typeof stepUuid === 'string' && this.#steps.has(stepUuid)) return;
        const call = callIn(event, [...place, 'event'], this.#report);
        return call === undefined ? undefined : this.#matcher.addCall(call.planned);
      }
      case 'tool.result': {
        const result = v.safeParse(ToolResult, event);
        if (!result.success) return noteLine('result', place, this.#report);
        return this.#result(result.output, [...place, 'event', 'result', 'output'], one);
      }
      case 'content.part':
      case 'step.end':
        return;
      default:
        return noteLine('event', place, this.#report);
    }
  }

  #generate({ spoken, lines: alsoAt, calls, thinks, model, place, time, end }: ModelStep): void {
    if (spoken.length === 0 && calls.length === 0 && !thinks && end === undefined)
      return noteUnanswered(place, this.#report);
    const at = instantOf(time, place, this.#report);
    const [first, streaming] = [end?.llmFirstTokenLatencyMs, end?.llmStreamDurationMs];
    const tookMs = first === undefined || streaming === undefined ? undefined : first + streaming;
    const otherwise = calls.length > 0 ? undefined : thinks ? '[thinking]' : '[no text]';
    const turn = { message: spoken, otherwise, tokens: this.#spend(tokensOf(end?.usage)), at, model, place, alsoAt };
    this.#matcher.addModelTurn({ ...turn, ...(tookMs !== undefined && { tookMs }) }, calls);
  }

  #result({ toolCallId: id, result }: ToolResult, output: Path, { line, place }: Entry): void {
    const approval = id === undefined ? undefined : this.#approvals.get(id);
    if (id !== undefined) this.#approvals.delete(id);
    const outcome = outcomeOf(result, approval, output, this.#report);
    this.#matcher.addResult(
      { id, name: undefined, place },
      { ...outcome, at: instantOf(line.time, place, this.#report) },
    );
  }
}

/** Origins of messages from outside the agent. The program itself wrote all others in the user's role. */
const fromOutside = new Set(['user', 'skill_activation', 'plugin_command', 'cron_job', 'task']);

function messageCalls(message: Message, place: Path, report: ImportReport): RequestedCall[] {
  const read = (value: Value, where: Path): RequestedCall | undefined => {
    const call = isRecord(value) ? v.safeParse(MessageCall, value) : undefined;
    if (call?.success !== true) return undefined;
    const name = call.output.name ?? call.output.function?.name;
    const input = call.output.arguments ?? call.output.function?.arguments;
    if (name === undefined) return undefined;
    return { id: call.output.id, name, input: openArguments(input, where, report), place: where };
  };
  return callsIn(message.toolCalls, [...place, 'toolCalls'], read, report);
}

const noteInjected = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'kimi/injected',
    place,
    (n) => `${counted(n, 'reminder')} that the program wrote for the model in the user’s place: no input.`,
  );

const noteUnanswered = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'kimi/unanswered',
    place,
    (n) => `${counted(n, 'request')} to the model of which nothing came back: no turn.`,
  );
