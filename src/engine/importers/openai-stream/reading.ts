import { refusalPart, type Part } from '../../importing/content/content.ts';
import type { ChatReading, Entry, MessageReading, Spot } from '../../importing/describing/chat-reading.ts';
import { type ImportReport, notesOf } from '../../importing/import-report.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { choiceIn, streamedCalls, textIn } from './pieces.ts';
import { elementsAt, entriesAt, findAt, fits, textAt } from '../../importing/values/where.ts';
import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';

const thoughtIn = (chunk: Value): Value | undefined =>
  findAt(choiceIn(chunk), ['delta.reasoning_content', 'delta.reasoning'], (one) => one !== '')?.value ??
  elementsAt(choiceIn(chunk), 'delta.content').find((part) => textAt(part, 'type') === 'thinking');

export const reading: ChatReading = {
  messages: {
    kind: () => 'llm',
    joins: 'pieces',
    text: (chunk) => textIn(choiceIn(chunk)),
    // Some providers stream the model's thoughts.
    reasoning: [thoughtIn],
    end: (chunk) => textAt(choiceIn(chunk), 'finish_reason'),
    // Groq and OpenRouter.
    parts: (chunk) => elementsAt(choiceIn(chunk), 'delta.images').flatMap(imageIn),
    tokens: ['usage', 'x_groq.usage'],
    model: 'model',
    time: 'created',
    finish: withCalls,
  },
  session: {
    title: (_, { found }) =>
      answersIn(found.messages)
        .map((chunks) => chunks.map(({ value }) => textIn(choiceIn(value)) ?? '').join(''))
        .find((text) => text.trim() !== ''),
    untitled: 'streamed answer',
    arrange: (all) =>
      answersIn(all).flatMap(([first, ...more]): readonly Entry[] => (first ? [{ ...first, more }] : [])),
    notes({ messages }, report) {
      for (const one of messages) {
        const failure = textAt(one.value, ['error.message', 'error']);
        if (failure !== undefined) noteFailed(failure, one.place, report);
        else if (!isChunk(one) && !isFilterOnly(one)) notes.chunk(one.place, report);
      }
      notes['no-input'](null, report);
    },
  },
};

const isChunk = ({ value }: Placed): boolean => fits(value, { object: ['chat.completion.chunk'], choices: 'list' });

/** Azure sends the results of its filters before and after the answer. */
const isFilterOnly = ({ value }: Placed): boolean =>
  textAt(value, 'id') === '' && findAt(choiceIn(value), 'delta') === undefined && findAt(value, 'usage') === undefined;

const saysMore = ({ value }: Placed): boolean =>
  (textIn(choiceIn(value)) ?? '') !== '' ||
  thoughtIn(value) !== undefined ||
  elementsAt(choiceIn(value), 'delta.tool_calls').length > 0;

/**
 * The chunks of each answer, in the order in which the answers began. Some programs write no ids: words after the end begin
 * another answer. Others write a new id for each chunk: without a role it continues an answer that has not ended.
 */
function answersIn(all: readonly Placed[]): readonly (readonly Placed[])[] {
  const answers: { readonly chunks: Placed[]; hasEnded: boolean }[] = [];
  const byId = new Map<string | undefined, (typeof answers)[number]>();
  for (const chunk of all) {
    if (!isChunk(chunk) || isFilterOnly(chunk)) continue;
    const id = textAt(chunk.value, 'id');
    const choice = choiceIn(chunk.value);
    const last = answers.at(-1);
    const goesOn = last?.hasEnded === false && textAt(choice, 'delta.role') === undefined ? last : undefined;
    const known = byId.get(id) ?? goesOn;
    const answer = known === undefined || (known.hasEnded && saysMore(chunk)) ? { chunks: [], hasEnded: false } : known;
    if (answer !== known) answers.push(answer);
    byId.set(id, answer);
    answer.chunks.push(chunk);
    answer.hasEnded ||= textAt(choice, 'finish_reason') !== undefined;
  }
  return answers.map(({ chunks }) => chunks);
}

function imageIn(image: Value): readonly Part[] {
  const file = textAt(image, 'image_url.url');
  return file === undefined ? [] : [{ mimeType: 'image/*', file }];
}

function withCalls(...[message, head, spot]: Parameters<NonNullable<MessageReading['finish']>>) {
  const choices = choicesIn(head, spot);
  const refusal = choices.map(({ value }) => textAt(value, 'delta.refusal') ?? '').join('');
  const calls = streamedCalls(choices).map(({ written, ...call }) => ({
    ...call,
    input: openArguments(written, call.place, spot.report),
  }));
  return [{ ...message, calls, parts: [...message.parts, ...(refusal === '' ? [] : [refusalPart(refusal)])] }];
}

/** The choices of all chunks of an answer that belong to the answer that is shown. */
const choicesIn = (head: RecordValue, { place, more, report }: Spot): readonly Placed[] =>
  [{ value: head, place }, ...more]
    .flatMap((chunk) => entriesAt(chunk, 'choices'))
    .filter((choice) => {
      const isShown = (findAt(choice.value, 'index')?.value ?? 0) === 0;
      if (!isShown) notes.alternative(choice.place, report);
      return isShown;
    });

const notes = notesOf('openai-stream', {
  lost: {
    chunk: '{# chunk} could not be read.',
    'no-input': 'The stream contains only the model’s answer: its input is not recorded.',
    alternative: '{# chunk} of other answers to the same request left out: the first answer is shown.',
  },
});

const noteFailed = (failure: string, place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'openai-stream/failed',
    place,
    () => `The stream ended with an error: “${failure.slice(0, 200)}”.`,
  );
