import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { elementsAt, findAt, fits, recordAt, textAt, type Shape } from '../../importing/values/where.ts';

/**
 * Messages of the AI SDK: those of its pages (`UIMessage`, versions 4 to 6; Mastra stores the same) and those for the model
 * (`ModelMessage`). https://ai-sdk.dev/docs/reference/ai-sdk-core/ui-message, https://ai-sdk.dev/docs/reference/ai-sdk-core/model-message
 */
export const isUiMessage = (value: Value): value is RecordValue =>
  fits(value, { role: ['system', 'user', 'assistant'] });

/**
 * The result of generateText, as JSON, or one of its steps: `messages` also contains those of earlier steps.
 * https://ai-sdk.dev/docs/reference/ai-sdk-core/generate-text
 */
const generated: Shape = { 'response.messages': 'list', 'response.messages.0': 'there', finishReason: 'text' };

/** Version 5 writes its steps alone. */
const withSteps: Shape = { steps: 'list' };

export interface Conversation {
  readonly messages: readonly Value[];
  readonly place: Path;
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
  if (isStream(value)) return { messages: elementsOf(value), place: [], kind: 'stream' };
  const lists: readonly (readonly [readonly Value[], Path])[] = [
    [elementsOf(value), []],
    [isRecord(value) ? elementsOf(value['messages'] ?? null) : [], ['messages']],
  ];
  for (const [messages, place] of lists) {
    const kind = kindOf(messages.slice(0, sample));
    if (kind !== undefined) return { messages, place, kind };
  }
  return undefined;
}

function generatedIn(value: Value): Conversation | undefined {
  const isResult = fits(value, withSteps);
  const list = isResult ? elementsAt(value, 'steps') : elementsOf(value);
  // Several complete results, each with its own steps, are not the steps of one result.
  const areSteps = list.length > 0 && list.every((step) => fits(step, generated) && !fits(step, withSteps));
  // A result has the messages of all its steps, and so has the last step.
  const isWhole = fits(value, generated);
  const from = isWhole ? value : areSteps ? list.at(-1) : undefined;
  const place = isWhole ? [] : [...(isResult ? ['steps'] : []), list.length - 1];
  return from === undefined
    ? undefined
    : {
        messages: elementsAt(from, 'response.messages'),
        place: [...place, 'response', 'messages'],
        kind: 'generated',
        steps: areSteps ? list : [from],
      };
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
