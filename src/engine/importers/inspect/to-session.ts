import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { entry, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, textOf, type Part } from '../../importing/messages/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openResult } from '../../importing/values/json-text.ts';
import { callsIn, messageIn, noteSystem } from '../../importing/messages/message-list.ts';
import { counted, createNoting, type Noting } from '../../importing/noting.ts';
import { createPairing, type Pairing, type PlannedCall } from '../../importing/transcript/pairing.ts';
import { noteReasoning } from '../../importing/messages/reasoning.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import type { Tokens } from '../../importing/transcript/transcript.ts';
import { factsOf, type Facts } from './facts.ts';
import { Message, ToolCall, type Event, type Log, type Sample } from './format.ts';
import { outcomeOf } from './outcomes.ts';

export function titleOf({ id, epoch }: Sample, log: Log): string {
  const again = epoch === undefined || epoch === 1 ? '' : `, epoch ${epoch}`;
  return `${log.eval.task ?? 'Inspect'}, sample ${id}${again}`;
}

export function toSession(
  sample: Sample,
  log: Log,
  place: Path,
  messagesPlace: Path = [...place, 'messages'],
): ReadSession {
  const noting = createNoting();
  const pairing = createPairing(noting);
  const facts = factsOf(sample, place);
  const texts = attachmentsOf(sample);
  const ids = new Set<string>();
  for (const change of facts.storeChanges(undefined)) pairing.stated(resolvedChange(change, texts));
  sample.messages.forEach((value, index) => {
    const where = [...messagesPlace, index];
    const message = messageIn(Message, value, where, 'messages', noting);
    if (message === undefined) return;
    if (message.id !== undefined) ids.add(message.id);
    readMessage(message, where, { facts, texts, pairing, noting });
  });
  noteSample(sample, place, facts, ids, noting);
  const steps = pairing.steps();
  const start = steps.find((step) => step.kind === 'generated');
  return toTaskSession(
    {
      title: titleOf(sample, log),
      importer: 'inspect',
      model: log.eval.model,
      startedAt: start?.at,
      declared: facts.offered(ids),
      recording: recordingOf(sample, log),
      steps,
    },
    noting,
  );
}

interface Reading {
  readonly facts: Facts;
  readonly texts: Texts;
  readonly pairing: Pairing;
  readonly noting: Noting;
}

function readMessage(message: Message, place: Path, { facts, texts, pairing, noting }: Reading): void {
  const parts = () => partsOf(message.content, [...place, 'content'], texts, noting);
  switch (message.role) {
    case 'system':
      return noteSystem(place, noting);
    case 'user':
      return pairing.said({ message: parts().spoken, at: undefined, place });
    case 'assistant': {
      const event = facts.modelCall(message.id);
      const { spoken, thinks } = parts();
      const at = timeOf(event, place, noting);
      const turn = {
        message: spoken,
        otherwise: thinks ? '[thinking]' : '[no text]',
        tokens: tokensOf(event),
        at,
        place,
      };
      return pairing.generated({ ...turn, tookMs: tookOf(event) }, callsOf(message, place, noting));
    }
    default: {
      const id = message.tool_call_id;
      const event = facts.toolCall(id);
      const { spoken } = parts();
      const isText = spoken.every((part) => typeof part['text'] === 'string');
      const output = isText ? openResult(textOf(spoken), [...place, 'content'], noting) : spoken;
      const result = outcomeOf(message, facts.refusal(id), output);
      const at = timeOf(event, place, noting);
      pairing.result({ id, name: message.function, place }, { ...result, at, tookMs: tookOf(event) });
      for (const change of facts.storeChanges(id)) pairing.stated(resolvedChange(change, texts));
    }
  }
}

/** When it was over, where the log tells; else when it began. */
const timeOf = (event: Event | undefined, place: Path, noting: Noting): string | undefined =>
  event && readInstant(event.completed ?? event.timestamp, place, noting);

const tookOf = (event: Event | undefined): number | undefined =>
  event?.working_time === undefined ? undefined : Math.round(event.working_time * 1000);

