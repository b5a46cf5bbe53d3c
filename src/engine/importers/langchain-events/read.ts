import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Document } from '../../readers/document.ts';
import { ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { textOf, type Part } from '../../importing/content/content.ts';
import { counted, createImportReport, type ImportReport, lost } from '../../importing/import-report.ts';
import { recordsIn, sessionOf, type JournalFormat } from '../../importing/journal/journal.ts';
import { failed, outcomeOf } from '../../importing/messages/any-message-parts.ts';
import { blank, type AnyMessage } from '../../importing/messages/any-message.ts';
import { conversationIn } from '../../importing/messages/conversation-in.ts';
import { createConversationTracker, type ConversationTracker } from '../../importing/messages/conversation-tracker.ts';
import type { TypeName } from '../../importing/messages/message-spelling.ts';
import { createCallMatcher, type CallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { fieldAt, recordAt, textAt } from '../../importing/values/where.ts';
import { isEvent } from './format.ts';

export const read: Read = (document) => ok({ sessions: [sessionOf(run(document), recordsIn(document.value))] });

function run({ typeName }: Document): JournalFormat {
  let models: ReadonlySet<string> = new Set();
  return {
    importer: 'langchain-events',
    // The first user message, from any input of the run.
    titles: (records) =>
      records.slice(0, 20).map(({ value, place }) => {
        const messages = conversationIn(fieldAt(value, 'data.input'), 'input', place, createImportReport(), typeName);
        return textOf(messages.find(({ role }) => role === 'user')?.parts ?? []);
      }),
    untitled: 'run of LangChain',
    read(records, report) {
      const matcher = createCallMatcher(report);
      const emitter = new EventEmitter(matcher, report, typeName);
      for (const { value, place } of records) if (isEvent(value)) emitter.emit({ event: value, place });
      emitter.end();
      for (const { value, place } of records) if (!isEvent(value)) noteNoEvent(place, report);
      report.note('info', 'import/no-times', null, () => 'The events of a run carry no times.');
      models = emitter.models;
      return matcher.entries();
    },
    about: () => ({ model: models.size === 1 ? [...models][0] : undefined }),
  };
}

const noteNoEvent = lost(
  'langchain-events/other',
  (n) => `${counted(n, 'value')} that ${n === 1 ? 'is' : 'are'} no event: left out.`,
);

interface Entry {
  readonly event: RecordValue;
  readonly place: Path;
}

const nameOf = ({ event }: Entry): string => textAt(event, 'name') ?? '';
const idOf = ({ event }: Entry): string => textAt(event, 'run_id') ?? '';
const typeOf = ({ event }: Entry): string => textAt(event, 'event') ?? '';

/**
 * Emits the events of a run in order: new input of a model, its answers, and the results of tools.
 *
 * | event | becomes |
 * | --- | --- |
 * | the very first start event | the user's message |
 * | `on_chat_model_start`, `on_llm_start` | the new messages of the conversation |
 * | `on_chat_model_end`, `on_llm_end` | the answer; its pieces are read only if the end is missing |
 * | `on_tool_end` | successful, or the outcome in the message that it returns |
 * | `on_tool_error` | errored |
 * | `on_retriever_end` | a use of the retriever |
 * | anything else | repeats these, or belongs to the chain itself |
 */
class EventEmitter {
  readonly models = new Set<string>();
  readonly #tracker: ConversationTracker;
  readonly #matcher: CallMatcher;
  readonly #report: ImportReport;
  readonly #typeName: TypeName;
  /** Runs that have begun but not ended, by id. */
  readonly #open = new Map<string, Entry>();
  readonly #pieces = new Map<string, Entry[]>();
  #root: string | undefined;

  constructor(matcher: CallMatcher, report: ImportReport, typeName: TypeName) {
    this.#matcher = matcher;
    this.#report = report;
    this.#typeName = typeName;
    this.#tracker = createConversationTracker(matcher, report);
  }

  emit(entry: Entry): void {
    const run_id = idOf(entry);
    const [, what, when] = /^on_(.+)_(start|stream|end|error)$/.exec(typeOf(entry)) ?? [];
    if (when === 'start') this.#open.set(run_id, entry);
    if (when === 'end' || when === 'error') this.#open.delete(run_id);
    const isFirst = this.#root === undefined;
    this.#root ??= run_id;
    if (what === 'chat_model' || what === 'llm') this.#emitModel(entry, when);
    else if (what === 'tool' || what === 'retriever') this.#emitTool(entry, when);
    else if (run_id === this.#root && what === 'chain' && when === 'start' && isFirst) this.#heard(entry, 'input');
    else if (run_id === this.#root && what === 'chain' && when === 'end') this.#heardAtEnd(entry);
    else if (when === 'error') this.#noteError(entry);
    else this.#noteOther(entry);
  }

  /** Reports runs that began and never ended. */
  end(): void {
    for (const entry of this.#open.values()) {
      const isTool = /^on_(?:tool|retriever)_/.test(typeOf(entry));
      if (/^on_(?:chat_model|llm)_/.test(typeOf(entry))) this.#emitPieces(entry, this.#pieces.get(idOf(entry)) ?? []);
      else if (isTool && !this.#matcher.hasOpenCall({ id: undefined, name: nameOf(entry), place: entry.place }))
        this.#emitCall(entry, undefined);
    }
    this.#tracker.settle();
  }

  #emitModel(entry: Entry, when: string | undefined): void {
    const run_id = idOf(entry);
    const model = textAt(entry.event, 'metadata.ls_model_name');
    if (model !== undefined) this.models.add(model);
    if (when === 'start') return this.#heard(entry, 'input');
    if (when === 'stream') {
      const pieces = this.#pieces.get(run_id);
      if (pieces === undefined) this.#pieces.set(run_id, [entry]);
      else pieces.push(entry);
      return;
    }
    if (when === 'error') return this.#noteError(entry);
    this.#pieces.delete(run_id);
    const [answer] = this.#messagesIn(entry, 'output');
    if (answer === undefined) return this.#noteOther(entry);
    this.#tracker.addAnswer({ ...answer, role: 'assistant' }, model === undefined ? {} : { model });
  }

  /** The answer that was still streaming: its texts are joined; the arguments of a call are only pieces. */
  #emitPieces(start: Entry, pieces: readonly Entry[]): void {
    const messages = pieces.flatMap((piece) => this.#messagesIn(piece, 'chunk'));
    const text = messages.map(({ parts }) => textOf(parts)).join('');
    const parts: readonly Part[] = text === '' ? [] : [{ mimeType: 'text/plain', text }];
    this.#report.note(
      'repaired',
      'langchain-events/cut-off',
      start.place,
      (n) => `${counted(n, 'model call')} without an end in the recording: shown as far as streamed.`,
    );
    const [first] = messages;
    if (first === undefined) return this.#tracker.expectAnswer(blank('assistant', start.place), {});
    const calls = messages.flatMap((piece) => piece.calls.map((call) => ({ ...call, input: undefined })));
    this.#tracker.addAnswer({ ...first, role: 'assistant', parts, calls }, {});
  }

  #emitTool(entry: Entry, when: string | undefined): void {
    if (when !== 'end' && when !== 'error') return;
    const key = when === 'end' ? 'output' : 'error';
    const returned = fieldAt(entry.event, `data.${key}`);
    // An event may end a tool without its output.
    const place = returned === undefined ? entry.place : [...entry.place, 'data', key];
    const messages = typeOf(entry) === 'on_tool_end' ? this.#messagesOf(returned, place) : [];
    const results = messages.filter(({ role }) => role === 'results');
    if (results.length > 0) return this.#tracker.addConversation(results);
    const result: CallResult =
      when === 'error' ? failed(returned ?? null) : outcomeOf(returned, false, place, this.#report);
    const mark = { id: undefined, name: nameOf(entry), place };
    if (typeOf(entry).startsWith('on_tool') && this.#matcher.hasOpenCall(mark)) this.#matcher.addResult(mark, result);
    else this.#emitCall(entry, result);
    this.#tracker.sawToolRecord();
  }

  /** A tool returns a message, or a command for the graph that writes messages among other values. */
  #messagesOf(output: Value | undefined, place: Path): readonly AnyMessage[] {
    const update = recordAt(output, 'update');
    const [value, where] = update === undefined ? [output, place] : [update, [...place, 'update']];
    if (value === undefined || !isRecord(value)) return [];
    return conversationIn(value, 'output', where, this.#report, this.#typeName);
  }

  #emitCall(entry: Entry, result: CallResult | undefined): void {
    const { event, place } = entry;
    const input = fieldAt(event, 'data.input');
    const written = typeof input === 'string' ? openArguments(input, [...place, 'data', 'input'], this.#report) : input;
    this.#matcher.addCall({ id: undefined, name: nameOf(entry), input: written, place, result });
  }

  #messagesIn({ event, place }: Entry, side: 'input' | 'output' | 'chunk'): readonly AnyMessage[] {
    const end = side === 'input' ? 'input' : 'output';
    return conversationIn(fieldAt(event, `data.${side}`), end, [...place, 'data', side], this.#report, this.#typeName);
  }

  /** Text without a message comes from the model that is already known. */
  #heardAtEnd(entry: Entry): void {
    const output = recordAt(entry.event, 'data.output');
    if (output !== undefined && 'messages' in output) this.#heard(entry, 'output');
    else this.#noteOther(entry);
  }

  #heard(entry: Entry, side: 'input' | 'output'): void {
    this.#tracker.addConversation(this.#messagesIn(entry, side));
  }

  #noteError(entry: Entry): void {
    const words = textAt(entry.event, 'data.error') ?? 'without words';
    this.#report.note(
      'info',
      'langchain-events/error',
      entry.place,
      (n) => `${counted(n, 'step')} of the run failed, the first is “${nameOf(entry)}” (“${words.slice(0, 200)}”).`,
    );
  }

  #noteOther({ place }: Entry): void {
    this.#report.note(
      'info',
      'langchain-events/steps',
      place,
      (n) =>
        `${counted(n, 'event')} of chains, prompts and parsers, which repeat what models and tools say: not shown as turns.`,
    );
  }
}
