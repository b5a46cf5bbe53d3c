import type { TextRange } from '../../model/problem.ts';

/** A message in the form of `pretty_print()`: a heading, perhaps a name, the text, the requested calls. */
export interface PrintedMessage extends TextRange {
  /** In the form of LangChain's dictionaries. */
  readonly type: string;
  readonly name: string | undefined;
  readonly said: TextRange;
  readonly calls: readonly PrintedCall[];
}

export interface PrintedCall extends TextRange {
  readonly id: string | undefined;
  readonly name: string;
  readonly given: readonly { readonly key: string; readonly written: string }[];
}

const heading =
  /^[ \t]*={8,}[ \t]*(?<kind>Human|Ai|System|Tool|Function|Chat|Remove) Message(?: Chunk)?[ \t]*={8,}[ \t]*$/;
const types: { readonly [kind: string]: string | undefined } = { Human: 'human', Ai: 'ai', Chat: 'human' };

export const isHeading = (line: string): boolean => heading.test(line);

interface Line extends TextRange {
  readonly text: string;
}

/** The messages of a text in order; `before` is the text in front of the first. */
export function messagesIn(text: string): {
  readonly messages: readonly PrintedMessage[];
  readonly before: readonly TextRange[];
} {
  const messages: PrintedMessage[] = [];
  const before: TextRange[] = [];
  let open: { readonly kind: string; readonly head: Line; readonly body: Line[] } | undefined;
  const close = () => {
    if (open !== undefined) messages.push(messageOf(open.kind, open.head, open.body));
  };
  for (const line of linesOf(text)) {
    const kind = heading.exec(line.text)?.groups?.['kind'];
    if (kind !== undefined) {
      close();
      open = { kind, head: line, body: [] };
    } else if (open !== undefined) open.body.push(line);
    else if (line.text.trim() !== '') before.push({ start: line.start, end: line.end });
  }
  close();
  return { messages, before };
}

function* linesOf(text: string): Generator<Line> {
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    yield { text: text.slice(start, end).replace(/\r$/, ''), start, end };
    start = end + 1;
  }
}

function messageOf(kind: string, head: Line, body: readonly Line[]): PrintedMessage {
  const named = /^Name: (.+)$/.exec(body[0]?.text ?? '')?.[1];
  const rest = named === undefined ? body : body.slice(1);
  const asks = kind === 'Ai' ? rest.findIndex(({ text }) => /^(?:Invalid )?Tool Calls:$/.test(text)) : -1;
  const end = body.findLast(({ text }) => text.trim() !== '')?.end ?? head.end;
  return {
    type: types[kind] ?? kind.toLowerCase(),
    name: named,
    said: rangeOf(asks === -1 ? rest : rest.slice(0, asks), head.end),
    calls: asks === -1 ? [] : callsIn(rest.slice(asks + 1)),
    start: head.start,
    end,
  };
}

/** From the first to the last line that is not blank. */
function rangeOf(lines: readonly Line[], otherwise: number): TextRange {
  const first = lines.find(({ text }) => text.trim() !== '');
  const last = lines.findLast(({ text }) => text.trim() !== '');
  return { start: first?.start ?? otherwise, end: last?.end ?? otherwise };
}

/** `  name (id)`, ` Call ID: id`, `  Args:`, `    key: value`; a value may continue over lines of its own. */
function callsIn(lines: readonly Line[]): readonly PrintedCall[] {
  const calls: {
    id: string | undefined;
    name: string;
    given: { key: string; written: string }[];
    start: number;
    end: number;
  }[] = [];
  for (const { text, start, end } of lines) {
    const call = calls.at(-1);
    const { name } = /^ {2}(?<name>[\w.:-]+) \([^()]*\)$/.exec(text)?.groups ?? {};
    const id = /^ Call ID: (.+)$/.exec(text)?.[1];
    const { key, value = '' } = /^ {4}(?<key>[\w.-]+): ?(?<value>.*)$/.exec(text)?.groups ?? {};
    if (name !== undefined) calls.push({ id: undefined, name, given: [], start, end });
    if (call === undefined || name !== undefined) continue;
    const last = call.given.at(-1);
    if (id !== undefined && call.given.length === 0) call.id = id === 'None' ? undefined : id;
    else if (key !== undefined) call.given.push({ key, written: value });
    else if (last !== undefined && text.trim() !== '') last.written += `\n${text}`;
    if (text.trim() !== '') call.end = end;
  }
  return calls;
}
