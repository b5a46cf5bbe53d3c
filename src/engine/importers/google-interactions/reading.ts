import type { ChatReading, Entry, FoundConversation, Spot } from '../../importing/describing/chat-reading.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { waiting } from '../../importing/transcript/transcript.ts';
import { joinedEntries, oneOrMany, type Placed } from '../../importing/values/elements.ts';
import {
  countAt,
  fieldAt,
  findAt,
  placedAt,
  textAt,
  elementsAt,
  fits,
  numberAt,
  recordAt,
} from '../../importing/values/where.ts';
import { type Value, isRecord, type RecordValue } from '../../model/value.ts';
import { readContent, type Part } from '../../importing/content/content.ts';
import { noteReasoning } from '../../importing/notes.ts';
import { openJson } from '../../model/json-text.ts';

export const reading: ChatReading = {
  messages: [
    { shape: { type: ['user_input'] }, kind: () => 'input', parts: wordsIn },
    {
      shape: { call_id: 'text' },
      kind: () => 'result',
      results: { id: 'call_id', name: toolOf, content: ['result', 'output'], flag: 'is_error' },
    },
    { shape: { type: ['thought'] }, kind: () => 'skip', skipped: noteReasoning },
    {
      shape: { type: 'text' },
      kind: (step) => (isCall(step) || isWords(step) ? 'llm' : undefined),
      parts: wordsIn,
      finish: (message, step, { more, place, found }) => {
        const failure = failureIn(step);
        return [
          {
            ...message,
            calls: [{ value: step, place }, ...more].flatMap((one) => callIn(one, found)),
            alsoAt: more.map((one) => one.place),
            ...(failure !== undefined && { placeholder: `[failed: ${failure}]` }),
          },
        ];
      },
    },
  ],
  session: {
    agent: 'agent',
    model: 'model',
    startedAt: 'created',
    recording: { interaction: 'id', previous: 'previous_interaction_id', status: 'status' },
    system: 'system_instruction',
    totals: { prompt: [promptTokens], completion: [completionTokens] },
    assemble: interactionsOf,
    arrange: (steps) => answersOf(steps.flatMap(inputsIn)),
    notes({ holder }, report) {
      const failure = failureIn(holder.value);
      if (failure === undefined) return;
      const place = [...holder.place, 'error'];
      report.note('info', 'google-interactions/failed', place, () => `The interaction failed (${failure}).`);
    },
  },
};

/** Input may be a text, contents, turns with roles, or steps. */
function inputsIn({ value, place }: Placed): readonly Placed[] {
  const input = fieldAt(value, 'input');
  // Steps are in a list.
  if (input === undefined || place.at(-1) !== 'input') return [{ value, place }];
  return oneOrMany(input).flatMap((one): readonly Placed[] => {
    const entry = { value: one.value, place: [...place, ...one.place] };
    const role = textAt(one.value, 'role');
    if (role === undefined) return [spoken(entry, 'user_input', '')];
    const content = placedAt(entry, ['content', 'parts']);
    return oneOrMany(content.value).map((part) =>
      spoken(
        { value: part.value, place: [...content.place, ...part.place] },
        role === 'user' ? 'user_input' : 'model_output',
        entry.place.join('.'),
      ),
    );
  });
}

/** Words without a step around them; calls and results are steps. */
const spoken = ({ value, place }: Placed, type: string, turn: string): Placed =>
  typeof value === 'string' || isContent(value) ? { value: { type, said: value, turn }, place } : { value, place };

function wordsIn(step: Value, { place, more, report }: Spot): readonly Part[] {
  return [{ value: step, place }, ...more].flatMap((one) => {
    const said = findAt(one.value, 'said')?.value ?? (isContent(one.value) ? one.value : undefined);
    if (said !== undefined) return readContent(said, one.place, report);
    const content = isWords(one.value) ? findAt(one.value, 'content') : undefined;
    return content === undefined ? [] : readContent(content.value, [...one.place, ...content.path], report);
  });
}

/** The model's words may be contents without a step around them. */
const isContent = (value: Value): boolean =>
  /^(?:text|image|audio|video|document)$/.test(textAt(value, 'type') ?? '') && textAt(value, 'role') === undefined;

const isWords = (step: Value): boolean =>
  /^(?:user_input|model_output)$/.test(textAt(step, 'type') ?? '') || isContent(step);

const isCall = (step: Value): boolean => textAt(step, 'type')?.endsWith('_call') === true;

/** Calls belong to the answer before them and to the calls before them; contents belong to the content before them. */
const answersOf = (steps: readonly Placed[]): readonly Entry[] =>
  joinedEntries(steps, (last, { value }) => {
    if (isCall(value)) return isCall(last) || (isWords(last) && textAt(last, 'type') !== 'user_input');
    return isContent(value) ? isContent(last) : isSaid(value) && isSaid(last) && isSameTurn(value, last);
  });

const isSaid = (step: Value): boolean => fieldAt(step, 'said') !== undefined;

const isSameTurn = (one: Value, other: Value): boolean => textAt(one, 'turn') === textAt(other, 'turn');

/** Google's own tools have no name but that of their step: `google_search_call`. */
function toolOf(step: Value): string | undefined {
  return textAt(step, 'name') || textAt(step, 'type')?.replace(/_(?:call|result)$/, '');
}