/** Whether `input_tokens` has what was read from a cache depends on the provider; the total always has. */
function tokensOf(event: Event | undefined): Tokens | undefined {
  const usage = event?.output?.usage;
  if (usage?.input_tokens === undefined || usage.output_tokens === undefined) return undefined;
  const { input_tokens, output_tokens, total_tokens = 0 } = usage;
  return { prompt: Math.max(input_tokens, total_tokens - output_tokens), completion: output_tokens };
}

function callsOf(message: Message, place: Path, noting: Noting): readonly PlannedCall[] {
  const read = (value: Value, where: Path): PlannedCall | undefined => {
    const call = v.safeParse(ToolCall, value);
    if (!call.success) return undefined;
    const { id, function: name, arguments: input } = call.output;
    return { id, name, input, place: where };
  };
  return callsIn(message.tool_calls, [...place, 'tool_calls'], read, noting);
}

type Texts = (value: Value) => Value;

/** Puts a long text back where its digest stands. */
function attachmentsOf({ attachments = {} }: Sample): Texts {
  return (value) => {
    if (typeof value !== 'string' || !value.startsWith('attachment://')) return value;
    return entry(attachments, value.slice('attachment://'.length)) ?? value;
  };
}

const resolvedChange = ({ state, place }: ReturnType<Facts['storeChanges']>[number], texts: Texts) => ({
  state: state.map(({ key, value }) => ({ key, value: value === undefined ? undefined : texts(value) })),
  place,
});

/** Pictures and thoughts have types of Inspect's own. */
function partsOf(
  content: Value | undefined,
  place: Path,
  texts: Texts,
  noting: Noting,
): { spoken: readonly Part[]; thinks: boolean } {
  if (content === undefined || !isList(content)) {
    const whole = content === undefined ? undefined : texts(content);
    return { spoken: whole === '' ? [] : readContent(whole, place, noting), thinks: false };
  }
  const parts = [...content];
  const isThought = (part: Value) => isRecord(part) && part['type'] === 'reasoning';
  const spoken = parts
    .filter((part) => !isThought(part))
    .flatMap((part, index) => partOf(part, [...place, index], texts, noting));
  parts.forEach((part, index) => isThought(part) && noteReasoning([...place, index], noting));
  return { spoken, thinks: parts.some(isThought) };
}

function partOf(part: Value, place: Path, texts: Texts, noting: Noting): readonly Part[] {
  if (!isRecord(part)) return readContent([part], place.slice(0, -1), noting);
  const { type, text, image } = part;
  if (type === 'image' && typeof image === 'string') {
    return readContent([{ type: 'image_url', image_url: texts(image) }], place.slice(0, -1), noting);
  }
  return readContent([text === undefined ? part : { ...part, text: texts(text) }], place.slice(0, -1), noting);
}

function noteSample(sample: Sample, place: Path, facts: Facts, ids: ReadonlySet<string>, noting: Noting): void {
  for (const where of facts.unheard(ids)) {
    noting.note(
      'lost',
      'inspect/unheard',
      where,
      (n) => `${counted(n, 'model call')} outside the conversation, of a grader or of another agent: left out.`,
    );
  }
  for (const where of facts.others) {
    noting.note(
      'info',
      'inspect/events',
      where,
      (n) =>
        `${counted(n, 'event')} that ${n === 1 ? 'makes' : 'make'} no turn (commands in the sandbox, lines of a log), left out.`,
    );
  }
  for (const where of facts.limits) {
    noting.note(
      'info',
      'inspect/limit',
      where,
      () => `The sample reached a limit (${sample.limit?.type ?? 'unnamed'}).`,
    );
  }
  if (sample.error !== undefined) {
    const words = sample.error.message?.slice(0, 300) ?? 'no message';
    noting.note('info', 'inspect/error', [...place, 'error'], () => `The sample failed: “${words}”.`);
  }
}

function recordingOf({ id, epoch, scores, total_time, limit, error }: Sample, log: Log): RecordValue {
  return {
    task: log.eval.task ?? null,
    sample: id,
    epoch: epoch ?? null,
    status: log.status,
    scores: Object.fromEntries(Object.entries(scores ?? {}).map(([name, score]) => [name, valueOf(score)])),
    total_time: total_time ?? null,
    limit: limit?.type ?? null,
    error: error?.message ?? null,
  };
}

const valueOf = (score: Value): Value => (isRecord(score) ? (entry(score, 'value') ?? null) : score);
