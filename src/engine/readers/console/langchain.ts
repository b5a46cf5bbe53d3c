import type { TextRange } from '../../model/problem.ts';
import type { Value } from '../../model/value.ts';
import { listOf, Located, recordOf } from '../located.ts';
import { python } from '../python/index.ts';
import { noteProse } from '../statements.ts';
import {
  consoleReader,
  isBlank,
  linesOf,
  rangeOfLines,
  sectionsIn,
  wordsIn,
  type Line,
  type Section,
} from './console-reader.ts';

const heading =
  /^[ \t]*={8,}[ \t]*(?<kind>Human|Ai|System|Tool|Function|Chat|Remove) Message(?: Chunk)?[ \t]*={8,}[ \t]*$/;
const types: { readonly [kind: string]: string | undefined } = { Human: 'human', Ai: 'ai', Chat: 'human' };

const kindIn = (line: string): string | undefined => heading.exec(line)?.groups?.['kind'];

/**
 * The output of LangChain's `message.pretty_print()`, as in most notebooks about LangGraph: a list of the messages,
 * each in the form of LangChain's dictionaries.
 * https://github.com/langchain-ai/langchain/blob/master/libs/core/langchain_core/messages/base.py (`pretty_repr`)
 */
export const langchainConsole = consoleReader({
  id: 'langchain-console',
  title: 'Printed messages of LangChain',
  isPrinted: (lines) => lines.some((line) => heading.test(line)),
  refusal: 'No line of this text is a heading of a message, as LangChain prints one: `==== Human Message ====`.',
  read(text, notebook) {
    const { sections, before } = sectionsIn(linesOf(text), kindIn);
    noteProse(text, before, notebook);
    const asText = sections.find((section) => callsOf(section).some(({ given }) => given.length > 0));
    if (asText !== undefined) notebook.add('assumed', 'reader/printed-arguments', argumentsNote, asText.head.start);
    return listOf(
      { start: 0, end: text.length },
      sections.map((section) => messageOf(text, section)),
    );
  },
});

const argumentsNote =
  'Arguments are printed without quotes: texts that look like a number, a list or a record were read as one, the rest as text.';

function messageOf(text: string, section: Section<string>): Located {
  const { heading: kind, head, body } = section;
  const end = rangeOfLines(body)?.end ?? head.end;
  const whole = { start: head.start, end };
  const said = rangeOfLines(saidIn(section));
  const words = wordsIn(text, said);
  const type = types[kind] ?? kind.toLowerCase();
  const name = nameIn(body);
  const content = new Located(type === 'ai' ? (listIn(words) ?? words) : words, said ?? whole);
  const calls = callsOf(section).map((call) => new Located(valueOf(call), call.range));
  return recordOf(whole, { type, name, content, tool_calls: listOf(whole, calls) });
}

const nameIn = (body: readonly Line[]): string | undefined => /^Name: (.+)$/.exec(body[0]?.text ?? '')?.[1];

/** Number of lines before the calls of a message; -1 for a message without calls. */
const callsAt = ({ heading: kind, body }: Section<string>): number =>
  kind === 'Ai' ? body.findIndex(({ text }) => /^(?:Invalid )?Tool Calls:$/.test(text)) : -1;

function saidIn(section: Section<string>): readonly Line[] {
  const at = callsAt(section);
  return section.body.slice(nameIn(section.body) === undefined ? 0 : 1, at === -1 ? undefined : at);
}

/** Content in parts is printed as Python shows a list. */
function listIn(words: string): Value | undefined {
  if (!/^\[\{['"]/.test(words)) return undefined;
  const read = python.read(words);
  return read.ok && Array.isArray(read.value.value) ? read.value.value : undefined;
}

interface PrintedCall {
  id: string | undefined;
  readonly name: string;
  readonly given: { readonly key: string; written: string }[];
  range: TextRange;
}

/** `  name (id)`, ` Call ID: id`, `  Args:`, `    key: value`; a value may continue over lines of its own. */
function callsOf(section: Section<string>): readonly PrintedCall[] {
  const at = callsAt(section);
  const calls: PrintedCall[] = [];
  for (const line of at === -1 ? [] : section.body.slice(at + 1)) {
    const { text, start, end } = line;
    const call = calls.at(-1);
    const { name } = /^ {2}(?<name>[\w.:-]+) \([^()]*\)$/.exec(text)?.groups ?? {};
    const id = /^ Call ID: (.+)$/.exec(text)?.[1];
    const { key, value = '' } = /^ {4}(?<key>[\w.-]+): ?(?<value>.*)$/.exec(text)?.groups ?? {};
    if (name !== undefined) calls.push({ id: undefined, name, given: [], range: { start, end } });
    if (call === undefined || name !== undefined) continue;
    const last = call.given.at(-1);
    if (id !== undefined && call.given.length === 0) call.id = id === 'None' ? undefined : id;
    else if (key !== undefined) call.given.push({ key, written: value });
    else if (last !== undefined && !isBlank(line)) last.written += `\n${text}`;
    if (!isBlank(line)) call.range = { start: call.range.start, end };
  }
  return calls;
}

const valueOf = ({ id, name, given }: PrintedCall): Value => ({
  id: id ?? null,
  name,
  args: Object.fromEntries(given.map(({ key, written }) => [key, argumentOf(written)])),
});

function argumentOf(written: string): Value {
  if (!/^(?:-?\d+(?:\.\d+)?|True|False|None|[[{].*[\]}])$/s.test(written)) return written;
  const read = python.read(written);
  return read.ok && read.value.notes.length === 0 ? read.value.value : written;
}
