import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { Generated, MastraContent, Piece, UiMessage, WithSteps } from './format.ts';

export interface Conversation {
  readonly messages: readonly Value[];
  readonly place: Path;
  readonly kind: 'ui' | 'model' | 'generated' | 'stream';
  /** In a result of generateText: the facts of its steps about their answers, in order. */
  readonly steps?: readonly Generated[];
}

/** How many messages are examined. */
const sample = 40;

/** A list of messages, or a record around one: the body of a request, a stored chat, or a result of generateText. */
export function conversationIn(value: Value): Conversation | undefined {
  const generated = generatedIn(value);
  if (generated !== undefined) return generated;
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
  const result = v.safeParse(WithSteps, value);
  const list = result.success ? result.output.steps : elementsOf(value);
  const steps = list.flatMap((step) => stepIn(step) ?? []);
  // Several complete results, each with its own steps, are not the steps of one result.
  const areSteps = steps.length > 0 && steps.length === list.length && !list.some((step) => v.is(WithSteps, step));
  const own = stepIn(value);
  // A result has the messages of all its steps, and so has the last step.
  const [from, place] =
    own === undefined
      ? [areSteps ? steps.at(-1) : undefined, [...(result.success ? ['steps'] : []), steps.length - 1]]
      : [own, []];
  return (
    from && {
      messages: from.response.messages,
      place: [...place, 'response', 'messages'],
      kind: 'generated',
      steps: areSteps ? steps : [from],
    }
  );
}

function stepIn(value: Value): Generated | undefined {
  const step = v.safeParse(Generated, value);
  return step.success && step.output.finishReason !== undefined && step.output.response.messages.length > 0
    ? step.output
    : undefined;
}

/** How many pieces are examined. */
const pieces = 12;

function isStream(value: Value): boolean {
  const first = elementsOf(value).slice(0, pieces);
  return first.length > 0 && first.every(isPiece) && first.some(isOwnPiece);
}

/** Mastra has the content of a piece under `payload`; the tokens of a step are one level deeper. */
export function pieceIn(value: Value): Piece | undefined {
  const payload = isRecord(value) && typeof value['from'] === 'string' ? value['payload'] : undefined;
  const isOfMastra = payload !== undefined && isRecord(value) && isRecord(payload);
  const piece = v.safeParse(Piece, isOfMastra ? { ...payload, type: value['type'] ?? null } : value);
  return piece.success ? piece.output : undefined;
}

function isPiece(value: Value): boolean {
  const type = pieceIn(value)?.type;
  return type !== undefined && (pieceTypes.has(type) || type.startsWith('data-'));
}

function isOwnPiece(value: Value): boolean {
  const piece = pieceIn(value);
  if (piece === undefined) return false;
  const { type, delta, text, textDelta, toolCallId } = piece;
  if (type === 'text-delta') return (delta ?? text ?? textDelta) !== undefined;
  return toolCallId !== undefined || type === 'start-step' || type === 'step-start';
}

const pieceTypes: ReadonlySet<string> = new Set(
  (
    'start start-step step-start text-start text-delta text-end reasoning reasoning-start reasoning-delta reasoning-end ' +
    'tool-input-start tool-input-delta tool-input-end tool-input-available tool-input-error tool-output-available ' +
    'tool-output-error tool-output-denied tool-approval-request tool-call tool-call-streaming-start tool-call-delta ' +
    'tool-result tool-error source source-url source-document file finish-step step-finish finish message-metadata error ' +
    'abort raw tool-call-input-streaming-start tool-call-input-streaming-end tool-call-approval tool-call-suspended ' +
    'tool-output tripwire'
  ).split(' '),
);

function kindOf(messages: readonly Value[]): Conversation['kind'] | undefined {
  if (messages.length === 0) return undefined;
  if (messages.every(isUiMessage) && messages.some(hasUiParts)) return 'ui';
  return messages.every((one) => isRecord(one) && typeof one['role'] === 'string') && messages.some(hasModelCalls)
    ? 'model'
    : undefined;
}

const isUiMessage = (value: Value): boolean => v.is(UiMessage, value);

/** The parts of a message on a page, for all versions. */
export function partsOf(message: UiMessage): readonly [readonly Value[] | undefined, Path] {
  if (message.parts !== undefined) return [message.parts, ['parts']];
  const stored = v.safeParse(MastraContent, message.content);
  return stored.success ? [stored.output.parts, ['content', 'parts']] : [undefined, []];
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

function hasUiParts(value: Value): boolean {
  const message = v.safeParse(UiMessage, value);
  if (!message.success) return false;
  if ((message.output.toolInvocations?.length ?? 0) > 0) return true;
  const [parts = []] = partsOf(message.output);
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
