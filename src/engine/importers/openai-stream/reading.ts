import { refusalPart } from '../../importing/content/content.ts';
import type { ChatReading, Entry, MessageReading, Spot } from '../../importing/describing/chat-reading.ts';
import { counted, lost } from '../../importing/import-report.ts';
import { groupedBy, type Placed } from '../../importing/values/elements.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { elementsAt, entriesAt, findAt, fits, textAt } from '../../importing/values/where.ts';
import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';

/** The first of several answers to the same request. The chunk with the usage has no choices. */
const choiceIn = (chunk: Value): Value | undefined =>
  elementsAt(chunk, 'choices').find((choice) => (findAt(choice, 'index')?.value ?? 0) === 0);

const textIn = (chunk: Value): string | undefined => textAt(choiceIn(chunk), 'delta.content');

export const reading: ChatReading = {
  messages: {
    kind: () => 'llm',
    joins: 'pieces',
    text: textIn,
    // Some providers stream the model's thoughts.
    reasoning: [(chunk) => findAt(choiceIn(chunk), 'delta.reasoning_content')?.value],
    end: (chunk) => textAt(choiceIn(chunk), 'finish_reason'),
    tokens: 'usage',
    model: 'model',
    time: 'created',
    finish: withCalls,
  },
  session: {
    title: (_, { found }) =>
      answersIn(found.messages)
        .map((chunks) => chunks.map(({ value }) => textIn(value) ?? '').join(''))
        .find((text) => text.trim() !== ''),
    untitled: 'streamed answer',
    arrange: (all) =>
      answersIn(all).flatMap(([first, ...more]): readonly Entry[] => (first ? [{ ...first, more }] : [])),
    notes({ messages }, report) {
      for (const one of messages) if (!isChunk(one)) noteUnread(one.place, report);
      noteNoInput(null, report);
    },
  },
};

const isChunk = ({ value }: Placed): boolean => fits(value, { object: ['chat.completion.chunk'], choices: 'list' });

/** The chunks of each answer, in the order in which the answers began. */
const answersIn = (all: readonly Placed[]): readonly (readonly Placed[])[] => [
  ...groupedBy(all.filter(isChunk), (one) => textAt(one.value, 'id') ?? '').values(),
];

interface StreamedCall {
  readonly place: Path;
  id: string | undefined;
  name: string;
  written: string;
}

/** Id and name of a call arrive once, its arguments in pieces. */
function withCalls(...[message, head, spot]: Parameters<NonNullable<MessageReading['finish']>>) {
  const calls: StreamedCall[] = [];
  /** The current call of each index. */
  const open = new Map<unknown, StreamedCall>();
  let refusal = '';
  for (const choice of choicesIn(head, spot)) {
    refusal += textAt(choice.value, 'delta.refusal') ?? '';
    for (const { value: piece, place } of entriesAt(choice, 'delta.tool_calls')) {
      const index = findAt(piece, 'index')?.value ?? place.at(-1);
      const id = textAt(piece, 'id');
      const known = open.get(index);
      // Some providers use the same index for every call. A new id then begins another call.
      const isAnother = id !== undefined && id !== '' && known?.id !== undefined && id !== known.id;
      const call = known === undefined || isAnother ? { place, id, name: '', written: '' } : known;
      if (call !== known) calls.push(call);
      open.set(index, call);
      call.id ??= id;
      call.name += textAt(piece, 'function.name') ?? '';
      call.written += textAt(piece, 'function.arguments') ?? '';
    }
  }
  const read = calls.map(({ written, ...call }) => ({
    ...call,
    input: openArguments(written, call.place, spot.report),
  }));
  return [{ ...message, calls: read, parts: [...message.parts, ...(refusal === '' ? [] : [refusalPart(refusal)])] }];
}

/** The choices of all chunks of an answer that belong to the answer that is shown. */
const choicesIn = (head: RecordValue, { place, more, report }: Spot): readonly Placed[] =>
  [{ value: head, place }, ...more]
    .flatMap((chunk) => entriesAt(chunk, 'choices'))
    .filter((choice) => {
      const isShown = (findAt(choice.value, 'index')?.value ?? 0) === 0;
      if (!isShown) noteAlternative(choice.place, report);
      return isShown;
    });

const noteUnread = lost('openai-stream/chunk', (n) => `${counted(n, 'chunk')} could not be read.`);

const noteNoInput = lost(
  'openai-stream/no-input',
  () => 'The stream holds the model’s answer only: what it was asked is not recorded.',
);

const noteAlternative = lost(
  'openai-stream/alternative',
  (n) => `${counted(n, 'chunk')} of other answers to the same request left out: the first answer is shown.`,
);
