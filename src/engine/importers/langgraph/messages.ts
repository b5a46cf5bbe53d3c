import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { entriesAt } from '../../importing/values/where.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { isAnyMessage, printedRole, type TypeName } from '../../importing/messages/message-spelling.ts';

export interface PlacedMessage extends Placed {
  /** The message was joined from pieces, so the parts inside it have no place under the first piece. */
  readonly isJoined?: boolean;
  /** The places of its pieces. */
  readonly pieces?: readonly Path[];
  /** The node that wrote it, where the recording names it. */
  readonly writtenBy?: string;
}

/** The fields of a message; for a serialised constructor, its arguments. */
export function fieldsOf({ value }: PlacedMessage): RecordValue | undefined {
  if (!isRecord(value)) return undefined;
  const { kwargs } = value;
  return kwargs !== undefined && isRecord(kwargs) ? kwargs : value;
}

export function idOf(message: PlacedMessage): string | undefined {
  const id = fieldsOf(message)?.['id'];
  return typeof id === 'string' ? id : undefined;
}

/**
 * One message or a list of messages. With `strictly`, only LangChain's, because other formats have lists of `{role, content}`
 * too.
 */
export function messagesIn(
  value: Value | undefined,
  place: Path,
  typeName: TypeName,
  strictly: boolean,
): readonly PlacedMessage[] | undefined {
  if (value === undefined) return undefined;
  const is = strictly ? isMessage : isAnyMessage;
  if (!isList(value)) return is(value, typeName) ? [{ value, place }] : undefined;
  const list = elementsOf(value);
  if (strictly && list.length === 0) return undefined;
  // A list that was cut off ends in an incomplete message.
  const areAll = list.every((one, index) => is(one, typeName) || (index > 0 && index === list.length - 1));
  return areAll ? entriesAt({ value, place }, '') : undefined;
}

const messageClass = /^(?:(?:Human|AI|Tool)Message(?:Chunk)?|(?:System|Function)Message)$/;

/** The value of `type` in LangChain's dictionaries. */
const messageTypes: ReadonlySet<string> = new Set(['human', 'ai', 'system', 'tool', 'function', 'AIMessageChunk']);

/**
 * A LangChain message: recognised by its class, as a serialised constructor, by its type or its printed fields, or as a pair of
 * role and text.
 */
export function isMessage(value: Value, typeName: TypeName): boolean {
  if (!isRecord(value)) return isAnyMessage(value);
  if (messageClass.test(typeName(value) ?? '')) return true;
  if (typeName(value) === undefined && printedRole(value) !== undefined) return true;
  const { id, type, lc } = value;
  if (lc !== undefined && Array.isArray(id)) {
    const name = (id as readonly Value[]).at(-1); // narrowed to any[]
    return typeof name === 'string' && messageClass.test(name);
  }
  // A coding agent's remark about itself also has a type and a content.
  if (value['role'] !== undefined || 'subtype' in value) return false;
  return typeof type === 'string' && messageTypes.has(type) && isAnyMessage(value);
}
