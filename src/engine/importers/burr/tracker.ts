import * as v from 'valibot';
import { isRecord } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { countIn } from '../../importing/messages/any-message.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import type { Part } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { nanosOf, readInstant } from '../../importing/values/instants.ts';
import { messageIn } from '../../importing/transcript/message-list.ts';
import { counted, createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { isCredentialField } from '../../importing/credentials.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { type CallResult, tokensTold } from '../../importing/transcript/transcript.ts';
import { Entry } from './format.ts';
import { messagesIn, emitState } from './state.ts';

export function titleOfLines(lines: readonly Value[]): string {
  for (const line of lines.slice(0, 200)) {
    const entry = v.safeParse(Entry, line);
    const words = entry.success ? textOf(inputParts(entry.output)) : '';
    if (words.trim() !== '') return shortTitle(words);
  }
  return 'log of a Burr application';
}

/** The known facts of an action while it runs. */
interface Running {
  readonly begun: Entry;
  readonly place: Path;
  readonly spans: Map<string, Span>;
}

interface Span {
  readonly attributes: Map<string, Value>;
  /** Its lines, at least one: the attributes, then its end. */
  readonly lines: [Path, ...Path[]];
  at: Value | undefined;
}

/**
 * Inputs of an action are the user's; the action is a capability with its result; spans with attributes of a model call are
 * model turns. A model's message answers the user if the conversation in the state contains it.
 */
export function sessionOfLines(lines: readonly Value[]): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const running = new Map<number, Running>();
  const answers = answersIn(lines);
  let state: RecordValue = {};
  lines.forEach((line, index) => {
    const place = [index];
    const entry = messageIn(Entry, line, place, 'the log', report);
    if (entry === undefined) return;
    const id = entry.sequence_id ?? entry.action_sequence_id ?? -1;
    switch (entry.type) {
      case 'begin_entry':
        running.set(id, { begun: entry, place, spans: new Map() });
        emitInputs(entry, place, matcher, report);
        break;
      case 'attribute':
      case 'end_span':
        keep(entry, place, running.get(id));
        break;
      case 'end_entry': {
        const action = running.get(id);
        running.delete(id);
        if (action !== undefined) emitModels(action, answers, matcher, report);
        emitAction(entry, action, place, matcher, report);
        if (entry.state !== undefined) state = emitState(entry.state, state, [...place, 'state'], matcher);
        break;
      }
      default:
        break;
    }
  });
  for (const action of running.values()) {
    emitModels(action, answers, matcher, report);
    const { begun, place } = action;
    matcher.addCall({ id: undefined, name: begun.action ?? 'action', input: begun.inputs, place });
  }
  return toTaskSession(
    { title: titleOfLines(lines), importer: 'burr', declared: [], recording: {}, entries: matcher.entries() },
    report,
  );
}

/** The assistant's messages according to the conversations in the states. */
function answersIn(lines: readonly Value[]): ReadonlySet<string> {
  const last = lines.findLast(
    (line) => isRecord(line) && line['type'] === 'end_entry' && isRecord(line['state'] ?? null),
  );
  const state = last !== undefined && isRecord(last) ? last['state'] : undefined;
  const messages = state !== undefined && isRecord(state) ? messagesIn(state, [], createImportReport()) : [];
  return new Set(messages.filter(({ role }) => role === 'assistant').map(({ parts }) => textOf(parts).trim()));
}

const inputParts = ({ type, inputs }: Entry): readonly Part[] =>
  type !== 'begin_entry' || inputs === undefined
    ? []
    : Object.entries(inputs).flatMap(([name, value]) =>
        typeof value === 'string' && value !== '' && !isCredentialField(name)
          ? readContent(value, [], createImportReport())
          : [],
      );

function emitInputs(entry: Entry, place: Path, matcher: CallMatcher, report: ImportReport): void {
  const parts = inputParts(entry);
  if (parts.length === 0) return;
  const at = readInstant(timeIn(entry.start_time), [...place, 'start_time'], report);
  matcher.addInput({ message: parts, at, place });
}

const timeIn = (value: Value | undefined): Value | undefined => (typeof value === 'string' ? value : undefined);

