import type { Path } from '../../model/path.ts';
import { isSame } from '../../model/equal.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { elementsAt, entriesAt, findAt, fits, recordAt, textAt, type Shape } from '../../importing/values/where.ts';

/**
 * Messages of the AI SDK: those of its pages (`UIMessage`, versions 4 to 6; Mastra stores the same) and those for the model
 * (`ModelMessage`). https://ai-sdk.dev/docs/reference/ai-sdk-core/ui-message, https://ai-sdk.dev/docs/reference/ai-sdk-core/model-message
 */
export const isUiMessage = (value: Value): value is RecordValue =>
  fits(value, { role: ['system', 'user', 'assistant'] });

/**
 * The result of generateText, as JSON, or one of its steps. Up to version 6, `messages` also contains those of earlier steps.
 * https://ai-sdk.dev/docs/reference/ai-sdk-core/generate-text
 */
const generated: Shape = { 'response.messages': 'list', 'response.messages.0': 'there', finishReason: 'text' };

/** Version 5 and later write their steps alone. */
const withSteps: Shape = { steps: 'list' };

export interface Conversation {
  readonly messages: readonly Placed[];
  readonly kind: 'ui' | 'model' | 'generated' | 'stream';
  /** In a result of generateText: the facts of its steps about their answers, in order. */
  readonly steps?: readonly Value[];
}

/** How many messages are examined. */
const sample = 40;

/** A list of messages, or a record around one: the body of a request, a stored chat, or a result of generateText. */
export function conversationIn(value: Value): Conversation | undefined {
  const result = generatedIn(value);
  if (result !== undefined) return result;
  const whole = { value, place: [] };
  if (isStream(value)) return { messages: entriesAt(whole, ''), kind: 'stream' };
  for (const messages of [entriesAt(whole, ''), isRecord(value) ? entriesAt(whole, 'messages') : []]) {
    const kind = kindOf(messages.slice(0, sample).map((message) => message.value));
    if (kind !== undefined) return { messages, kind };
  }
  return undefined;
}

function generatedIn(value: Value): Conversation | undefined {
  const isResult = fits(value, withSteps);
  const list = entriesAt({ value, place: [] }, isResult ? 'steps' : '');
  // Several complete results, each with its own steps, are not the steps of one result.
  const areSteps = list.length > 0 && list.every((step) => fits(step.value, generated) && !fits(step.value, withSteps));
  const whole = fits(value, generated) ? messagesIn({ value, place: [] }) : [];
  // Results of calls that were approved before the first step.
  const initial = isResult ? entriesAt({ value, place: [] }, 'initialResponseMessages') : [];
  const ofSteps = areSteps ? [...initial, ...messagesOfSteps(list)] : [];
  const messages = whole.length >= ofSteps.length ? whole : ofSteps;
  if (messages.length === 0) return undefined;
  return { messages, kind: 'generated', steps: areSteps ? list.map((step) => step.value) : [value] };
}

const messagesIn = (step: Placed): readonly Placed[] => entriesAt(step, 'response.messages');

/** A step repeats the messages of the one before it, or has only its own. */
function messagesOfSteps(steps: readonly Placed[]): readonly Placed[] {
  const found: (readonly Placed[])[] = [];
  for (const messages of steps.map(messagesIn)) {
    const before = found.at(-1) ?? [];
    const [first, known] = [messages[0]?.value ?? null, before[0]?.value];
    const isRepeated = known !== undefined && messages.length > before.length && isSame(first, known);
    if (isRepeated) found.pop();
    found.push(messages);
  }
  return found.flat();
}

/** How many pieces are examined. */
const pieces = 12;

function isStream(value: Value): boolean {
  const first = elementsOf(value).slice(0, pieces);
  return first.length > 0 && first.every(isPiece) && first.some(isOwnPiece);
}

/**
 * A piece of a stream: of the stream for a page, or of `fullStream`. Mastra has the content of a piece under `payload`.
 * https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol, https://ai-sdk.dev/docs/reference/ai-sdk-core/stream-text,
 * https://github.com/mastra-ai/mastra/blob/main/packages/core/src/stream/types.ts
 */
export function pieceIn(value: Value): RecordValue | undefined {
  if (!isRecord(value) || typeof value['type'] !== 'string') return undefined;
  const payload = textAt(value, 'from') === undefined ? undefined : recordAt(value, 'payload');
  return payload === undefined ? value : { ...payload, type: value['type'] };
}

