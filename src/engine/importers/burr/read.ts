import { ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import { isCredentialField } from '../../importing/credential-names.ts';
import { createImportReport, type ImportReport, notesOf } from '../../importing/import-report.ts';
import type { Read } from '../../importing/importer.ts';
import {
  readRecords,
  recordsIn,
  sessionOf,
  type JournalFormat,
  type JournalRecord,
} from '../../importing/journal/journal.ts';
import { countIn, readAnyMessage, type AnyMessage } from '../../importing/messages/any-message.ts';
import { createConversationTracker } from '../../importing/messages/conversation-tracker.ts';
import { isAnyMessage } from '../../importing/messages/message-spelling.ts';
import { noteUnreadMessage } from '../../importing/notes.ts';
import { createCallMatcher, type CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { changedState } from '../../importing/transcript/changed-state.ts';
import { recordedTokens, waiting, type CallResult } from '../../importing/transcript/transcript.ts';
import { nanosOf, readInstant } from '../../importing/values/instants.ts';
import { entriesAt, numberAt, recordAt, textAt } from '../../importing/values/where.ts';
import { stateIn } from './format.ts';

export const read: Read = ({ value }) => {
  const state = stateIn(value);
  const session =
    state === undefined
      ? sessionOf(log, recordsIn(value))
      : sessionOf(printedState, [
          { kind: 'state', value: isRecord(state.value) ? state.value : {}, place: state.place },
        ]);
  return ok({ sessions: [session] });
};

const notes = notesOf('burr', {
  info: {
    // The attributes that an action logged itself are neither its inputs nor its result.
    attributes: '{# span} that {is|are} not a model call, with attributes that no turn has: left out.',
  },
  assumed: {
    'no-begin': '{# action} whose start is not in the file: its inputs are unknown.',
  },
});

/** The keys under which Burr's examples and most programs keep the conversation. */
const conversationKeys: readonly string[] = ['messages', 'chat_history'];

const printedState: JournalFormat = {
  importer: 'burr',
  titles: ([state]) => {
    const { value = {}, place = [] } = state ?? {};
    const asked = messagesIn(value, place, createImportReport()).find(({ role }) => role === 'user');
    return [asked === undefined ? textAt(value, ['query', 'prompt']) : textOf(asked.parts)];
  },
  untitled: 'state of Burr',
  read(records, report) {
    const matcher = createCallMatcher(report);
    for (const { value, place } of records) {
      createConversationTracker(matcher, report).addConversation(messagesIn(value, place, report));
      emitState(value, {}, place, matcher);
    }
    return matcher.entries();
  },
  about: () => ({ model: undefined }),
};

function messagesIn(value: RecordValue, place: Path, report: ImportReport): readonly AnyMessage[] {
  const lists = conversationKeys.map((key) => entriesAt({ value, place }, [[key]]));
  const messages = lists.find((list) => list.length > 0 && list.every((one) => isAnyMessage(one.value))) ?? [];
  return messages.flatMap((one) => readAnyMessage(one.value, one.place, report) ?? []);
}

const ownKeys: readonly string[] = ['__SEQUENCE_ID', '__PRIOR_STEP'];

/** The state without Burr's own keys and without the conversation, if it changed. */
function emitState(state: RecordValue, before: RecordValue, place: Path, matcher: CallMatcher): RecordValue {
  const kept = Object.fromEntries(
    Object.entries(state).filter(
      ([key, value]) => !ownKeys.includes(key) && !(conversationKeys.includes(key) && Array.isArray(value)),
    ),
  );
  const changed = changedState(before, kept, true);
  if (changed.length > 0) matcher.addState({ state: changed, place });
  return kept;
}

/**
 * Inputs of an action are the user's; the action is a capability with its result; spans with attributes of a model call are
 * model turns. A model's message answers the user if the conversation in the state contains it.
 */
const log: JournalFormat = {
  importer: 'burr',
  titles: (records) => records.slice(0, 200).map(({ kind, value }) => (kind === 'begin_entry' ? inputText(value) : '')),
  untitled: 'log of a Burr application',
  read: readLog,
  about: () => ({ model: undefined }),
};

/** The known facts of an action while it runs. */
interface Running extends JournalRecord {
  readonly spans: Map<string, Span>;
}

interface Span {
  readonly attributes: Map<string, Value>;
  /** Its lines, at least one: the attributes, then its end. */
  readonly lines: [Path, ...Path[]];
  at: Value | undefined;
}

function readLog(records: readonly JournalRecord[], report: ImportReport) {
  const running = new Map<number, Running>();
  const answers = answersIn(records);
  let state: RecordValue = {};
  const idOf = (entry: RecordValue) => numberAt(entry, ['sequence_id', 'action_sequence_id']) ?? -1;
  const keep = ({ value, place }: JournalRecord) => addToSpan(value, place, running.get(idOf(value)));
  const describe = (matcher: CallMatcher) => ({
    kinds: {
      begin_entry(record: JournalRecord) {
        const { value, place } = record;
        running.set(idOf(value), { ...record, spans: new Map() });
        const text = inputText(value);
        if (text === '') return;
        const at = timeIn(value, 'start_time', place, report);
        const message = inputsIn(value).flatMap((input) => readContent(input, [], createImportReport()));
        matcher.addInput({ message, at, place });
      },
      attribute: keep,
      end_span: keep,
      end_entry({ value, place }: JournalRecord) {
        const action = running.get(idOf(value));
        running.delete(idOf(value));
        if (action !== undefined) emitModels(action, answers, matcher, report);
        emitAction(value, action, place, matcher, report);
        const next = recordAt(value, 'state');
        if (next !== undefined) state = emitState(next, state, [...place, 'state'], matcher);
      },
      // The program continues in another run, when it has the input for which the action waits.
      suspend_entry({ value, place }: JournalRecord) {
        const action = running.get(idOf(value));
        running.delete(idOf(value));
        if (action !== undefined) emitModels(action, answers, matcher, report);
        const at = timeIn(value, 'suspend_time', place, report);
        const result = { ...waiting(`waits for “${textAt(value, 'channel') ?? 'an event'}”`), at, place };
        addAction(value, action, place, result, matcher);
      },
      begin_span: undefined,
      begin_stream: undefined,
      first_item_stream: undefined,
      end_stream: undefined,
    },
    otherwise: ({ place }: JournalRecord) => noteUnreadMessage(place, report, 'the log'),
    atEnd() {
      for (const action of running.values()) {
        emitModels(action, answers, matcher, report);
        const name = textAt(action.value, 'action') ?? 'action';
        matcher.addCall({ id: undefined, name, input: recordAt(action.value, 'inputs'), place: action.place });
      }
    },
  });
  return readRecords(records, describe, report);
}

/** The assistant's messages according to the conversation in the last state. */
function answersIn(records: readonly JournalRecord[]): ReadonlySet<string> {
  const last = records.findLast(({ kind, value }) => kind === 'end_entry' && recordAt(value, 'state') !== undefined);
  const messages = messagesIn(recordAt(last?.value, 'state') ?? {}, [], createImportReport());
  return new Set(messages.filter(({ role }) => role === 'assistant').map(({ parts }) => textOf(parts).trim()));
}

const inputsIn = (entry: RecordValue): readonly string[] =>
  Object.entries(recordAt(entry, 'inputs') ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' && !isCredentialField(name) ? [value] : [],
  );

const inputText = (entry: RecordValue): string => inputsIn(entry).join('\n');

/** Times are texts in the program's own clock; attributes have a time in UTC, so the end of their span is used. */
const timeIn = (entry: RecordValue, key: string, place: Path, report: ImportReport): string | undefined =>
  readInstant(textAt(entry, key), [...place, key], report);

function addToSpan(entry: RecordValue, place: Path, action: Running | undefined): void {
  // An attribute may be of the action itself.
  const id = textAt(entry, 'span_id') ?? '';
  if (action === undefined) return;
  const known = action.spans.get(id);
  const span: Span = known ?? { attributes: new Map<string, Value>(), lines: [place], at: undefined };
  if (known === undefined) action.spans.set(id, span);
  else span.lines.push(place);
  const key = textAt(entry, 'key');
  if (entry['type'] === 'end_span') span.at = textAt(entry, 'end_time');
  else if (key !== undefined) span.attributes.set(key, entry['value'] ?? null);
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
    const first = (...keys: readonly string[]) =>
      keys.map((key) => attributes.get(`gen_ai.${key}`)).find((value) => value !== undefined);
    const completion = first('completion.0.content');
    if (first('request.model') === undefined && completion === undefined) {
      if (attributes.size > 0) notes.attributes(place, report);
      continue;
    }
    const words = typeof completion === 'string' ? completion : '';
    const model = first('response.model', 'request.model');
    matcher.addModelTurn(
      {
        message: words === '' ? [] : readContent(words, place, report),
        toProgram: words.trim() === '' || !answers.has(words.trim()),
        otherwise: '[no text]',
        tokens: recordedTokens(
          countIn(first('usage.prompt_tokens', 'usage.input_tokens')),
          countIn(first('usage.completion_tokens', 'usage.output_tokens')),
        ),
        model: typeof model === 'string' ? model : undefined,
        at: readInstant(at, place, report),
        place,
        alsoAt,
      },
      [],
    );
  }
}

/**
 * | in the end of an action | outcome |
 * | --- | --- |
 * | `exception` | errored, with the last line of the traceback |
 * | none | successful, with its result |
 *
 * An action that was suspended is pending.
 */
function emitAction(
  entry: RecordValue,
  action: Running | undefined,
  place: Path,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const at = timeIn(entry, 'end_time', place, report);
  const begun = action && timeIn(action.value, 'start_time', action.place, report);
  const [from, to] = [begun, at].map((instant) => (instant === undefined ? undefined : nanosOf(instant)));
  const tookMs = from === undefined || to === undefined || to < from ? undefined : Math.round(Number(to - from) / 1e6);
  const exception = textAt(entry, 'exception') ?? '';
  const result: CallResult =
    exception === ''
      ? { outcome: 'ok', output: entry['result'] ?? null, at, tookMs, place }
      : {
          outcome: 'error',
          output: undefined,
          reason: exception.trimEnd().split('\n').at(-1)?.trim(),
          at,
          tookMs,
          place,
        };
  if (action === undefined) notes['no-begin'](place, report);
  addAction(entry, action, place, result, matcher);
}

function addAction(
  entry: RecordValue,
  action: Running | undefined,
  place: Path,
  result: CallResult,
  matcher: CallMatcher,
): void {
  const name = textAt(entry, 'action') ?? textAt(action?.value, 'action') ?? 'action';
  const input = recordAt(action?.value, 'inputs');
  matcher.addCall({ id: undefined, name, input, place: action?.place ?? place, result });
}
