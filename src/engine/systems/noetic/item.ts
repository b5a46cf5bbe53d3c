import { entry, isList, isMap, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Refusal } from './refusal.ts';

/** The types that the log accepts without registration. Any other type must be registered with a schema. */
const knownItemTypes: readonly string[] = [
  'message',
  'function_call',
  'function_call_output',
  'reasoning',
  'web_search_call',
  'file_search_call',
  'image_generation_call',
];

const providerPrefix = 'openrouter:';

/**
 * The reason why the log refuses an item; null if it accepts the item. Only the type is checked: not the id, the
 * status, the role, or the call of an output.
 */
export function refusedItem(item: Value | undefined, registered: readonly string[]): Refusal | null {
  if (!isRecord(item)) return { kind: 'invalid_item', message: 'An item must be an object.' };
  const type = typeOf(item);
  if (type === undefined || type === '') return { kind: 'invalid_item', message: 'An item must have a type.' };
  if (isAccepted(type, registered)) return null;
  const message = `No schema is registered for items of the type “${type}”.`;
  return { kind: 'item_schema_mismatch', category: 'item', itemType: type, message };
}

export const isAccepted = (type: string, registered: readonly string[]): boolean =>
  knownItemTypes.includes(type) || type.startsWith(providerPrefix) || registered.includes(type);

export const typeOf = (item: Value): string | undefined => field(item, 'type');
export const roleOf = (item: Value): string | undefined => field(item, 'role');

/** The text in an entry; undefined for any other value. */
export function field(item: Value, name: string): string | undefined {
  const value = isMap(item) ? entry(item, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The text of a message: its text parts and refusals, concatenated. */
export function textOf(item: Value): string {
  const content = isMap(item) ? entry(item, 'content') : undefined;
  if (typeof content === 'string') return content;
  if (content === undefined || !isList(content)) return '';
  const texts: string[] = [];
  for (const part of content) texts.push(field(part, 'text') ?? field(part, 'refusal') ?? '');
  return texts.join('');
}

/** The user message that a model step creates from its text input. */
export const userMessage = (id: string, text: string): RecordValue => ({
  id,
  status: 'completed',
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text }],
});

/** The text of the last assistant message, which the library returns from a model step. */
export function lastAssistantText(items: readonly Value[]): string {
  const message = items.findLast((item) => typeOf(item) === 'message' && roleOf(item) === 'assistant');
  return message === undefined ? '' : textOf(message);
}