function callIn({ value, place }: Placed, { holder }: FoundConversation): readonly RequestedCall[] {
  const name = toolOf(value);
  if (!isCall(value) || name === undefined) return [];
  // Google runs its own tools.
  const isWaiting =
    textAt(holder.value, 'status') === 'requires_action' &&
    textAt(value, 'type') === 'function_call' &&
    place[holder.place.length] !== 'input';
  const result = isWaiting ? waiting('the calling program has to carry it out') : undefined;
  return [{ id: textAt(value, 'id'), name, input: fieldAt(value, 'arguments'), place, result }];
}

const failureIn = (record: Value): string | undefined => {
  const error = fieldAt(record, 'error');
  if (error === undefined || error === null) return undefined;
  return textAt(record, ['error.message', 'error']) ?? 'the recording does not say why';
};

/** The results of Google's own tools are part of the prompt. */
function promptTokens(holder: Value): Value | undefined {
  const input = countAt(holder, 'usage.total_input_tokens');
  return input === undefined ? undefined : input + (countAt(holder, 'usage.total_tool_use_tokens') ?? 0);
}

/** Thoughts are output, and counted apart from the answer. */
function completionTokens(holder: Value): Value | undefined {
  const output = countAt(holder, 'usage.total_output_tokens');
  const thoughts = countAt(holder, ['usage.total_thought_tokens', 'usage.total_reasoning_tokens']);
  return output === undefined && thoughts === undefined ? undefined : (output ?? 0) + (thoughts ?? 0);
}

interface Stream {
  holder: Placed;
  /** By their numbers, in the order in which they began. */
  readonly steps: Map<number, Placed>;
  /** The arguments of calls, which come as pieces of a text. */
  readonly written: Map<number, string>;
}

/**
 * The interactions of a stream: `interaction.created`, `step.start`, `step.delta`, `interaction.completed`, in the first version
 * `interaction.start`, `content.start`, `content.delta`, `interaction.complete`.
 */
function interactionsOf(found: FoundConversation): readonly FoundConversation[] {
  if (!fits(found.messages[0]?.value ?? null, { event_type: 'text' })) return [found];
  const streams: Stream[] = [];
  for (const event of found.messages) {
    const type = textAt(event.value, 'event_type') ?? '';
    const interaction = placedAt(event, 'interaction');
    if (/^interaction\.(?:created|start)$/.test(type) || streams.length === 0)
      streams.push({ holder: interaction, steps: new Map(), written: new Map() });
    const stream = streams.at(-1);
    if (stream === undefined) continue;
    if (isRecord(interaction.value)) stream.holder = interaction;
    if (type === 'error' && isRecord(stream.holder.value))
      stream.holder = {
        ...stream.holder,
        value: { ...stream.holder.value, error: fieldAt(event.value, 'error') ?? {} },
      };
    addStep(event, stream);
  }
  return streams.map(({ holder, steps, written }) => {
    const messages = [...steps].map(([index, step]) => withArguments(step, written.get(index)));
    return { holder, messages: messages.length > 0 ? messages : stepsIn(holder) };
  });
}

/** The last event may have the whole. */
const stepsIn = (holder: Placed): readonly Placed[] => {
  const steps = placedAt(holder, ['steps', 'outputs']);
  return elementsAt(steps.value, '').map((value, index) => ({ value, place: [...steps.place, index] }));
};

function addStep(event: Placed, { steps, written }: Stream): void {
  const index = numberAt(event.value, 'index') ?? -1;
  const begun = placedAt(event, ['step', 'content']);
  if (isRecord(begun.value)) steps.set(index, begun);
  const delta = recordAt(event.value, 'delta');
  if (delta === undefined) return;
  const pieces = textAt(delta, 'type') === 'arguments_delta' ? textAt(delta, 'arguments') : undefined;
  if (pieces !== undefined) {
    written.set(index, (written.get(index) ?? '') + pieces);
    return;
  }
  const known = steps.get(index);
  const step = known === undefined ? delta : withDelta(known.value, delta);
  steps.set(index, { value: step, place: known?.place ?? [...event.place, 'delta'] });
}

/** Words are added to the words before them, other contents follow; facts about a call or a result complete it. */
function withDelta(step: Value, delta: RecordValue): Value {
  if (!isRecord(step)) return delta;
  const text = textAt(delta, 'text');
  if (step['type'] === 'text') return { ...step, text: `${textAt(step, 'text') ?? ''}${text ?? ''}` };
  if (step['type'] !== 'model_output') return { ...step, ...delta, type: step['type'] ?? null };
  const contents = elementsAt(step, 'content');
  const last = contents.at(-1) ?? null;
  if (text === undefined || !isRecord(last) || last['type'] !== 'text')
    return { ...step, content: [...contents, delta] };
  const longer = { ...last, text: `${textAt(last, 'text') ?? ''}${text}` };
  return { ...step, content: [...contents.slice(0, -1), longer] };
}

const withArguments = ({ value, place }: Placed, written: string | undefined): Placed =>
  written === undefined || !isRecord(value)
    ? { value, place }
    : { value: { ...value, arguments: openJson(written) ?? written }, place };
