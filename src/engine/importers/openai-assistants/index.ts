import { isRecord, type Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import { fits, textAt, type Shape } from '../../importing/values/where.ts';
import { elementsOf, groupedBy, oneOrMany, type Placed } from '../../importing/values/elements.ts';

const message: Shape = { object: ['thread.message'], id: 'text', role: 'text' };
const step: Shape = { object: ['thread.run.step'], id: 'text', 'step_details.type': 'text' };
const run: Shape = { object: ['thread.run'], id: 'text' };
const piece: Shape = { object: ['thread.message.delta'], id: 'text' };

/**
 * The Assistants API of OpenAI: messages of a thread, runs and their steps, lists and streams of them.
 * https://platform.openai.com/docs/api-reference/messages/object, https://platform.openai.com/docs/api-reference/run-steps/step-object
 */
export const openaiAssistants = chatImporter({
  id: 'openai-assistants',
  title: 'OpenAI Assistants',
  turns: [],
  message: [message, step],
  find: ({ value }, most) => threadsIn(objectsIn(value, most === undefined ? Number.POSITIVE_INFINITY : sample)),
  isOwn: ({ messages }) => messages.some(({ value }) => fits(value, message) || fits(value, step)),
  reading: async () => (await import('./reading.ts')).reading,
});

/**
 * The facts about a thread are in its last run. A stream repeats an object as it grows; the last copy is complete. In a stream
 * that was cut, the pieces of a message follow its only copy, which is empty.
 */
function threadsIn(objects: readonly Placed[]): readonly FoundConversation[] {
  const [pieces, whole] = [true, false].map((is) => objects.filter(({ value }) => fits(value, piece) === is));
  const piecesOf = groupedBy(pieces ?? [], ({ value }) => textAt(value, 'id'));
  const threads = groupedBy(whole ?? [], ({ value }) => textAt(value, 'thread_id') ?? '');
  return [...threads.values()].map((copies) => {
    const last = new Map(copies.map((copy) => [textAt(copy.value, 'id'), copy]));
    const messages = [...last.values()].flatMap((copy) => {
      const isUnfinished = textAt(copy.value, 'status') === 'in_progress';
      return isUnfinished ? [copy, ...(piecesOf.get(textAt(copy.value, 'id')) ?? [])] : [copy];
    });
    return { holder: messages.findLast(({ value }) => fits(value, run)) ?? { value: null, place: [] }, messages };
  });
}

/** How many entries of a level are checked for a claim, and how many levels of lists and records may surround them. */
const sample = 200;
const maxDepth = 3;

/** Messages, steps and runs inside any lists and records around them, including the data of a stream. */
function objectsIn(value: Value, most: number): readonly Placed[] {
  const found: Placed[] = [];
  let level = oneOrMany(value).slice(0, most);
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth++) {
    const next: Placed[] = [];
    for (const placed of level) {
      if ([message, step, run, piece].some((shape) => fits(placed.value, shape))) found.push(placed);
      else if (next.length < most) next.push(...insideOf(placed).slice(0, most));
    }
    level = next.slice(0, most);
  }
  return found;
}

function insideOf({ value, place }: Placed): readonly Placed[] {
  if (isRecord(value)) return Object.entries(value).map(([key, inner]) => ({ value: inner, place: [...place, key] }));
  return elementsOf(value).map((inner, index) => ({ value: inner, place: [...place, index] }));
}
