import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { Generated, MastraContent, UiMessage } from './format.ts';

export interface Conversation {
  readonly messages: readonly Value[];
  readonly place: Path;
  readonly kind: 'ui' | 'model';
}

/** How many messages are looked at. */
const sample = 40;

/** A list of messages, or a record around one: the body of a request, a stored chat, what generateText returned. */
export function conversationIn(value: Value): Conversation | undefined {
  const generated = v.safeParse(Generated, value);
  const lists: readonly (readonly [readonly Value[], Path])[] = [
    [elementsOf(value), []],
    [isRecord(value) ? elementsOf(value['messages'] ?? null) : [], ['messages']],
    [generated.success ? generated.output.response.messages : [], ['response', 'messages']],
  ];
  for (const [messages, place] of lists) {
    const kind = kindOf(messages.slice(0, sample));
    if (kind !== undefined) return { messages, place, kind };
  }
  return undefined;
}

function kindOf(messages: readonly Value[]): Conversation['kind'] | undefined {
  if (messages.length === 0) return undefined;
  if (messages.every(isUiMessage) && messages.some(hasUiParts)) return 'ui';
  return messages.every((one) => isRecord(one) && typeof one['role'] === 'string') && messages.some(hasModelCalls)
    ? 'model'
    : undefined;
}

const isUiMessage = (value: Value): boolean => v.is(UiMessage, value);

/** The parts of a message on a page, wherever its version has them. */
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

/** OpenTelemetry has parts of type `text`, too, whose words stand under `content`. */
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
