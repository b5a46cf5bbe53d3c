import type { Path } from '../../model/path.ts';
import type { TextRange } from '../../model/problem.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { withoutColours } from '../colours.ts';
import type { Document } from '../document.ts';
import { Lines } from '../lines.ts';
import { Notebook } from '../notebook.ts';
import { noteProse } from '../statements.ts';
import { calledIn, dialectOf, type Dialect, type Start } from './dialects.ts';

/**
 * A chat written as text, as `{conversations: [{program, started_at, messages}]}` with messages of a `role` and a `content`.
 * An answer may have `calls`, and a message of the role `tool` is a result. Undefined for a text that is no chat.
 */
export function transcriptDocument(given: string): Document | undefined {
  const plain = withoutColours(given);
  const { text } = plain;
  const lines = linesOf(text);
  const dialect = dialectOf(lines.map((line) => line.text));
  if (dialect === undefined) return undefined;
  const entries = entriesIn(lines, dialect);
  const conversations = new Conversations(text, dialect.program);
  const value = conversations.of(entries);
  const notebook = new Notebook(new Lines(text));
  noteProse(text, conversations.aside, notebook, 'the messages');
  return {
    syntax: 'transcript',
    text: given,
    value,
    notes: [...plain.notes, ...notebook.notes()],
    typeName: () => undefined,
    locate(path) {
      const range = conversations.locate(path);
      return range === null ? null : plain.given(range);
    },
  };
}

interface Line extends TextRange {
  readonly text: string;
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const last = text[end - 1] === '\r' && end > start ? end - 1 : end;
    lines.push({ text: text.slice(start, last), start, end: last });
    start = end + 1;
  }
  return lines;
}

/** A message, a call, a result or an aside: from the line that begins it to the next. */
interface Entry {
  readonly start: Start;
  readonly content: string;
  /** The lines of its content; the line that begins it, where it has none. */
  readonly said: TextRange;
  readonly whole: TextRange;
}

function entriesIn(lines: readonly Line[], dialect: Dialect): readonly Entry[] {
  const entries: Entry[] = [];
  let open: { readonly start: Start; readonly head: Line; readonly body: Line[] } | undefined;
  const close = () => {
    if (open !== undefined) entries.push(entryOf(open.start, open.head, open.body, dialect));
  };
  lines.forEach((line, index) => {
    const start = dialect.start(line.text, open?.start.role, index);
    if (start !== undefined) {
      close();
      open = { start, head: line, body: [] };
    } else open?.body.push(line);
  });
  close();
  return entries;
}

function entryOf(start: Start, head: Line, body: readonly Line[], { clean = (line) => line }: Dialect): Entry {
  const first = { text: clean(head.text.slice(start.from)), start: head.start + start.from, end: head.end };
  const lines = [first, ...body.map((line) => ({ ...line, text: clean(line.text) }))];
  const from = lines.findIndex(({ text }) => text.trim() !== '');
  const to = lines.findLastIndex(({ text }) => text.trim() !== '');
  const said = { start: lines[from]?.start ?? head.start, end: lines[to]?.end ?? head.end };
  return {
    start,
    content:
      from === -1
        ? ''
        : lines
            .slice(from, to + 1)
            .map(({ text }) => text)
            .join('\n')
            .trim(),
    said,
    whole: { start: head.start, end: Math.max(said.end, head.end) },
  };
}

/** A value of the document with the ranges of its text. */
interface Put<T> {
  readonly value: T;
  readonly whole: TextRange;
  readonly said: TextRange;
}

interface Message extends Put<{
  readonly role: string;
  content: string;
  readonly time?: string;
  readonly id?: string;
}> {
  readonly calls: Put<RecordValue>[];
}

interface Conversation {
  readonly about: RecordValue;
  readonly start: number;
  readonly messages: Message[];
}

const wholeOf = ({ whole, calls }: Message): TextRange => ({
  start: whole.start,
  end: calls.at(-1)?.whole.end ?? whole.end,
});

/** Puts entries together: a call belongs to the answer before it, until a result came. */
class Conversations {
  readonly #text: string;
  readonly #program: string | undefined;
  /** Text that is in no message. */
  readonly aside: TextRange[] = [];
  readonly #found: Conversation[] = [];
  #title: string | undefined;

  constructor(text: string, program: string | undefined) {
    this.#text = text;
    this.#program = program;
  }