/** Attributes have a time in UTC; all other times are from the program's own clock, so the time of the span's end is used. */
function keep({ type, span_id, key, value, end_time }: Entry, place: Path, action: Running | undefined): void {
  if (action === undefined || span_id === undefined) return;
  const known = action.spans.get(span_id);
  const span: Span = known ?? { attributes: new Map<string, Value>(), lines: [place], at: undefined };
  if (known === undefined) action.spans.set(span_id, span);
  else span.lines.push(place);
  if (type === 'end_span') span.at = end_time;
  else if (key !== undefined) span.attributes.set(key, value ?? null);
}

/** OpenLLMetry's attributes: https://www.traceloop.com/docs/openllmetry */
function emitModels(
  { spans }: Running,
  answers: ReadonlySet<string>,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  for (const { attributes, lines, at } of spans.values()) {
    const [place, ...alsoAt] = lines;
    if (!attributes.has('gen_ai.request.model') && !attributes.has('gen_ai.completion.0.content')) {
      noteSpan(attributes, place, report);
      continue;
    }
    const completionText = attributes.get('gen_ai.completion.0.content');
    const words = typeof completionText === 'string' ? completionText : '';
    const isAnswer = answers.has(words.trim()) && words.trim() !== '';
    const prompt = countIn(attributes.get('gen_ai.usage.prompt_tokens') ?? attributes.get('gen_ai.usage.input_tokens'));
    const completion = countIn(
      attributes.get('gen_ai.usage.completion_tokens') ?? attributes.get('gen_ai.usage.output_tokens'),
    );
    const model = attributes.get('gen_ai.response.model') ?? attributes.get('gen_ai.request.model');
    matcher.addModelTurn(
      {
        message: words === '' ? [] : readContent(words, place, report),
        toProgram: !isAnswer,
        otherwise: '[no text]',
        tokens: tokensTold(prompt, completion),
        model: typeof model === 'string' ? model : undefined,
        at: readInstant(timeIn(at), place, report),
        place,
        alsoAt,
      },
      [],
    );
  }
}

/** The attributes that an action logged itself are neither its inputs nor its result. */
function noteSpan(attributes: Span['attributes'], place: Path, report: ImportReport): void {
  if (attributes.size === 0) return;
  report.note(
    'info',
    'burr/attributes',
    place,
    (n) =>
      `${counted(n, 'span')} that ${n === 1 ? 'is' : 'are'} no call of a model, with attributes that no turn holds: left out.`,
  );
}

/**
 * | in the end of an action | outcome |
 * | --- | --- |
 * | `exception` | errored, with the last line of the traceback |
 * | none | successful, with its result |
 */
function emitAction(
  entry: Entry,
  action: Running | undefined,
  place: Path,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const ended = readInstant(timeIn(entry.end_time), [...place, 'end_time'], report);
  const begun = action && readInstant(timeIn(action.begun.start_time), [...action.place, 'start_time'], report);
  const from = begun === undefined ? undefined : nanosOf(begun);
  const to = ended === undefined ? undefined : nanosOf(ended);
  const tookMs = from === undefined || to === undefined ? undefined : took(from, to);
  const failed = entry.exception !== undefined && entry.exception !== '';
  const result: CallResult = failed
    ? { outcome: 'error', output: undefined, reason: lastLine(entry.exception), at: ended, tookMs, place }
    : { outcome: 'ok', output: entry.result ?? null, at: ended, tookMs, place };
  if (action === undefined) noteUnbegun(place, report);
  const name = entry.action ?? action?.begun.action ?? 'action';
  matcher.addCall({ id: undefined, name, input: action?.begun.inputs, place: action?.place ?? place, result });
}

const took = (from: bigint, to: bigint): number | undefined =>
  to < from ? undefined : Math.round(Number(to - from) / 1e6);

const lastLine = (text: string | undefined): string | undefined => text?.trimEnd().split('\n').at(-1)?.trim();

const noteUnbegun = (place: Path, report: ImportReport): void =>
  report.note(
    'assumed',
    'burr/no-begin',
    place,
    (n) => `${counted(n, 'action')} whose beginning is not in the file: its inputs stay unknown.`,
  );
