import type { TextRange } from '../../model/problem.ts';
import { listOf, Located, locatedAt, recordOf } from '../located.ts';
import type { Notebook } from '../notebook.ts';
import { calledIn } from './claude-code-export.ts';
import type { Role, Start } from './dialect.ts';

/** A message, a call, a result or an aside: from the line that begins it to the next. */
export interface Entry {
  readonly start: Start;
  readonly content: string;
  /** The lines of its content; the line that begins it, where it has none. */
  readonly said: TextRange;
  readonly whole: TextRange;
}

interface Message {
  readonly role: string;
  content: string;
  readonly time: string | undefined;
  readonly id: string | undefined;
  readonly reasoning: string | undefined;
  readonly whole: TextRange;
  readonly said: TextRange;
  readonly calls: Located[];
}

interface Conversation {
  readonly title: string | undefined;
  readonly startedAt: string | undefined;
  readonly start: number;
  readonly messages: Message[];
}

function locatedMessage({ role, content, time, id, reasoning, whole, said, calls }: Message): Located {
  const last = calls.at(-1)?.range.end ?? whole.end;
  const all = { start: whole.start, end: last };
  return recordOf(all, {
    role,
    content: new Located(content, said),
    reasoning: locatedAt(said, reasoning),
    time,
    id,
    calls: listOf({ start: calls[0]?.range.start ?? whole.start, end: last }, calls),
  });
}

/** The thoughts of a model: before its answer, and in the Markdown of Zed also within it. */
function withoutReasoning(content: string, program: string | undefined) {
  const [open, close] = ['<think>', '</think>'];
  const thoughts: string[] = [];
  const words: string[] = [];
  let done = 0;
  const most = program === 'Zed' ? Infinity : 1;
  for (let from = 0; thoughts.length < most;) {
    const start = program === 'Zed' ? content.indexOf(open, from) : content.startsWith(open) ? 0 : -1;
    const end = start === -1 ? -1 : content.indexOf(close, start);
    if (end === -1) break;
    from = end + close.length;
    if (start > 0 && content[start - 1] !== '\n') continue;
    thoughts.push(content.slice(start + open.length, end).trim());
    words.push(content.slice(done, start));
    done = from + (content[from] === '\n' ? 1 : 0);
  }
  const rest = [...words, content.slice(done)].join('').trim();
  return { rest, reasoning: thoughts.length === 0 ? undefined : thoughts.join('\n') };
}

/** Puts entries together: a call belongs to the answer before it, until a result came. */
export class Conversations {
  readonly #text: string;
  readonly #program: string | undefined;
  readonly #notebook: Notebook;
  /** Text that is in no message. */
  readonly aside: TextRange[] = [];
  readonly #found: Conversation[] = [];
  #title: string | undefined;

  constructor(text: string, program: string | undefined, notebook: Notebook) {
    this.#text = text;
    this.#program = program;
    this.#notebook = notebook;
  }

  of(entries: readonly Entry[]): Located {
    entries.forEach((entry, index) => this.#add(entry, entries[index + 1]?.start.role));
    const text = { start: 0, end: this.#text.length };
    const conversations = this.#found.map(({ title, startedAt, start, messages }, index) => {
      const whole = { start, end: this.#found[index + 1]?.start ?? text.end };
      const about = (fact: string | undefined) => locatedAt({ start, end: start }, fact);
      return recordOf(whole, {
        title: about(title),
        program: about(this.#program),
        started_at: about(startedAt),
        messages: listOf(whole, messages.map(locatedMessage)) ?? [],
      });
    });
    return recordOf(text, { conversations: listOf(text, conversations) ?? [] });
  }

  /** `next`: the role of the entry behind it. */
  #add(entry: Entry, next: Role | undefined): void {
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
        const called = this.#program === 'Claude Code' ? calledIn(content, next === 'result') : undefined;
        if (called !== undefined) return this.#addCall(entry, called.name, called.given);
        break;
      }
      case 'other':
        this.#noteOther(entry);
        return;
      case 'user':
        if (this.#program === 'Aider' && this.#isRepeated(content)) return this.#noteRepeated(entry);
        break;
      case 'system':
      case 'tool':
        break;
      default:
        return start.role satisfies never;
    }
    if (content !== '') this.#push(entry, start.role, content);
    else if (next !== 'call') this.#noteEmpty(entry);
  }

  /** Aider writes `/ask why?` and then `why?`; its architect's plan is an answer, and then the input of its editor. */
  #isRepeated(content: string): boolean {
    const last = this.#found.at(-1)?.messages.at(-1);
    const before = last?.role === 'user' ? /^\/\w+ ([^]*)$/.exec(last.content)?.[1] : last?.content;
    const words = (text: string) => text.replaceAll(/\s+/g, ' ');
    return before !== undefined && words(before) === words(content);
  }

  #noteRepeated({ whole }: Entry): void {
    const message = 'An input that only repeats the command or the plan above it was left out.';
    this.#notebook.add('info', 'reader/repeated-input', message, whole.start);
  }

  #noteOther({ start, whole }: Entry): void {
    const message = `The words of “${start.name ?? ''}”, who is neither the user nor the model, were left out.`;
    this.#notebook.add('lost', 'reader/other-speaker', message, whole.start);
  }

  #noteEmpty({ whole }: Entry): void {
    this.#notebook.add('info', 'reader/empty-message', 'A label without a text behind it was left out.', whole.start);
  }

  #begin(start: number, startedAt?: string): Conversation {
    const conversation = { title: this.#title, startedAt, start, messages: [] };
    this.#found.push(conversation);
    return conversation;
  }

  #push({ start, whole, said }: Entry, role: string, content: string): Message {
    const { messages } = this.#found.at(-1) ?? this.#begin(whole.start);
    const { time, id } = start;
    const { rest, reasoning } = role === 'assistant' ? withoutReasoning(content, this.#program) : { rest: content };
    const message = { role, content: rest, time, id, reasoning, whole, said, calls: [] };
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
    answer.calls.push(recordOf(whole, { id, name, arguments: locatedAt(said, given) }));
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
