import { withoutEnd } from '../../../base/scan.ts';
import type { TextRange } from '../../model/problem.ts';

/** A message in the console of AutoGen: from its line of dashes to the next. */
export interface PrintedMessage extends TextRange {
  /** Its class; older versions print only the sender. */
  readonly type: string | undefined;
  readonly source: string;
  readonly said: TextRange;
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number } | undefined;
}

export interface Printed {
  readonly messages: readonly PrintedMessage[];
  /** The summary of the run in the last block, by the words before its colons. */
  readonly summary: ReadonlyMap<string, string>;
  /** Before the first message. */
  readonly before: readonly TextRange[];
}

const typed = /^-{10} (?<type>[A-Z]\w{2,80}) \((?<source>[^()\n]{1,80})\) -{10}$/;
const untyped = /^-{10} (?<source>[\w.-]{1,80}) -{10}$/;
const spent = /^\[Prompt tokens: (?<prompt>\d{1,12}), Completion tokens: (?<completion>\d{1,12})\]$/;
const total = /^(?<what>[A-Z][a-z ]{2,40}): (?<value>.*)$/;

interface Line extends TextRange {
  readonly text: string;
}

interface Heading {
  readonly type: string | undefined;
  readonly source: string;
}

const headingIn = (line: string): Heading | undefined => {
  const { type, source } = (typed.exec(line) ?? untyped.exec(line))?.groups ?? {};
  return source === undefined ? undefined : { type, source };
};

/** One line with a class is sufficient; the older kind needs several. */
export function isConsole(lines: readonly string[]): boolean {
  return lines.some((line) => typed.test(line)) || lines.filter((line) => untyped.test(line)).length > 1;
}

export function printedIn(text: string): Printed {
  const messages: PrintedMessage[] = [];
  const before: TextRange[] = [];
  const summary = new Map<string, string>();
  let open: { readonly heading: Heading; readonly head: Line; readonly body: Line[] } | undefined;
  const close = () => {
    if (open === undefined) return;
    const { heading, head, body } = open;
    if (heading.type === undefined && heading.source === 'Summary') {
      for (const line of body) {
        const { what, value } = total.exec(line.text)?.groups ?? {};
        if (what !== undefined && value !== undefined) summary.set(what, value);
      }
    } else messages.push(messageOf(heading, head, body));
    open = undefined;
  };
  for (const line of linesOf(text)) {
    const heading = headingIn(line.text);
    if (heading !== undefined) {
      close();
      open = { heading, head: line, body: [] };
    } else if (open !== undefined) open.body.push(line);
    else if (line.text.trim() !== '') before.push({ start: line.start, end: line.end });
  }
  close();
  return { messages, summary, before };
}

function messageOf({ type, source }: Heading, head: Line, body: readonly Line[]): PrintedMessage {
  const last = body.findLastIndex((line) => line.text.trim() !== '');
  const { prompt, completion } = spent.exec(body[last]?.text ?? '')?.groups ?? {};
  const isSpent = prompt !== undefined && completion !== undefined;
  const words = body.slice(0, isSpent ? last : last + 1).filter((line) => line.text.trim() !== '');
  const [first] = words;
  const said =
    first === undefined
      ? { start: head.end, end: head.end }
      : { start: first.start, end: words.at(-1)?.end ?? first.end };
  const usage = isSpent ? { prompt_tokens: Number(prompt), completion_tokens: Number(completion) } : undefined;
  return { type, source, said, usage, start: head.start, end: body[last]?.end ?? head.end };
}

function* linesOf(text: string): Generator<Line> {
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    yield { text: withoutEnd(text.slice(start, end), /[ \t\r]/), start, end };
    start = end + 1;
  }
}
