import { ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import { valueAt, type Value } from '../../model/value.ts';
import { readContent } from '../../importing/content/content.ts';
import { wordsIn } from '../../importing/content/reason-in.ts';
import { readResultContent } from '../../importing/content/result-content.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { Read } from '../../importing/importer.ts';
import {
  addNote,
  readRecords,
  recordsIn,
  sessionOf,
  type JournalFormat,
  type JournalRecord,
  type Meanings,
  type TimedRecord,
} from '../../importing/journal/journal.ts';
import { present } from '../../importing/values/present.ts';
import { noteSystem } from '../../importing/notes.ts';
import type { CallMatcher, RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { callsIn } from '../../importing/transcript/message-list.ts';
import type { CallResult, RecordedTokens } from '../../importing/transcript/transcript.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { elementsAt, findAt, fits, numberAt, recordAt, textAt } from '../../importing/values/where.ts';
import { notes } from './notes.ts';
import { callIn, modelsByStep, stepsIn, tokensOf, type ModelStep } from './steps.ts';
import { wireSession } from './wire.ts';

export const read: Read = ({ value }) => {
  const records = recordsIn(value);
  const wire = records.filter((one) => fits(one.value, { 'message.type': 'text', 'message.payload': 'record' }));
  return ok({ sessions: [wire.length > 0 ? wireSession(wire) : sessionOf(format, records.map(asJournal))] });
};

/** Messages are of the kind `message ROLE`, the events of a step of the kind `event TYPE`. Times are in milliseconds. */
function asJournal({ kind, value, place }: JournalRecord): JournalRecord {
  const time = numberAt(value, 'time');
  return {
    kind:
      kind === 'context.append_loop_event'
        ? `event ${textAt(value, 'event.type')}`
        : kind === 'context.append_message'
          ? `message ${textAt(value, 'message.role')}`
          : kind,
    value,
    place,
    time: time === undefined ? undefined : { value: time / 1000, place },
  };
}

const format: JournalFormat = {
  importer: 'kimi',
  agent: 'Kimi Code',
  untitled: 'Kimi Code session',
  titles: (records) => records.filter(({ kind }) => kind === 'turn.prompt').map(({ value }) => value['input']),
  read: (records, report) => readRecords(records, (matcher) => describe(records, matcher, report), report),
  about(records, report) {
    const header = records.find(({ kind }) => kind === 'metadata');
    const created = numberAt(header?.value, 'created_at');
    // A request without an answer names the model, too.
    const models = new Set(modelsByStep(records).values());
    const [model] = models;
    return {
      model: models.size === 1 ? model : undefined,
      startedAt: readInstant(created === undefined ? undefined : created / 1000, header?.place ?? [], report),
      // A name with a star means several tools of a server.
      declared: records
        .filter(({ kind }) => kind === 'tools.set_active_tools')
        .flatMap(({ value }) => elementsAt(value, 'names'))
        .filter((name) => typeof name === 'string')
        .filter((name) => !name.includes('*')),
      recording: present({ protocol: textAt(header?.value, 'protocol_version') }),
    };
  },
};

function describe(records: readonly JournalRecord[], matcher: CallMatcher, report: ImportReport): Meanings {
  const steps = stepsIn(records, report);
  /** The user's decisions whether a call may run. */
  const approvals = new Map<string, Value>();
  /** The journal writes a prompt twice: first as the user typed it, then as the model received it. */
  let typed: TimedRecord | undefined;
  /** The sum so far; undefined after a request without token counts. */
  let spent: Required<RecordedTokens> | undefined = { prompt: 0, completion: 0 };

  const spend = (tokens: RecordedTokens | undefined): RecordedTokens | undefined => {
    const { prompt, completion } = tokens ?? {};
    spent =
      spent === undefined || prompt === undefined || completion === undefined
        ? undefined
        : { prompt: spent.prompt + prompt, completion: spent.completion + completion };
    return tokens;
  };
  const say = (content: Value | undefined, { at, place }: TimedRecord) =>
    matcher.addInput({ message: readContent(content, place, report), at, place });
  /** A typed prompt counts as an input even if the model never received it. */
  const sayTyped = () => {
    if (typed !== undefined) say(typed.value['input'], typed);
    typed = undefined;
  };
  const prompted = (record: TimedRecord) => {
    sayTyped();
    typed = record;
  };
  const state =
    (keyOf: (record: Value) => string | undefined, valueOf: (record: Value) => Value | undefined) =>
    ({ value, place }: TimedRecord) => {
      const key = keyOf(value);
      if (key === undefined) return addNote(notes.program, place, report);
      matcher.addState({ state: [{ key, value: valueOf(value) ?? null }], place });
    };
  const planMode = (isOn: boolean) =>
    state(
      () => 'plan_mode',
      () => isOn,
    );
  const returned = (id: string | undefined, result: Value, output: Path, { at, place }: TimedRecord) => {
    const approval = approvals.get(id ?? '');
    approvals.delete(id ?? '');
    matcher.addResult({ id, name: undefined, place }, { ...outcomeOf(result, approval, output, report), at });
  };
  const generated = (step: ModelStep) => {
    const { parts: message, alsoAt, calls, thinks, model, place, latest, end } = step;
    if (message.length === 0 && calls.length === 0 && !thinks && end === undefined)
      return addNote(notes.unanswered, place, report);
    const at = latest.time && readInstant(latest.time.value, place, report);
    const [first, streaming] = [numberAt(end, 'llmFirstTokenLatencyMs'), numberAt(end, 'llmStreamDurationMs')];
    const tookMs = first === undefined || streaming === undefined ? undefined : first + streaming;
    const otherwise = calls.length > 0 ? undefined : thinks ? '[thinking]' : '[no text]';
    const tokens = spend(tokensOf(end?.['usage']));
    matcher.addModelTurn({ message, otherwise, tokens, at, model, place, alsoAt, tookMs }, calls);
  };

  return {
    kinds: {
      metadata: undefined,
      'turn.prompt': prompted,
      'turn.steer': prompted,
      'message user'(record) {
        const origin = textAt(record.value, 'message.origin.kind') ?? 'user';
        if (!fromOutside.has(origin)) return addNote(notes.injected, record.place, report);
        typed = undefined;
        say(valueAt(record.value, ['message', 'content']), record);
      },
      'message assistant'({ value, at, place }) {
        const where = [...place, 'message'];
        const content = readContent(valueAt(value, ['message', 'content']), [...where, 'content'], report);
        const calls = callsIn(
          elementsAt(value, 'message.toolCalls'),
          [...where, 'toolCalls'],
          messageCall(report),
          report,
        );
        const otherwise = calls.length > 0 ? undefined : '[no text]';
        const message = content.filter(({ text }) => text !== '');
        matcher.addModelTurn({ message, otherwise, tokens: undefined, at, place }, calls);
      },
      'message tool'(record) {
        const { content = null, isError = null } = recordAt(record.value, 'message') ?? {};
        const output = [...record.place, 'message', 'content'];
        returned(textAt(record.value, 'message.toolCallId'), { output: content, isError }, output, record);
      },
      'message system': ({ place }) => noteSystem(place, report),
      'event step.begin'({ value, place }) {
        sayTyped();
        const step = steps.get(textAt(value, 'event.uuid') ?? '');
        // A reused id refers to its first step.
        if (step?.place === place) generated(step);
      },
      'event tool.call'({ value, place }) {
        // Calls of a step were added when the step began.
        if (steps.has(textAt(value, 'event.stepUuid') ?? '')) return;
        const call = callIn(value['event'], [...place, 'event'], report);
        if (call !== undefined) matcher.addCall(call);
      },
      'event tool.result'(record) {
        const output = [...record.place, 'event', 'result', 'output'];
        returned(
          textAt(record.value, 'event.toolCallId'),
          valueAt(record.value, ['event', 'result']) ?? null,
          output,
          record,
        );
      },
      'event content.part': undefined,
      'event step.end': undefined,
      'context.apply_compaction': notes.compacted,
      'context.undo': notes.undone,
      'context.clear': notes.undone,
      'turn.cancel': notes.cancelled,
      'permission.record_approval_result'({ value, place }) {
        const id = textAt(value, 'toolCallId');
        const result = recordAt(value, 'result');
        if (id !== undefined && result !== undefined) approvals.set(id, result);
        addNote(notes.program, place, report);
      },
      'plan_mode.enter': planMode(true),
      'plan_mode.exit': planMode(false),
      'plan_mode.cancel': planMode(false),
      'permission.set_mode': state(
        () => 'permission_mode',
        (record) => textAt(record, 'mode'),
      ),
      'tools.update_store': state(
        (record) => textAt(record, 'key'),
        (record) => valueAt(record, ['value']),
      ),
      /** Tokens used outside turns, for example to summarise the conversation, count in the total. */
      'usage.record'({ value, place }) {
        if (value['usageScope'] !== 'session') return addNote(notes.program, place, report);
        spend(tokensOf(value['usage']));
        if (spent !== undefined) matcher.addTotals(spent, place);
        addNote(notes.beside, place, report);
      },
    },
    shapes: { 'event tool.result': { 'event.result': 'record' } },
    otherwise: ({ kind, place }) => addNote(aboutProgram.test(kind) ? notes.program : notes.line, place, report),
    atEnd: sayTyped,
  };
}

/** The first words of the record types in the journal's own definition. */
const aboutProgram =
  /^(?:config|cron|file_history|forked|full_compaction|goal|interaction|interruptionReminder|llm|mcp|micro_compaction|permission|plan|plan_mode|plugin|profile|prompt|runtime|skill|subagent|swarm_mode|task|token_counting|tools|tower_mode|turn|usage)(?:\.|$)/;

/** Origins of messages from outside the agent. The program itself wrote all others in the user's role. */
const fromOutside = new Set(['user', 'skill_activation', 'plugin_command', 'cron_job', 'task']);

/** A call in a message: `{id, name, arguments}`, or OpenAI’s form. */
const messageCall =
  (report: ImportReport) =>
  (call: Value, place: Path): RequestedCall | undefined => {
    const name = textAt(call, ['name', 'function.name']);
    if (name === undefined) return undefined;
    const written = findAt(call, ['arguments', 'function.arguments'])?.value;
    return { id: textAt(call, 'id'), name, input: openArguments(written, place, report), place };
  };

/**
 * | in the journal | outcome |
 * | --- | --- |
 * | `permission.record_approval_result` of the call with a `decision` that is not `approved` | restricted, with the user's words |
 * | `isError: true` of the result | errored, with its text |
 * | anything else | successful |
 */
function outcomeOf(result: Value, approval: Value | undefined, place: Path, report: ImportReport): CallResult {
  const output = valueAt(result, ['output']);
  const words = wordsIn(output);
  const decision = textAt(approval, 'decision');
  if (decision !== undefined && decision !== 'approved') {
    const reason = textAt(approval, 'feedback') ?? (words === '' ? `the user’s decision: ${decision}` : words);
    return { outcome: 'blocked_before', output: undefined, reason };
  }
  if (valueAt(result, ['isError']) === true) {
    return { outcome: 'error', output: undefined, reason: words === '' ? 'the result is marked as an error' : words };
  }
  return { outcome: 'ok', output: readResultContent(output, place, report) };
}
