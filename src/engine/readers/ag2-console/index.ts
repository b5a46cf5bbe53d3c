import { err, ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import type { TextRange } from '../../model/problem.ts';
import type { RecordValue } from '../../model/value.ts';
import { withoutColours } from '../colours.ts';
import type { Document, Reader } from '../document.ts';
import { Lines } from '../lines.ts';
import { Notebook } from '../notebook.ts';
import { noteProse } from '../statements.ts';
import { isRule, looksLikeHeader, messagesIn, type Block, type ConsoleMessage } from './messages.ts';

/**
 * The console output of AG2, and of AutoGen before version 0.4: a list of the messages, each in the form of
 * `chat_messages`.
 * https://github.com/ag2ai/ag2/blob/main/autogen/agentchat/conversable_agent.py (`_print_received_message`)
 */
export const ag2Console: Reader = {
  id: 'ag2-console',
  title: 'Console of AG2',
  claim(text) {
    const { text: plain } = withoutColours(text.slice(0, 20_000));
    const lines = plain.split('\n').map((line) => line.replace(/\r$/, ''));
    return lines.some(looksLikeHeader) && lines.some(isRule) ? 'likely' : 'no';
  },
  read(given) {
    const plain = withoutColours(given);
    const { text } = plain;
    const { messages, between } = messagesIn(text);
    if (messages.length === 0) {
      const message =
        'No line of this text names speaker and receiver, as the console of AG2 does: `user (to assistant):`.';
      return err({ code: 'reader/ag2-console', message });
    }
    const notebook = new Notebook(new Lines(text));
    const isProgressLine = ({ start, end }: TextRange) => isProgress.test(text.slice(start, end));
    for (const line of between)
      if (isProgressLine(line)) notebook.add('info', 'reader/progress', progressNote, line.start);
    const others = between.filter((line) => !isProgressLine(line));
    noteProse(text, others, notebook);
    const locate = (path: Path): TextRange | null => {
      const range = located(messages, text, path);
      return range === null ? null : plain.given(range);
    };
    const value = messages.map((message) => valueOf(text, message));
    return ok({
      syntax: 'ag2-console',
      text: given,
      value,
      notes: [...plain.notes, ...notebook.notes()],
      typeName: () => undefined,
      locate,
    } satisfies Document);
  },
};

/** Progress lines that AG2 prints between messages. */
const isProgress = /^\s*(?:>{8}|Next speaker: |Call ID: |Input arguments: |\*{80}$|Starting a new chat)/;
const progressNote =
  'A line between the messages about the next step (executed code, or the next speaker) was left out.';

function valueOf(text: string, { from, to, said, blocks }: ConsoleMessage): RecordValue {
  const inside = ({ start, end }: TextRange) => text.slice(start, end).trim();
  const calls = blocks.filter(({ kind }) => kind === 'call');
  const responses = blocks.filter(({ kind }) => kind === 'response');
  return {
    name: from,
    to,
    content: inside(said),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, inner }) => ({
        ...(id !== undefined && { id }),
        function: { name: name ?? '', arguments: inside(inner) },
      })),
    }),
    ...(responses.length > 0 && {
      tool_responses: responses.map(({ id, name, inner }) => ({
        ...(id !== undefined && { tool_call_id: id }),
        ...(name !== undefined && { name }),
        content: inside(inner),
      })),
    }),
  };
}

function located(
  messages: readonly ConsoleMessage[],
  text: string,
  [index, field, at, ...rest]: Path,
): TextRange | null {
  if (index === undefined) return { start: 0, end: text.length };
  const message = typeof index === 'number' ? messages[index] : undefined;
  if (message === undefined) return null;
  const whole = { start: message.start, end: message.end };
  switch (field) {
    case undefined:
    case 'name':
    case 'to':
      return at === undefined ? whole : null;
    case 'content':
      return at === undefined ? (message.said.end > 0 ? message.said : whole) : null;
    case 'tool_calls':
      return inBlocks(message, 'call', whole, at, rest);
    case 'tool_responses':
      return inBlocks(message, 'response', whole, at, rest);
    default:
      return null;
  }
}

function inBlocks(
  { blocks }: ConsoleMessage,
  kind: Block['kind'],
  whole: TextRange,
  at: string | number | undefined,
  [field, inner]: Path,
): TextRange | null {
  const own = blocks.filter((block) => block.kind === kind);
  if (own.length === 0) return null;
  if (at === undefined) return whole;
  const block = typeof at === 'number' ? own[at] : undefined;
  if (block === undefined) return null;
  const isInner = field === 'content' || inner === 'arguments';
  const { start, end } = isInner && block.inner.end > 0 ? block.inner : block;
  return { start, end };
}
