import { ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { textOf, type Part } from '../../importing/content/content.ts';
import { counted, createImportReport, type ImportReport, notesOf } from '../../importing/import-report.ts';
import type { Read } from '../../importing/importer.ts';
import {
  type JournalFormat,
  type JournalRecord,
  type Meaning,
  type Meanings,
  readRecords,
  sessionOf,
} from '../../importing/journal/journal.ts';
import { blank, type AnyMessage } from '../../importing/messages/any-message.ts';
import { failed, outcomeOf } from '../../importing/messages/any-message-parts.ts';
import { conversationIn } from '../../importing/messages/conversation-in.ts';
import { createConversationTracker } from '../../importing/messages/conversation-tracker.ts';
import type { TypeName } from '../../importing/messages/message-spelling.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { type CallResult, waiting } from '../../importing/transcript/transcript.ts';
import { groupedBy, oneOrMany } from '../../importing/values/elements.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { elementsAt, fieldAt, recordAt, textAt } from '../../importing/values/where.ts';
import { isEvent } from './format.ts';

export const read: Read = ({ value, typeName }) => {
  const records = oneOrMany(value).map((one) => ({
    kind: isEvent(one.value) ? (textAt(one.value, 'event') ?? '') : '',
    value: isRecord(one.value) ? one.value : {},
    place: one.place,
  }));
  return ok({ sessions: [sessionOf(run(typeName), records)] });
};

const run = (typeName: TypeName): JournalFormat => ({
  importer: 'langchain-events',
  // The first user message, from any input of the run.
  titles: (records) =>
    records.slice(0, 20).map(({ value, place }) => {
      const messages = conversationIn(fieldAt(value, 'data.input'), 'input', place, createImportReport(), typeName);
      return textOf(messages.find(({ role }) => role === 'user')?.parts ?? []);
    }),
  untitled: 'run of LangChain',
  read(records, report) {
    const entries = readRecords(records, (matcher) => meaningsOf(records, matcher, typeName, report), report);
    notes['import/no-times'](null, report);
    return entries;
  },
});

const nameOf = ({ value }: JournalRecord): string => textAt(value, 'name') ?? '';
const idOf = ({ value }: JournalRecord): string => textAt(value, 'run_id') ?? '';
const modelOf = ({ value }: JournalRecord): string | undefined => textAt(value, 'metadata.ls_model_name');

/**
 * | event | becomes |
 * | --- | --- |
 * | the very first start event | the user's message |
 * | `on_chat_model_start`, `on_llm_start` | the new messages of the conversation |
 * | `on_chat_model_end`, `on_llm_end` | the answer; its pieces are read only if the end is missing |
 * | `on_tool_end` | successful, or the outcome in the message that it returns |
 * | `on_tool_end` with null | what the next messages say: in version 1, a tool that failed ends so, too |
 * | `on_tool_error` | errored; pending if LangGraph interrupted it to ask a person |
 * | `on_retriever_end` | a use of the retriever |
 * | anything else | repeats these, or belongs to the chain itself |
 */
function meaningsOf(
  records: readonly JournalRecord[],
  matcher: CallMatcher,
  typeName: TypeName,
  report: ImportReport,
): Meanings {
  const tracker = createConversationTracker(matcher, report);
  const first = records.find(({ kind }) => kind !== '');
  const messagesIn = ({ value, place }: JournalRecord, side: 'input' | 'output' | 'chunk') => {
    const end = side === 'input' ? 'input' : 'output';
    return conversationIn(fieldAt(value, `data.${side}`), end, [...place, 'data', side], report, typeName);
  };
  const addInput = (record: JournalRecord) => tracker.addConversation(messagesIn(record, 'input'));

  function addAnswer(record: JournalRecord): void {
    const [answer] = messagesIn(record, 'output');
    if (answer === undefined) notes.steps(record.place, report);
    else tracker.addAnswer({ ...answer, role: 'assistant' }, { model: modelOf(record) });
  }

  /** The answer that was still streaming: its texts are joined; the arguments of a call are only pieces. */
  function addPieces(start: JournalRecord, pieces: readonly JournalRecord[]): void {
    notes['cut-off'](start.place, report);
    const messages = pieces.flatMap((piece) => messagesIn(piece, 'chunk'));
    const [head] = messages;
    if (head === undefined) return tracker.expectAnswer(blank('assistant', start.place), {});
    const text = messages.map(({ parts }) => textOf(parts)).join('');
    const parts: readonly Part[] = text === '' ? [] : [{ mimeType: 'text/plain', text }];
    const calls = messages.flatMap((piece) => piece.calls.map((call) => ({ ...call, input: undefined })));
    tracker.addAnswer({ ...head, role: 'assistant', parts, calls }, {});
  }

  /** A tool returns a message, or a command for the graph that writes messages among other values. */
  function messagesOf(output: Value | undefined, place: Path): readonly AnyMessage[] {
    const update = recordAt(output, 'update');
    const [value, where] = update === undefined ? [output, place] : [update, [...place, 'update']];
    return isRecord(value ?? null) ? conversationIn(value, 'output', where, report, typeName) : [];
  }

  /** `key`: where the event has what the tool returned. An event may end a tool without its output. */
  const addResult = (key: 'output' | 'error') => (record: JournalRecord) => {
    const returned = fieldAt(record.value, `data.${key}`);
    const place = returned === undefined ? record.place : [...record.place, 'data', key];
    const messages = record.kind === 'on_tool_end' ? messagesOf(returned, place) : [];
    const results = messages.filter(({ role }) => role === 'results');
    if (results.length > 0) return tracker.addConversation(results);
    const result = key === 'error' ? failureOf(returned) : outcomeOf(returned, false, place, report);
    const [name, input] = [nameOf(record), fieldAt(record.value, 'data.input')];
    const mark = { id: textAt(record.value, 'data.tool_call_id'), name, copy: { name, input }, place };
    if (returned === null && record.kind === 'on_tool_end' && matcher.hasOpenCall(mark)) return;
    if (record.kind.startsWith('on_tool') && matcher.hasOpenCall(mark)) matcher.addResult(mark, result);
    else addCall(record, result);
    tracker.sawToolRecord();
  };

  /** An exception is printed, `ValueError('no b')`, or serialised as `{id: ["builtins", "ValueError"], repr}`. */
  function failureOf(error: Value = null): CallResult {
    const [type, words] = isRecord(error)
      ? [typeName(error) ?? elementsAt(error, 'id').at(-1), textAt(error, ['repr', 'args.0'])]
      : [undefined, undefined];
    return type === 'GraphInterrupt' ? waiting('the graph was interrupted to ask a person') : failed(words ?? error);
  }

  function addCall(record: JournalRecord, result: CallResult | undefined): void {
    const { value, place } = record;
    const input = fieldAt(value, 'data.input');
    const written = typeof input === 'string' ? openArguments(input, [...place, 'data', 'input'], report) : input;
    matcher.addCall({ id: undefined, name: nameOf(record), input: written, place, result });
  }

  /** Of the whole run. Text without a message comes from the model that is already known. */
  function addRun(record: JournalRecord): void {
    const output = record.kind === 'on_chain_end' ? recordAt(record.value, 'data.output') : undefined;
    if (record.place === first?.place) addInput(record);
    else if (first !== undefined && idOf(record) === idOf(first) && output !== undefined && 'messages' in output)
      tracker.addConversation(messagesIn(record, 'output'));
    else notes.steps(record.place, report);
  }

  function noteFailed(record: JournalRecord): void {
    const words = textAt(record.value, 'data.error') ?? 'without words';
    report.note(
      'info',
      'langchain-events/error',
      record.place,
      (n) => `${counted(n, 'step')} of the run failed, the first is “${nameOf(record)}” (“${words.slice(0, 200)}”).`,
    );
  }

  const meanings = (what: string, start: Meaning, end: Meaning, error: { readonly [kind: string]: Meaning } = {}) => ({
    [`on_${what}_start`]: start,
    [`on_${what}_stream`]: undefined,
    [`on_${what}_end`]: end,
    ...error,
  });
  return {
    kinds: {
      ...meanings('chat_model', addInput, addAnswer),
      ...meanings('llm', addInput, addAnswer),
      ...meanings('tool', undefined, addResult('output'), { on_tool_error: addResult('error') }),
      ...meanings('retriever', undefined, addResult('output'), { on_retriever_error: addResult('error') }),
      on_chain_start: addRun,
      on_chain_end: addRun,
      '': ({ place }) => notes.other(place, report),
    },
    otherwise: (record) => (record.kind.endsWith('_error') ? noteFailed(record) : notes.steps(record.place, report)),
    atEnd() {
      const ended = new Set(records.filter(({ kind }) => /_(?:end|error)$/.test(kind)).map(idOf));
      const pieces = groupedBy(
        records.filter(({ kind }) => kind.endsWith('_stream')),
        idOf,
      );
      for (const record of records) {
        const [, what] = /^on_(.+)_start$/.exec(record.kind) ?? [];
        if (what === undefined || ended.has(idOf(record))) continue;
        const mark = { id: undefined, name: nameOf(record), place: record.place };
        if (what === 'chat_model' || what === 'llm') addPieces(record, pieces.get(idOf(record)) ?? []);
        else if ((what === 'tool' || what === 'retriever') && !matcher.hasOpenCall(mark)) addCall(record, undefined);
      }
      tracker.settle();
    },
  };
}

const notes = notesOf('langchain-events', {
  info: {
    'import/no-times': 'The events of a run have no times.',
    steps: '{# event} of chains, prompts and parsers, which repeat the output of models and tools: not shown as turns.',
  },
  lost: {
    other: '{# value} that {is not an event|are not events}: left out.',
  },
  repaired: {
    'cut-off': '{# model call} without an end in the recording: shown as far as streamed.',
  },
});
