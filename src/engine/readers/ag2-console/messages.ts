import type { TextRange } from '../../model/problem.ts';

/** A message in the console of two agents. */
export interface ConsoleMessage extends TextRange {
  readonly from: string;
  readonly to: string;
  /** The text without the blocks; may be empty. */
  readonly said: TextRange;
  readonly blocks: readonly Block[];
}

/** `***** Suggested tool call (id): name *****`, or the response to one, down to its line of asterisks. */
export interface Block extends TextRange {
  readonly kind: 'call' | 'response';
  readonly id: string | undefined;
  /** Name of the function; responses seldom have it. */
  readonly name: string | undefined;
  /** Arguments, or the result. */
  readonly inner: TextRange;
}

const header = /^[ \t]*(?<from>\S[^\n]{0,80}?) \(to (?<to>[^\n()]{1,80})\):[ \t]*$/;
const rule = /^[ \t]*-{80}[ \t]*$/;
const blockHead =
  /^[ \t]*\*{5} (?<what>Suggested (?:tool|function) [Cc]all|Response from calling (?:tool|function))(?: \((?<id>[^)\n]*)\))?(?::? "?(?<name>[\w.-]+)"?)? \*{5}[ \t]*$/;
const blockEnd = /^[ \t]*\*{20,}[ \t]*$/;

export const looksLikeHeader = (line: string): boolean => header.test(line);
export const isRule = (line: string): boolean => rule.test(line);

interface Speaking {
  readonly from: string;
  readonly to: string;
}

interface Line extends TextRange {
  readonly text: string;
}

/**
 * The messages of a console, in order, and the other lines between them: progress, the next speaker, logs of other
 * programs.
 */
export function messagesIn(text: string): {
  readonly messages: readonly ConsoleMessage[];
  readonly between: readonly TextRange[];
} {
  const messages: ConsoleMessage[] = [];
  const between: TextRange[] = [];
  let open: (Speaking & { readonly start: number; readonly body: Line[] }) | undefined;
  /** A second response of the same message follows a rule of its own. */
  let last: Speaking | undefined;
  const close = () => {
    if (open === undefined) return;
    messages.push(messageOf(open, open.start, open.body));
    last = open;
    open = undefined;
  };
  for (const line of linesOf(text)) {
    const speaking = speakingIn(line.text);
    if (speaking !== undefined) {
      // A message of results has two headings.
      const isTwin = open?.from === speaking.from && open.to === speaking.to && open.body.every(isBlank);
      if (!isTwin) {
        close();
        open = { ...speaking, start: line.start, body: [] };
      }
    } else if (isRule(line.text)) close();
    else if (open !== undefined) open.body.push(line);
    else if (last !== undefined && blockHead.test(line.text)) {
      open = { from: last.from, to: last.to, start: line.start, body: [line] };
    } else if (!isBlank(line)) between.push({ start: line.start, end: line.end });
  }
  close();
  return { messages, between };
}

function speakingIn(line: string): Speaking | undefined {
  const { from, to } = header.exec(line)?.groups ?? {};
  return from === undefined || to === undefined ? undefined : { from, to };
}

const isBlank = ({ text }: Line): boolean => text.trim() === '';

function* linesOf(text: string): Generator<Line> {
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    yield { text: text.slice(start, end).replace(/\r$/, ''), start, end };
    start = end + 1;
  }
}

function messageOf({ from, to }: Speaking, start: number, body: readonly Line[]): ConsoleMessage {
  const first = body.findIndex(({ text }) => blockHead.test(text));
  const spoken = first === -1 ? body : body.slice(0, first);
  const end = body.findLast((line) => !isBlank(line))?.end ?? start;
  return {
    from,
    to,
    start,
    end: Math.max(end, start),
    said: rangeOf(spoken),
    blocks: blocksIn(first === -1 ? [] : body.slice(first)),
  };
}

/** From the first to the last line that is not blank. */
function rangeOf(lines: readonly Line[]): TextRange {
  const first = lines.find((line) => !isBlank(line));
  const last = lines.findLast((line) => !isBlank(line));
  return first === undefined || last === undefined ? { start: 0, end: 0 } : { start: first.start, end: last.end };
}

function blocksIn(lines: readonly Line[]): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const head = lines[at];
    const match = head === undefined ? null : blockHead.exec(head.text);
    if (head === undefined || match === null) continue;
    let end = at + 1;
    while (end < lines.length && !blockEnd.test(lines[end]?.text ?? '')) end++;
    const { what = '', id, name } = match.groups ?? {};
    const inner = lines.slice(at + 1, end).filter(({ text }, index) => index > 0 || !/^[ \t]*Arguments: *$/.test(text));
    const kind = what.startsWith('Suggested') ? 'call' : 'response';
    blocks.push({
      kind,
      id,
      name,
      inner: rangeOf(inner),
      start: head.start,
      end: lines[Math.min(end, lines.length - 1)]?.end ?? head.end,
    });
    at = end;
  }
  return blocks;
}
