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
import { isHeading, messagesIn, type PrintedCall, type PrintedMessage } from './messages.ts';

/**
 * The output of LangChain's `message.pretty_print()`, as in most notebooks about LangGraph: a list of the messages,
 * each in the form of LangChain's dictionaries.
 * https://github.com/langchain-ai/langchain/blob/master/libs/core/langchain_core/messages/base.py (`pretty_repr`)
 */
export const langchainConsole: Reader = {
  id: 'langchain-console',
  title: 'Printed messages of LangChain',
  claim(text) {
    const { text: plain } = withoutColours(text.slice(0, 20_000));
    return plain.split('\n').some((line) => isHeading(line.replace(/\r$/, ''))) ? 'likely' : 'no';
  },
  read(given) {
    const plain = withoutColours(given);
    const { text } = plain;
    const { messages, before } = messagesIn(text);
    if (messages.length === 0) {
      const message =
        'No line of this text is a heading of a message, as LangChain prints one: `==== Human Message ====`.';
      return err({ code: 'reader/langchain-console', message });
    }
    const notebook = new Notebook(new Lines(text));
    noteProse(text, before, notebook);
    const asText = messages.find(({ calls }) => calls.some((call) => call.given.length > 0));
    if (asText !== undefined) notebook.add('assumed', 'reader/printed-arguments', argumentsNote, asText.start);
    return ok({
      syntax: 'langchain-console',
      text: given,
      value: messages.map((message) => valueOf(text, message)),
      notes: [...plain.notes, ...notebook.notes()],
      typeName: () => undefined,
      locate(path) {
        const range = located(messages, text, path);
        return range === null ? null : plain.given(range);
      },
    } satisfies Document);
  },
};

const argumentsNote =
  'Arguments are printed without quotes: texts that look like a number, a list or a record were read as one, the rest as text.';

function valueOf(text: string, { type, name, said, calls }: PrintedMessage): RecordValue {
  const words = text.slice(said.start, said.end).trim();
  return {
    type,
    ...(name !== undefined && { name }),
    content: type === 'ai' ? (listIn(words) ?? words) : words,
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name: called, given }) => ({ id: id ?? null, name: called, args: argsOf(given) })),
    }),
  };
}

/** Content in parts is printed as Python shows a list. */
function listIn(words: string): Value | undefined {
  if (!/^\[\{['"]/.test(words)) return undefined;
  const read = python.read(words);
  return read.ok && Array.isArray(read.value.value) ? read.value.value : undefined;
}

const argsOf = (given: PrintedCall['given']): RecordValue =>
  Object.fromEntries(given.map(({ key, written }) => [key, argumentOf(written)]));

function argumentOf(written: string): Value {
  if (!/^(?:-?\d+(?:\.\d+)?|True|False|None|[[{].*[\]}])$/s.test(written)) return written;
  const read = python.read(written);
  return read.ok && read.value.notes.length === 0 ? read.value.value : written;
}

function located(messages: readonly PrintedMessage[], text: string, [index, field, nth]: Path): TextRange | null {
  if (index === undefined) return { start: 0, end: text.length };
  const message = typeof index === 'number' ? messages[index] : undefined;
  if (message === undefined) return null;
  const whole = { start: message.start, end: message.end };
  switch (field) {
    case undefined:
    case 'type':
      return whole;
    case 'name':
      return message.name === undefined ? null : whole;
    case 'content':
      return message.said.end > message.said.start ? message.said : whole;
    case 'tool_calls': {
      if (message.calls.length === 0) return null;
      const call = typeof nth === 'number' ? message.calls[nth] : undefined;
      if (nth !== undefined && call === undefined) return null;
      return call === undefined ? whole : { start: call.start, end: call.end };
    }
    default:
      return null;
  }
}
