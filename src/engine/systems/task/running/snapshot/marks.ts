import {
  isList,
  isMap,
  isRecord,
  Unknown,
  type ListValue,
  type MapValue,
  type RecordValue,
  type Value,
} from '../../../../model/value.ts';

/** Deep enough for `capabilities.<function>.inputs[i]`; below that is recorded data, which may contain anything. */
const depth = 4;

/** Contextscope's own JSON writes `{"$unknown": […]}` for unrecorded values, which become unknown again. */
export function withoutMarks(context: MapValue): MapValue {
  const cleaned = clean(context, depth);
  return isMap(cleaned) ? cleaned : {};
}

const isMark = (value: Value): boolean =>
  isRecord(value) &&
  Object.hasOwn(value, '$unknown') &&
  isList(value['$unknown'] ?? null) &&
  Object.keys(value).length === 1;

function clean(value: Value, levels: number): Value {
  if (isMark(value)) return new Unknown([]);
  if (levels === 0) return value;
  if (isRecord(value)) return cleanRecord(value, levels);
  return isList(value) ? cleanList(value, levels) : value;
}

function cleanRecord(record: RecordValue, levels: number): RecordValue {
  let changed = false;
  const entries: [string, Value][] = [];
  for (const [key, value] of Object.entries(record)) {
    const cleaned = clean(value, levels - 1);
    changed ||= cleaned !== value;
    if (!(cleaned instanceof Unknown)) entries.push([key, cleaned]);
  }
  return changed ? Object.fromEntries(entries) : record;
}

function cleanList(list: ListValue, levels: number): ListValue {
  const elements = [...list];
  const cleaned = elements.map((element) => clean(element, levels - 1));
  return cleaned.some((element, i) => element !== elements[i]) ? cleaned : list;
}