function isPiece(value: Value): boolean {
  const type = textAt(pieceIn(value), 'type');
  return type !== undefined && (pieceKinds.has(type) || type.startsWith('data-'));
}

function isOwnPiece(value: Value): boolean {
  const piece = pieceIn(value);
  const type = textAt(piece, 'type') ?? '';
  if (type === 'text-delta') return textAt(piece, deltaKeys) !== undefined;
  return textAt(piece, 'toolCallId') !== undefined || type === 'start-step' || type === 'step-start';
}

/** The new piece of a text: `delta` for a page, `text` or, in version 4, `textDelta` in `fullStream`. */
export const deltaKeys = ['delta', 'text', 'textDelta'];

/** The meaning of a piece, and its names in the versions of the AI SDK and in Mastra. */
const pieceNames = {
  /** It only opens, fills or closes another piece. */
  silent:
    'start text-start text-end reasoning-end tool-input-delta tool-input-end tool-call-delta tool-call-input-streaming-end',
  step: 'start-step step-start',
  text: 'text-delta',
  reasoning: 'reasoning reasoning-start reasoning-delta',
  file: 'file',
  call: 'tool-input-start tool-call-streaming-start tool-call-input-streaming-start tool-input-available tool-input-error tool-call',
  output: 'tool-output-available tool-result',
  failure: 'tool-output-error tool-error',
  refusal: 'tool-output-denied',
  wait: 'tool-approval-request tool-call-approval tool-call-suspended',
  'step-end': 'finish-step step-finish',
  end: 'finish',
  stop: 'error abort',
  /** It is for the page. */
  other: 'source source-url source-document message-metadata raw tool-output tripwire',
} as const;

export type PieceKind = keyof typeof pieceNames;

const pieceKinds: ReadonlyMap<string, PieceKind> = new Map(
  (Object.keys(pieceNames) as PieceKind[]) // keys of a literal
    .flatMap((kind) => pieceNames[kind].split(' ').map((name) => [name, kind] as const)),
);

/** The parts of a stored message have the same names, except for its texts. */
export const pieceKind = (type: string): PieceKind => (type === 'text' ? 'text' : (pieceKinds.get(type) ?? 'other'));

function kindOf(messages: readonly Value[]): Conversation['kind'] | undefined {
  if (messages.length === 0) return undefined;
  if (messages.every(isUiMessage) && messages.some(hasUiParts)) return 'ui';
  return messages.every((one) => isRecord(one) && typeof one['role'] === 'string') && messages.some(hasModelCalls)
    ? 'model'
    : undefined;
}

/** The parts of a message on a page, for all versions; Mastra stores `{format, parts}` as the content. */
export function partsOf(message: Value): readonly [readonly Value[] | undefined, Path] {
  const found = findAt(message, ['parts', 'content.parts'], Array.isArray);
  return found === undefined ? [undefined, []] : [elementsOf(found.value), found.path];
}

const own: ReadonlySet<Value> = new Set([
  'step-start',
  'tool-invocation',
  'dynamic-tool',
  'source-url',
  'source-document',
  'source',
  'reasoning',
  'file',
]);

function hasUiParts(message: Value): boolean {
  if (elementsAt(message, 'toolInvocations').length > 0) return true;
  const [parts = []] = partsOf(message);
  return parts.length > 0 && parts.every(isPart);
}

/** OpenTelemetry has parts of type `text`, too, with their text under `content`. */
function isPart(part: Value): boolean {
  const type = isRecord(part) ? part['type'] : undefined;
  if (!isRecord(part) || typeof type !== 'string') return false;
  if (type === 'text') return typeof part['text'] === 'string';
  if (type === 'reasoning') return typeof part['text'] === 'string' || typeof part['reasoning'] === 'string';
  return own.has(type) || (type.startsWith('tool-') && 'state' in part) || type.startsWith('data-');
}

function hasModelCalls(value: Value): boolean {
  const content = isRecord(value) ? value['content'] : undefined;
  return elementsOf(content ?? null).some(
    (part) =>
      isRecord(part) && (part['type'] === 'tool-call' || part['type'] === 'tool-result') && 'toolCallId' in part,
  );
}
