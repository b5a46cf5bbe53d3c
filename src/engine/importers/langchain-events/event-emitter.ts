import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { failed, outcomeOf } from '../../importing/messages/any-message-parts.ts';
import { blank, type AnyMessage } from '../../importing/messages/any-message.ts';
import type { TypeName } from '../../importing/messages/message-spelling.ts';
import { conversationIn } from '../../importing/messages/conversation-in.ts';
import { textOf, type Part } from '../../importing/content/content.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { createConversationTracker, type ConversationTracker } from '../../importing/messages/conversation-tracker.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { LineEntry } from '../../importing/values/line-entries.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import type { Event } from './format.ts';

type Entry = LineEntry<Event>;

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
export class EventEmitter {
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
    const { event, run_id } = entry.line;
    const [, what, when] = /^on_(.+)_(start|stream|end|error)$/.exec(event) ?? [];
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
      const { event, run_id, name } = entry.line;
      if (/^on_(?:chat_model|llm)_/.test(event)) this.#tellPieces(entry, this.#pieces.get(run_id) ?? []);
      else if (/^on_(?:tool|retriever)_/.test(event)) {
        if (!this.#matcher.hasOpenCall({ id: undefined, name, place: entry.place }))
          this.#called(entry, entry, undefined);
      }
    }
    this.#tracker.settle();
  }

  #emitModel(entry: Entry, when: string | undefined): void {
    const { run_id, metadata, data } = entry.line;
    const model = metadata?.['ls_model_name'];
    if (typeof model === 'string') this.models.add(model);
    if (when === 'start') return this.#heard(entry, 'input');
    if (when === 'stream') {
      const pieces = this.#pieces.get(run_id);
      if (pieces === undefined) this.#pieces.set(run_id, [entry]);
      else pieces.push(entry);
      return;
    }
    if (when === 'error') return this.#noteError(entry);
    this.#pieces.delete(run_id);
    const place = [...entry.place, 'data', 'output'];
    const [answer] = conversationIn(data.output, 'output', place, this.#report, this.#typeName);
    if (answer === undefined) return this.#noteOther(entry);
    const known = typeof model === 'string' ? { model } : {};
    this.#tracker.addAnswer({ ...answer, role: 'assistant' }, known);
  }

  /** The answer that was still streaming: its texts are joined; the arguments of a call are only pieces. */
  #tellPieces(start: Entry, pieces: readonly Entry[]): void {
    const read = pieces.flatMap(({ line, place }) =>
      conversationIn(line.data.chunk, 'output', [...place, 'data', 'chunk'], this.#report, this.#typeName),
    );
    const text = read.map(({ parts }) => textOf(parts)).join('');
    const parts: readonly Part[] = text === '' ? [] : [{ mimeType: 'text/plain', text }];
    this.#report.note(
      'repaired',
      'langchain-events/cut-off',
      start.place,
      (n) => `${counted(n, 'model call')} without an end in the recording: shown as far as streamed.`,
    );
    const [first] = read;
    if (first === undefined) return this.#tracker.expectAnswer(blank('assistant', start.place), {});
    const calls = read.flatMap((piece) => piece.calls.map((call) => ({ ...call, input: undefined })));
    this.#tracker.addAnswer({ ...first, role: 'assistant', parts, calls }, {});
  }

  #emitTool(entry: Entry, when: string | undefined): void {
    if (when !== 'end' && when !== 'error') return;
    const { data, name, event } = entry.line;
    const key = when === 'end' ? 'output' : 'error';
    // An event may end a tool without its output.
    const place = data[key] === undefined ? entry.place : [...entry.place, 'data', key];
    const messages = event === 'on_tool_end' ? this.#messagesOf(data.output, place) : [];
    const results = messages.filter(({ role }) => role === 'results');
    if (results.length > 0) return this.#tracker.addConversation(results);
    const result: CallResult =
      when === 'error' ? failed(data.error ?? null) : outcomeOf(data.output, false, place, this.#report);
    const mark = { id: undefined, name, place };
    if (event.startsWith('on_tool') && this.#matcher.hasOpenCall(mark)) this.#matcher.addResult(mark, result);
    else this.#called(entry, entry, result);
    this.#tracker.sawToolRecord();
  }

  /** A tool returns a message, or a command for the graph that writes messages among other values. */
  #messagesOf(output: Value | undefined, place: Path): readonly AnyMessage[] {
    const update = output !== undefined && isRecord(output) ? output['update'] : undefined;
    const isCommand = update !== undefined && isRecord(update);
    const [value, where] = isCommand ? [update, [...place, 'update']] : [output, place];
    if (value === undefined || !isRecord(value)) return [];
    return conversationIn(value, 'output', where, this.#report, this.#typeName);
  }

  #called(from: Entry, { line, place }: Entry, result: CallResult | undefined): void {
    const { input } = line.data;
    const written = typeof input === 'string' ? openArguments(input, [...place, 'data', 'input'], this.#report) : input;
    this.#matcher.addCall({ id: undefined, name: line.name, input: written, place: from.place, result });
  }

  #heard({ line, place }: Entry, side: 'input' | 'output'): void {
    const where = [...place, 'data', side];
    const messages = conversationIn(line.data[side], side, where, this.#report, this.#typeName);
    this.#tracker.addConversation(messages);
  }

  /** Text without a message comes from the model that is already known. */
  #heardAtEnd(entry: Entry): void {
    const { output } = entry.line.data;
    if (output !== undefined && isRecord(output) && 'messages' in output) this.#heard(entry, 'output');
    else this.#noteOther(entry);
  }

  #noteError({ line, place }: Entry): void {
    const { error } = line.data;
    const words = typeof error === 'string' ? error : 'without words';
    this.#report.note(
      'info',
      'langchain-events/error',
      place,
      (n) => `${counted(n, 'step')} of the run failed, the first is “${line.name}” (“${words.slice(0, 200)}”).`,
    );
  }

  #noteOther({ place }: Entry): void {
    this.#report.note(
      'info',
      'langchain-events/steps',
      place,
      (n) => `${counted(n, 'event')} of chains, prompts and parsers, which repeat what models and tools say: no turns.`,
    );
  }
}
