import { toJsonWithin } from '../../../model/json.ts';
import { entry, isList, isMap, keysOf, type Value } from '../../../model/value.ts';
import { field } from '../item.ts';

/** All contents of one item: each entry that is not a short field is a part. */
export interface ItemDetail {
  readonly place: number;
  /** Short fields: id, status, role, callId, name, … */
  readonly fields: readonly ItemField[];
  /** Content parts, arguments, output, data, and further entries of a provider. */
  readonly parts: readonly ItemPart[];
  readonly partCount: number;
}

export interface ItemField {
  readonly name: string;
  readonly text: string;
}

export interface ItemPart {
  /** Its place in the item: `content[0]`, `arguments`. */
  readonly name: string;
  /** The type of a content part: `output_text`, `input_image`, … */
  readonly type: string | null;
  readonly text: string;
  readonly cut: boolean;
  /** Further entries of the part: `detail`, `filename`, `annotations`, … */
  readonly fields: readonly ItemField[];
}

const maxFieldLength = 120;
const maxParts = 60;
/** The character limit of a part: initially, and after the user asks for the full text. */
const limits = { initial: 4000, full: 400_000 };

export function itemDetail(item: Value, place: number, isFull: boolean): ItemDetail {
  const limit = isFull ? limits.full : limits.initial;
  if (!isMap(item)) return { place, fields: [], parts: [partOf('item', item, limit)], partCount: 1 };
  const fields: ItemField[] = [];
  const parts: (() => ItemPart)[] = [];
  for (const [name, value] of entriesOf(item)) {
    const short = isContent(name) ? null : shortText(value);
    if (short !== null) fields.push({ name, text: short });
    else if (isList(value) && isContent(name)) {
      for (let i = 0; i < value.length; i++) parts.push(() => partOf(`${name}[${i}]`, at(value, i), limit));
    } else parts.push(() => partOf(name, value, limit));
  }
  return { place, fields, parts: parts.slice(0, maxParts).map((make) => make()), partCount: parts.length };
}

/** Whether an entry is main content, which is shown as a part even if it is short. */
const isContent = (name: string): boolean => ['content', 'summary', 'arguments', 'output', 'data'].includes(name);

const at = (list: Value, index: number): Value => (Array.isArray(list) ? (list[index] ?? null) : null);

function partOf(name: string, value: Value, limit: number): ItemPart {
  const type = field(value, 'type') ?? null;
  const own = ownText(value);
  const text = own === null ? toJsonWithin(value, 2, limit) : cutTo(own.text, limit);
  const fields = own === null || !isMap(value) ? [] : otherFields(value, own.name);
  return { name, type, ...text, fields };
}

/** The text of a part and the name of its entry; null if only the part's complete JSON represents it. */
function ownText(value: Value): { readonly name: string; readonly text: string } | null {
  if (typeof value === 'string') return { name: '', text: value };
  for (const name of ['text', 'refusal', 'imageUrl', 'fileUrl']) {
    const text = field(value, name);
    if (text !== undefined) return { name, text };
  }
  return null;
}

const otherFields = (part: Value, textName: string): readonly ItemField[] =>
  entriesOf(part)
    .filter(([name]) => name !== 'type' && name !== textName)
    .map(([name, value]) => ({ name, text: shortText(value) ?? toJsonWithin(value, 0, maxFieldLength).text }));

const cutTo = (text: string, limit: number) => ({ text: text.slice(0, limit), cut: text.length > limit });

/** A value that fits on one line; null for anything longer. */
function shortText(value: Value): string | null {
  if (typeof value === 'string') return value.length <= maxFieldLength && !value.includes('\n') ? value : null;
  if (value === null || typeof value !== 'object') return String(value);
  const json = toJsonWithin(value, 0, maxFieldLength);
  return isMap(value) || isList(value) || json.cut ? null : json.text;
}

function entriesOf(map: Value): readonly (readonly [string, Value])[] {
  if (!isMap(map)) return [];
  return keysOf(map).map((key) => [String(key), entry(map, String(key)) ?? null]);
}
