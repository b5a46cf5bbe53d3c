import type { TextRange } from '../../model/problem.ts';
import { listOf, Located, recordOf } from '../located.ts';
import { noteProse } from '../statements.ts';
import { consoleReader, isBlank, linesOf, rangeOfLines, wordsIn, type Line } from './console-reader.ts';

const header = /^[ \t]*(?<from>\S[^\n]{0,80}?) \(to (?<to>[^\n()]{1,80})\):[ \t]*$/;
const rule = /^[ \t]*-{80}[ \t]*$/;
/** `***** Suggested tool call (id): name *****`, or the response to one, down to its line of asterisks. */
const blockHead =
  /^[ \t]*\*{5} (?<what>Suggested (?:tool|function) [Cc]all|Response from calling (?:tool|function))(?: \((?<id>[^)\n]*)\))?(?::? "?(?<name>[\w.-]+)"?)? \*{5}[ \t]*$/;
const blockEnd = /^[ \t]*\*{20,}[ \t]*$/;

/**
 * The console output of AG2, and of AutoGen before version 0.4: a list of the messages, each in the form of
 * `chat_messages`.
 * https://github.com/ag2ai/ag2/blob/main/autogen/agentchat/conversable_agent.py (`_print_received_message`)
 */
export const ag2Console = consoleReader({
  id: 'ag2-console',
  title: 'Console of AG2',
  isPrinted: (lines) => lines.some((line) => header.test(line)) && lines.some((line) => rule.test(line)),
  refusal: 'No line of this text names speaker and receiver, as the console of AG2 does: `user (to assistant):`.',
  read(text, notebook) {
    const { messages, between } = messagesIn(text);
    const isProgressLine = ({ start, end }: TextRange) => isProgress.test(text.slice(start, end));
    for (const { start } of between.filter(isProgressLine))
      notebook.add('info', 'reader/progress', progressNote, start);
    if (messages.length > 0)
      noteProse(
        text,
        between.filter((line) => !isProgressLine(line)),
        notebook,
      );
    return listOf(
      { start: 0, end: text.length },
      messages.map((message) => messageOf(text, message)),
    );
  },
});

/** Progress lines that AG2 prints between messages. */
const isProgress = /^\s*(?:>{8}|Next speaker: |Call ID: |Input arguments: |\*{80}$|Starting a new chat)/;
const progressNote =
  'A line between the messages about the next step (executed code, or the next speaker) was left out.';

interface Speaking {
  readonly from: string;
  readonly to: string;
}

interface PrintedMessage extends Speaking {
  readonly start: number;
  readonly body: Line[];
}

/**
 * The messages of a console, in order, and the other lines between them: progress, the next speaker, logs of other
 * programs.
 */
function messagesIn(text: string): {
  readonly messages: readonly PrintedMessage[];
  readonly between: readonly TextRange[];
} {
  const messages: PrintedMessage[] = [];
  const between: TextRange[] = [];
  let isOpen = false;
  const begin = (speaking: Speaking, start: number, body: Line[]) => {
    messages.push({ ...speaking, start, body });
    isOpen = true;
  };
  for (const line of linesOf(text)) {
    const { from, to } = header.exec(line.text)?.groups ?? {};
    const last = messages.at(-1);
    if (from !== undefined && to !== undefined) {
      // A message of results has two headings.
      const isTwin = isOpen && last?.from === from && last.to === to && last.body.every(isBlank);
      if (!isTwin) begin({ from, to }, line.start, []);
    } else if (rule.test(line.text)) isOpen = false;
    else if (isOpen) last?.body.push(line);
    // A second response of the same message follows a rule of its own.
    else if (last !== undefined && blockHead.test(line.text)) begin(last, line.start, [line]);
    else if (!isBlank(line)) between.push({ start: line.start, end: line.end });
  }
  return { messages, between };
}

function messageOf(text: string, { from, to, start, body }: PrintedMessage): Located {
  const first = body.findIndex((line) => blockHead.test(line.text));
  const said = rangeOfLines(first === -1 ? body : body.slice(0, first));
  const whole = { start, end: Math.max(start, rangeOfLines(body)?.end ?? start) };
  const blocks = first === -1 ? [] : blocksIn(text, body.slice(first));
  const ofKind = (kind: Block['kind']) => blocks.filter((block) => block.kind === kind);
  return recordOf(whole, {
    name: from,
    to,
    content: new Located(wordsIn(text, said), said ?? whole),
    tool_calls: listOf(whole, ofKind('call').map(callOf)),
    tool_responses: listOf(whole, ofKind('response').map(responseOf)),
  });
}

interface Block {
  readonly range: TextRange;
  readonly kind: 'call' | 'response';
  readonly id: string | undefined;
  /** Name of the function; responses seldom have it. */
  readonly name: string | undefined;
  /** Arguments, or the result. */
  readonly inner: Located;
}

const callOf = ({ id, name = '', inner, range }: Block): Located =>
  recordOf(range, { id, function: recordOf(range, { name, arguments: inner }) });

const responseOf = ({ id, name, inner, range }: Block): Located =>
  recordOf(range, { tool_call_id: id, name, content: inner });

function blocksIn(text: string, lines: readonly Line[]): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const head = lines[at];
    const match = head === undefined ? null : blockHead.exec(head.text);
    if (head === undefined || match === null) continue;
    let end = at + 1;
    while (end < lines.length && !blockEnd.test(lines[end]?.text ?? '')) end += 1;
    const { what = '', id, name } = match.groups ?? {};
    const isNamed = /^[ \t]*Arguments: *$/.test(lines[at + 1]?.text ?? '');
    const inner = rangeOfLines(lines.slice(at + (isNamed ? 2 : 1), end));
    const range = { start: head.start, end: lines[Math.min(end, lines.length - 1)]?.end ?? head.end };
    blocks.push({
      range,
      kind: what.startsWith('Suggested') ? 'call' : 'response',
      id,
      name,
      inner: new Located(wordsIn(text, inner), inner ?? range),
    });
    at = end;
  }
  return blocks;
}
