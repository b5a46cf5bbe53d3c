import type { TextRange } from '../../model/problem.ts';
import type { Document } from '../document.ts';
import { lineEnd } from '../lines.ts';
import { listOf, Located, printedAt, recordOf } from '../located.ts';
import { python } from '../python/index.ts';
import { noteProse } from '../statements.ts';
import { consoleReader, isBlank, linesOf, rangeOfLines, sectionsIn, type Section } from './console-reader.ts';

const typed = /^-{10} (?<type>[A-Z]\w{2,80}) \((?<source>[^()\n]{1,80})\) -{10}[ \t]*$/;
const untyped = /^-{10} (?<source>[\w.-]{1,80}) -{10}[ \t]*$/;
const spent = /^\[Prompt tokens: (?<prompt>\d{1,12}), Completion tokens: (?<completion>\d{1,12})\][ \t]*$/;
const total = /^(?<what>[A-Z][a-z ]{2,40}): (?<value>.*)$/;

/** The class of the message; older versions print only the sender. */
interface Heading {
  readonly type: string | undefined;
  readonly source: string;
}

function headingIn(line: string): Heading | undefined {
  const { type, source } = (typed.exec(line) ?? untyped.exec(line))?.groups ?? {};
  return source === undefined ? undefined : { type, source };
}

const isSummary = ({ heading: { type, source } }: Section<Heading>): boolean =>
  type === undefined && source === 'Summary';

/**
 * The output of AutoGen's `Console` for a running team or agent: a record like its `TaskResult`, with the messages in
 * the form of `model_dump()`.
 * https://github.com/microsoft/autogen/blob/main/python/packages/autogen-agentchat/src/autogen_agentchat/ui/_console.py
 */
export const autogenConsole = consoleReader({
  id: 'autogen-console',
  title: 'Console of AutoGen',
  // One line with a class is sufficient; the older kind needs several.
  isPrinted: (lines) => lines.some((line) => typed.test(line)) || lines.filter((line) => untyped.test(line)).length > 1,
  refusal:
    'No line of this text heads a message, as the console of AutoGen does: `---------- TextMessage (user) ----------`.',
  read(text, notebook) {
    const { sections, before } = sectionsIn(linesOf(text), headingIn);
    const messages = sections.filter((section) => !isSummary(section)).map((section) => messageOf(text, section));
    const [first] = messages;
    if (first === undefined) return undefined;
    noteProse(text, [...before, ...messages.flatMap(({ behind }) => behind)], notebook);
    const streamed = sections.find(({ heading }) => heading.type === pieces);
    if (streamed !== undefined) notebook.add('assumed', 'reader/streamed-words', streamedNote, streamed.head.start);
    const end = messages.at(-1)?.message.range.end ?? 0;
    const below = { start: end, end: text.length };
    const facts = Object.fromEntries(factsIn(sections).map(([what, value]) => [what, new Located(value, below)]));
    const located = messages.map(({ message }) => message);
    return recordOf(
      { start: 0, end: text.length },
      { messages: listOf({ start: first.message.range.start, end }, located), ...facts },
    );
  },
});

/** The class in the heading of streamed words: the resulting message is not printed again. */
const pieces = 'ModelClientStreamingChunkEvent';
const streamedNote = 'Words were streamed, and the console names only their pieces: assumed to be a TextMessage.';

/** The summary of the run in the last block, by the words before its colons. */
function factsIn(sections: readonly Section<Heading>[]): readonly (readonly [string, string])[] {
  const facts = new Map<string, string>();
  for (const { text } of sections.filter(isSummary).flatMap(({ body }) => body)) {
    const { what, value } = total.exec(text)?.groups ?? {};
    if (what !== undefined && value !== undefined) facts.set(what, value.trimEnd());
  }
  const reason = facts.get('Finish reason');
  facts.delete('Finish reason');
  return [...(reason === undefined || reason === 'None' ? [] : [['stop_reason', reason] as const]), ...facts];
}

interface Printed {
  readonly message: Located;
  /** Text of other programs. */
  readonly behind: readonly TextRange[];
}

function messageOf(text: string, { heading: { type, source }, head, body }: Section<Heading>): Printed {
  const last = body.findLastIndex((line) => !isBlank(line));
  const { prompt, completion } = spent.exec(body[last]?.text ?? '')?.groups ?? {};
  const isSpent = prompt !== undefined && completion !== undefined;
  const said = rangeOfLines(isSpent ? body.slice(0, last) : body) ?? { start: head.end, end: head.end };
  const whole = { start: head.start, end: body[last]?.end ?? head.end };
  const beginning = { start: head.start, end: said.start };
  // A list of calls or results is one line.
  const listEnd = lineEnd(text, said.start, said.end);
  const what = isListOf.exec(text.slice(said.start, listEnd))?.groups?.['what'];
  const list = what === undefined ? undefined : listIn(text.slice(said.start, listEnd));
  const usage = { prompt_tokens: Number(prompt), completion_tokens: Number(completion) };
  const shownType = type === pieces ? 'TextMessage' : (type ?? typeOf(what));
  const message = recordOf(whole, {
    type: new Located(shownType, beginning),
    source: new Located(source, beginning),
    content:
      list === undefined ? new Located(text.slice(said.start, said.end), said) : printedAt(said.start, list, said),
    models_usage: isSpent ? new Located(usage, { start: said.end, end: whole.end }) : undefined,
  });
  return {
    message,
    behind: what !== undefined && listEnd < said.end ? [{ start: listEnd + 1, end: said.end }] : [],
  };
}

/** Calls and results are printed as a list of them. */
const isListOf = /^\[(?<what>FunctionCall|FunctionExecutionResult)\(/;

function listIn(words: string): Document | undefined {
  const read = python.read(words);
  return read.ok && isWhole(read.value) ? read.value : undefined;
}

const isWhole = ({ value, notes }: Document): boolean =>
  Array.isArray(value) && notes.every(({ severity }) => severity !== 'lost');

/** When the heading names no class, the text decides it. */
function typeOf(what: string | undefined): string {
  if (what === undefined) return 'TextMessage';
  return what === 'FunctionCall' ? 'ToolCallRequestEvent' : 'ToolCallExecutionEvent';
}
