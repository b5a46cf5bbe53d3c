import type { MessageReading, Spot } from '../../importing/describing/chat-reading.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { textOf, contentText } from '../../importing/content/content.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { noteUnreadCall } from '../../importing/notes.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { fieldAt, fits, textAt } from '../../importing/values/where.ts';
import { opened } from '../../importing/values/written-value.ts';
import type { Answering } from './answering.ts';
import { observedIn, resultMessage, noteSharedObservation, noteUnusable } from './outcomes.ts';

/** The text of the model and the calls that it requested are in two consecutive messages: joins them. */
export const withCalls = (entries: readonly Placed[]): readonly Placed[] =>
  entries.flatMap((entry, index) => {
    const [before, next] = [entries[index - 1], entries[index + 1]];
    if (isOf(entry, 'tool-call') && before !== undefined && isOf(before, 'assistant')) return [];
    return next !== undefined && isOf(entry, 'assistant') && isOf(next, 'tool-call')
      ? [{ ...entry, more: [next] }]
      : [entry];
  });

const isOf = ({ value }: Placed, role: string): boolean => fits(value, { role: [role] });

/** `{id, type, function: {name, arguments}}`, or printed: `ToolCall(name=…, arguments=…, id=…)`. */
export const callFields = {
  id: 'id',
  name: ['function.name', 'name'],
  input: ['function.arguments', 'arguments'],
} as const;

export function messageReading(answering: Answering): MessageReading {
  /** Calls of the last message whose results have not come. */
  let open: readonly RequestedCall[] = [];
  return {
    shape: { role: 'text' },
    kind: {
      field: 'role',
      values: {
        system: 'system',
        user: 'input',
        assistant: 'llm',
        'tool-call': 'llm',
        'tool-response': 'result',
      },
    },
    text: (message) => contentText(message['content']).replace(/^New task:\n/, ''),
    finish(message, record, spot) {
      if (message.role === 'results' || record['role'] === 'tool-response') {
        const results = resultIn(contentText(record['content']), open, answering, spot);
        open = [];
        return results;
      }
      if (message.role !== 'assistant') return [message];
      const read = answering.generated(withRequested(message, record, spot), spot.report);
      open = read[0]?.calls ?? [];
      return read;
    },
  };
}

/** If the model only requested calls, its message repeats them in the framework's words. */
const callsInWords = /^Tool call \S+: calling '/;

function withRequested(
  message: NormalizedMessage,
  record: RecordValue,
  { place, more: [beside], report }: Spot,
): NormalizedMessage {
  const lists = record['role'] === 'tool-call' ? { value: record, place } : beside;
  if (lists === undefined) return { ...message, parts: textOf(message.parts).trim() === '' ? [] : message.parts };
  const where = [...lists.place, 'content'];
  const written = isRecord(lists.value) ? listIn(contentText(lists.value['content'])) : [];
  const calls = written.flatMap((call): readonly RequestedCall[] => {
    const name = textAt(call, callFields.name);
    if (name !== undefined)
      return [{ id: textAt(call, 'id'), name, input: fieldAt(call, callFields.input), place: where }];
    noteUnreadCall(where, report);
    return [];
  });
  const words = lists.value === record ? '' : textOf(message.parts);
  const isSpoken = words.trim() !== '' && !(calls.length > 0 && callsInWords.test(words));
  return { ...message, parts: isSpoken ? message.parts : [], calls, unread: written.length - calls.length };
}

/** `Calling tools:`, followed by the printed list of calls. */
const listIn = (text: string): readonly Value[] => elementsOf(opened(text.replace(/^Calling tools:\n/, '')));

/** One text contains the results of all calls of a turn. */
function resultIn(
  text: string,
  open: readonly RequestedCall[],
  answering: Answering,
  { place, report }: Spot,
): readonly NormalizedMessage[] {
  const { id, result, copy } = observedIn(text);
  const own = open.at(-1);
  if (own !== undefined || copy !== undefined) {
    if (open.length > 1) noteSharedObservation(place, report);
    const mark = { id: id ?? own?.id, name: own?.name ?? copy?.name, place };
    return [resultMessage(own === undefined ? { ...mark, copy } : mark, result, place)];
  }
  if (result.outcome !== 'ok') noteUnusable(place, report);
  else if (!answering.repeats(result.output)) return [resultMessage({ id, name: undefined, place }, result, place)];
  return [];
}
