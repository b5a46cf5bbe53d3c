import { err, ok } from '../../../base/result.ts';
import type { TextRange } from '../../model/problem.ts';
import { readPlain } from '../colours.ts';
import type { Document } from '../document.ts';
import { linesOf, rangeOfLines, sectionsIn, textOf, withoutBlankEnds, type Line } from '../console/console-reader.ts';
import { Lines } from '../lines.ts';
import { documentOf, listOf, recordOf, type Located } from '../located.ts';
import { Notebook } from '../notebook.ts';
import { noteProse } from '../statements.ts';
import { sweAgentLog } from './swe-agent-console.ts';
import { calledIn } from './claude-code-export.ts';
import type { Dialect, Start } from './dialect.ts';
import { dialectOf } from './dialects.ts';

/**
 * A chat written as text, as `{conversations: [{program, started_at, messages}]}` with messages of a `role` and a `content`.
 * An answer may have `calls`, and a message of the role `tool` is a result. Undefined for a text that is no chat.
 */
export function transcriptDocument(given: string): Document | undefined {
  const read = readPlain(given, (text) => {
    const lines = linesOf(text);
    const notebook = new Notebook(new Lines(text));
    const found = sweAgentLog(lines, notebook) ?? chatIn(text, lines, notebook);
    return found === undefined ? err(noChat) : ok(documentOf('transcript', text, found, notebook.notes()));
  });
  return read.ok ? read.value : undefined;
}

const noChat = { code: 'reader/transcript', message: 'This text is no chat.' };

function chatIn(text: string, lines: readonly Line[], notebook: Notebook): Located | undefined {
  const dialect = dialectOf(lines.map((line) => line.text));
  if (dialect === undefined) return undefined;
  const conversations = new Conversations(text, dialect.program);
  const found = conversations.of(entriesIn(lines, dialect));
  noteProse(text, conversations.aside, notebook, 'the messages');
  return found;
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
  const { clean = (line: string) => line } = dialect;
  const { sections } = sectionsIn<Start>(lines, (line, open, index) => dialect.start(line, open?.role, index));
  return sections.map(({ heading: start, index, head, body }) => {
    const first = { ...head, text: head.text.slice(start.from), start: head.start + start.from };
    const cleaned = [first, ...body].map((line, at) => ({ ...line, text: clean(line.text, start.role, index + at) }));
    const said = rangeOfLines(cleaned) ?? head;
    return {
      start,
      content: textOf(withoutBlankEnds(cleaned)).trim(),
      said: { start: said.start, end: said.end },
      whole: { start: head.start, end: Math.max(said.end, head.end) },
    };
  });
}

interface Message {
  readonly role: string;
  content: string;
  readonly time: string | undefined;
  readonly id: string | undefined;
  readonly whole: TextRange;
  readonly said: TextRange;
  readonly calls: Located[];
}

interface Conversation {
  readonly about: { readonly [field: string]: string | undefined };
  readonly start: number;
  readonly messages: Message[];
}

const textAt = (range: TextRange, value: string | undefined): Located | undefined =>
  value === undefined ? undefined : { value, range };

function locatedMessage({ role, content, time, id, whole, said, calls }: Message): Located {
  const last = calls.at(-1)?.range.end ?? whole.end;
  const all = { start: whole.start, end: last };
  return recordOf(all, [
    ['role', textAt(all, role)],
    ['content', textAt(said, content)],
    ['time', textAt(all, time)],
    ['id', textAt(all, id)],
    ['calls', listOf({ start: calls[0]?.range.start ?? whole.start, end: last }, calls)],
  ]);
}

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

  of(entries: readonly Entry[]): Located {
    entries.forEach((entry, index) => this.#add(entry, entries[index + 1]?.start.role === 'result'));
    const text = { start: 0, end: this.#text.length };
    const conversations = this.#found.map(({ about, start, messages }, index) => {
      const whole = { start, end: this.#found[index + 1]?.start ?? text.end };
      const facts = Object.entries(about).map(
        ([field, value]) => [field, textAt({ start, end: start }, value)] as const,
      );
      const list = listOf(whole, messages.map(locatedMessage)) ?? { value: [], range: whole };
      return recordOf(whole, [...facts, ['messages', list]]);
    });
    return recordOf(text, [['conversations', listOf(text, conversations) ?? { value: [], range: text }]]);
  }

  #add(entry: Entry, hasResult: boolean): void {
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
        const called = this.#program === 'Claude Code' ? calledIn(content, hasResult) : undefined;
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
    const about = { title: this.#title, program: this.#program, started_at: startedAt };
    const conversation = { about, start, messages: [] };
    this.#found.push(conversation);
    return conversation;
  }

  #push({ start, whole, said }: Entry, role: string, content: string): Message {
    const { messages } = this.#found.at(-1) ?? this.#begin(whole.start);
    const { time, id } = start;
    const message = { role, content, time, id, whole, said, calls: [] };
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
      last?.role === 'assistant'
        ? last
        : this.#push({ ...entry, start: { role: 'assistant', from: 0 } }, 'assistant', '');
    const { whole, said } = entry;
    answer.calls.push(
      recordOf(whole, [
        ['id', textAt(whole, id)],
        ['name', textAt(whole, name)],
        ['arguments', textAt(said, given)],
      ]),
    );
  }

  /** A program shows some results in several pieces, and its own notes in the form of results. */
  #addResult(entry: Entry): void {
    const { messages = [] } = this.#found.at(-1) ?? {};
    const last = messages.at(-1);
    const answer = messages.findLast(({ role }) => role !== 'tool');
    const results = answer === undefined ? 0 : messages.length - 1 - messages.lastIndexOf(answer);
    const isOpen = results < (answer?.calls.length ?? 0);
    if (entry.start.id !== undefined ? last?.role === 'tool' || isOpen : isOpen)
      this.#push(entry, 'tool', entry.content);
    else if (last?.role === 'tool') last.content += `\n${entry.content}`;
    else this.aside.push(entry.said);
  }
}
