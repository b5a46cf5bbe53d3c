import { toJsonWithin } from '../../../model/json.ts';
import { entry, isList, isMap, keysOf, type Value } from '../../../model/value.ts';
import { field } from '../item.ts';

/** One item, opened. Nothing of it is left out: what is no short field is a part. */
export interface ItemDetail {
  readonly place: number;
  /** Short ones: id, status, role, callId, name, … */
  readonly fields: readonly ItemField[];
  /** Content parts, arguments, output, data, and whatever else a provider put there. */
  readonly parts: readonly ItemPart[];
  readonly partCount: number;
}

export interface ItemField {
  readonly name: string;
  readonly text: string;
}

export interface ItemPart {
  /** Where it stands in the item: `content[0]`, `arguments`. */
  readonly name: string;
  /** Of a content part: `output_text`, `input_image`, … */
  readonly type: string | null;
  readonly text: string;
  readonly cut: boolean;
  /** What stands beside the text: `detail`, `filename`, `annotations`, … */
  readonly fields: readonly ItemField[];
}

const longestField = 120;
const maxParts = 60;
/** Characters of a part: at first, and when the whole is wanted. */
const lengths = { beginning: 4000, whole: 400_000 };

export function itemDetail(item: Value, place: number, isWhole: boolean): ItemDetail {
  const room = isWhole ? lengths.whole : lengths.beginning;
  if (!isMap(item)) return { place, fields: [], parts: [partOf('item', item, room)], partCount: 1 };
  const fields: ItemField[] = [];
  const parts: (() => ItemPart)[] = [];
  for (const [name, value] of entriesOf(item)) {
    const short = isSaid(name) ? null : shortText(value);
    if (short !== null) fields.push({ name, text: short });
    else if (isList(value) && isSaid(name)) {
      for (let i = 0; i < value.length; i++) parts.push(() => partOf(`${name}[${i}]`, at(value, i), room));
    } else parts.push(() => partOf(name, value, room));
  }
  return { place, fields, parts: parts.slice(0, maxParts).map((make) => make()), partCount: parts.length };
}

/** What an item is there for, however short. */
const isSaid = (name: string): boolean => ['content', 'summary', 'arguments', 'output', 'data'].includes(name);

const at = (list: Value, index: number): Value => (Array.isArray(list) ? (list[index] ?? null) : null);

function partOf(name: string, value: Value, room: number): ItemPart {
  const type = field(value, 'type') ?? null;
  const own = ownText(value);
  const text = own === null ? toJsonWithin(value, 2, room) : cutTo(own.text, room);
  const fields = own === null || !isMap(value) ? [] : besides(value, own.name);
  return { name, type, ...text, fields };
}

/** What a part says: its own text, and under which name; null where only the whole of it says it. */
function ownText(value: Value): { readonly name: string; readonly text: string } | null {
  if (typeof value === 'string') return { name: '', text: value };
  for (const name of ['text', 'refusal', 'imageUrl', 'fileUrl']) {
    const text = field(value, name);
    if (text !== undefined) return { name, text };
  }
  return null;
}

const besides = (part: Value, textName: string): readonly ItemField[] =>
  entriesOf(part)
    .filter(([name]) => name !== 'type' && name !== textName)
    .map(([name, value]) => ({ name, text: shortText(value) ?? toJsonWithin(value, 0, longestField).text }));

const cutTo = (text: string, room: number) => ({ text: text.slice(0, room), cut: text.length > room });

/** A value that fits on a line of its own; null for anything longer. */
function shortText(value: Value): string | null {
  if (typeof value === 'string') return value.length <= longestField && !value.includes('\n') ? value : null;
  if (value === null || typeof value !== 'object') return String(value);
  const json = toJsonWithin(value, 0, longestField);
  return isMap(value) || isList(value) || json.cut ? null : json.text;
}

function entriesOf(map: Value): readonly (readonly [string, Value])[] {
  if (!isMap(map)) return [];
  return keysOf(map).map((key) => [String(key), entry(map, String(key)) ?? null]);
}
