import { err, ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import type { TextRange } from '../../model/problem.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { withoutColours } from '../colours.ts';
import type { Document, Reader } from '../document.ts';
import { Lines } from '../lines.ts';
import { Notebook } from '../notebook.ts';
import { python } from '../python/index.ts';
import { noteProse } from '../statements.ts';
import { isConsole, printedIn, type Printed, type PrintedMessage } from './messages.ts';

/**
 * The output of AutoGen's `Console` for a running team or agent: a record like its `TaskResult`, with the messages in
 * the form of `model_dump()`.
 * https://github.com/microsoft/autogen/blob/main/python/packages/autogen-agentchat/src/autogen_agentchat/ui/_console.py
 */
export const autogenConsole: Reader = {
  id: 'autogen-console',
  title: 'Console of AutoGen',
  claim(text) {
    const { text: plain } = withoutColours(text.slice(0, 20_000));
    return isConsole(plain.split('\n').map((line) => line.trimEnd())) ? 'likely' : 'no';
  },
  read(given) {
    const plain = withoutColours(given);
    const { text } = plain;
    const printed = printedIn(text);
    if (printed.messages.length === 0) {
      const message =
        'No line of this text heads a message, as the console of AutoGen does: `---------- TextMessage (user) ----------`.';
      return err({ code: 'reader/autogen-console', message });
    }
    const notebook = new Notebook(new Lines(text));
    noteProse(text, [...printed.before, ...printed.messages.flatMap(({ said }) => behindList(text, said))], notebook);
    const streamed = printed.messages.find(({ type }) => type === pieces);
    if (streamed !== undefined) notebook.add('assumed', 'reader/streamed-words', streamedNote, streamed.start);
    const lists = printed.messages.map(({ said }) => listIn(text, said));
    const locate = (path: Path): TextRange | null => {
      const range = located(printed.messages, lists, text, path);
      return range === null ? null : plain.given(range);
    };
    return ok({
      syntax: 'autogen-console',
      text: given,
      value: resultOf(text, printed, lists),
      notes: [...plain.notes, ...notebook.notes()],
      typeName: () => undefined,
      locate,
    } satisfies Document);
  },
};

/** The class in the heading of streamed words: the resulting message is not printed again. */
const pieces = 'ModelClientStreamingChunkEvent';
const streamedNote = 'Words were streamed, and the console names only their pieces: assumed to be a TextMessage.';

function resultOf(text: string, { messages, summary }: Printed, lists: readonly (Document | undefined)[]): RecordValue {
  const reason = summary.get('Finish reason');
  return {
    messages: messages.map((message, index) => valueOf(text, message, lists[index])),
    ...(reason !== undefined && reason !== 'None' && { stop_reason: reason }),
    ...Object.fromEntries([...summary].filter(([what]) => what !== 'Finish reason')),
  };
}

function valueOf(text: string, { type, source, said, usage }: PrintedMessage, list: Document | undefined): RecordValue {
  return {
    type: type === pieces ? 'TextMessage' : (type ?? typeOf(text, said)),
    source,
    content: list?.value ?? text.slice(said.start, said.end),
    ...(usage !== undefined && { models_usage: usage }),
  };
}

/** Calls and results are printed as a list of them. */
const isListOf = /^\[(?<what>FunctionCall|FunctionExecutionResult)\(/;

/** Such a list is one line: text after it is from other programs. */
const endOfLine = (text: string, { start, end }: TextRange): number => {
  const found = text.indexOf('\n', start);
  return found === -1 ? end : Math.min(found, end);
};

function behindList(text: string, said: TextRange): readonly TextRange[] {
  const end = endOfLine(text, said);
  return end < said.end && isListOf.test(text.slice(said.start, end)) ? [{ start: end + 1, end: said.end }] : [];
}

function listIn(text: string, said: TextRange): Document | undefined {
  const words = text.slice(said.start, endOfLine(text, said));
  const read = isListOf.test(words) ? python.read(words) : undefined;
  return read?.ok === true && isWhole(read.value) ? read.value : undefined;
}

const isWhole = ({ value, notes }: Document): boolean =>
  Array.isArray(value) && notes.every(({ severity }) => severity !== 'lost');

/** When the heading names no class, the text decides it. */
function typeOf(text: string, { start, end }: TextRange): Value {
  const what = isListOf.exec(text.slice(start, end))?.groups?.['what'];
  if (what === undefined) return 'TextMessage';
  return what === 'FunctionCall' ? 'ToolCallRequestEvent' : 'ToolCallExecutionEvent';
}

function located(
  messages: readonly PrintedMessage[],
  lists: readonly (Document | undefined)[],
  text: string,
  [key, index, field, ...rest]: Path,
): TextRange | null {
  if (key === undefined) return { start: 0, end: text.length };
  // The other facts are in the summary below the messages.
  const end = messages.at(-1)?.end ?? 0;
  if (key !== 'messages') return { start: end, end: text.length };
  if (index === undefined) return { start: messages[0]?.start ?? 0, end };
  const message = typeof index === 'number' ? messages[index] : undefined;
  if (typeof index !== 'number' || message === undefined) return null;
  if (field === undefined) return { start: message.start, end: message.end };
  if (field === 'models_usage') return { start: message.said.end, end: message.end };
  if (field !== 'content') return { start: message.start, end: message.said.start };
  const inner = rest.length === 0 ? undefined : lists[index]?.locate(rest);
  const { start } = message.said;
  return inner === undefined ? message.said : inner && { start: start + inner.start, end: start + inner.end };
}