  of(entries: readonly Entry[]): Value {
    for (const entry of entries) this.#add(entry);
    return {
      conversations: this.#found.map(({ about, messages }) => ({
        ...about,
        messages: messages.map(({ value, calls }) => ({
          ...value,
          ...(calls.length > 0 && { calls: calls.map((call) => call.value) }),
        })),
      })),
    };
  }

  locate([list, index, field, nth, part, call, detail]: Path): TextRange | null {
    const text = { start: 0, end: this.#text.length };
    if (index === undefined) return list === undefined || list === 'conversations' ? text : null;
    const conversation = this.#found[Number(index)];
    if (conversation === undefined) return null;
    const { start, messages } = conversation;
    const whole = { start, end: this.#found[Number(index) + 1]?.start ?? text.end };
    if (nth === undefined) return field === undefined || field === 'messages' ? whole : { start, end: start };
    const message = messages[Number(nth)];
    if (part !== 'calls') return (part === 'content' ? message?.said : message && wholeOf(message)) ?? null;
    if (call === undefined)
      return { start: message?.calls[0]?.whole.start ?? 0, end: message?.calls.at(-1)?.whole.end ?? 0 };
    const found = message?.calls[Number(call)];
    return (detail === 'arguments' ? found?.said : found?.whole) ?? null;
  }

  #add(entry: Entry): void {
    const { start, content } = entry;
    switch (start.role) {
      case 'aside':
        // The title of a document before its first message.
        if (this.#found.length === 0) this.#title ??= /^# (.*)$/m.exec(content)?.[1];
        if (content !== '' && `# ${this.#title ?? ''}` !== content) this.aside.push(entry.said);
        return;
      case 'session':
        this.#begin(entry.whole.start, start.time);
        return;
      case 'call':
        return this.#addCall(entry, start.name ?? '', content);
      case 'result':
        return this.#addResult(entry);
      case 'assistant': {
        const called = this.#program === 'Claude Code' ? calledIn(content) : undefined;
        if (called !== undefined) return this.#addCall(entry, called.name, called.given);
        break;
      }
      case 'user':
      case 'system':
      case 'tool':
        break;
      default:
        return start.role satisfies never;
    }
    if (content !== '') this.#push(entry, start.role, content);
  }

  #begin(start: number, startedAt?: string): Conversation {
    const about: RecordValue = {
      ...(this.#title !== undefined && { title: this.#title }),
      ...(this.#program !== undefined && { program: this.#program }),
      ...(startedAt !== undefined && { started_at: startedAt }),
    };
    const conversation = { about, start, messages: [] };
    this.#found.push(conversation);
    return conversation;
  }

  #push({ start, whole, said }: Entry, role: string, content: string): Message {
    const { messages } = this.#found.at(-1) ?? this.#begin(whole.start);
    const { time, id } = start;
    const value = { role, content, ...(time !== undefined && { time }), ...(id !== undefined && { id }) };
    const message = { value, whole, said, calls: [] };
    messages.push(message);
    return message;
  }

  /** Arguments may be in a code block. */
  #addCall(entry: Entry, name: string, written: string | undefined): void {
    const { id } = entry.start;
    const { block, after = '' } = /^```json\n(?<block>[^]*?)\n```(?<after>[^]*)$/.exec(written ?? '')?.groups ?? {};
    if (after.trim() !== '') this.aside.push(entry.said);
    const given = block ?? written;
    const last = this.#found.at(-1)?.messages.at(-1);
    const answer =
      last?.value.role === 'assistant'
        ? last
        : this.#push({ ...entry, start: { role: 'assistant', from: 0 } }, 'assistant', '');
    const value: RecordValue = {
      ...(id !== undefined && { id }),
      name,
      ...(given !== undefined && { arguments: given }),
    };
    answer.calls.push({ value, whole: entry.whole, said: entry.said });
  }

  /** A program shows some results in several pieces, and its own notes in the form of results. */
  #addResult(entry: Entry): void {
    const last = this.#found.at(-1)?.messages.at(-1);
    const isNext = last?.value.role === 'tool';
    if (isNext && entry.start.id === undefined) last.value.content += `\n${entry.content}`;
    else if (isNext || (last?.calls.length ?? 0) > 0) this.#push(entry, 'tool', entry.content);
    else this.aside.push(entry.said);
  }
}
