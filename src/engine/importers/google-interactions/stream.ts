import { openJson } from '../../model/json-text.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { elementsAt, fieldAt, fits, numberAt, placedAt, recordAt, textAt } from '../../importing/values/where.ts';

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
export function interactionsOf(found: FoundConversation): readonly FoundConversation[] {
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
