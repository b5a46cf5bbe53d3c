import { toJson } from '../../model/json.ts';
import { Double, elementAt, entry, isList, isMap, keysOf, type Value } from '../../model/value.ts';

/** A value within a text, in the form of `str()`; `js`: in the form of a template literal. */
export function wordsOf(value: Value, js: boolean): string {
  if (typeof value === 'string') return value;
  return js ? scriptWords(value) : pythonWords(value);
}

function scriptWords(value: Value): string {
  if (value instanceof Double) return String(value.value);
  if (value === null || typeof value !== 'object') return String(value);
  if (isList(value)) return [...value].map((element) => (element === null ? '' : wordsOf(element, true))).join(',');
  return isMap(value) ? '[object Object]' : toJson(value);
}

/** The form of `repr()`. */
export function pythonWords(value: Value): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return quoted(value);
  if (value instanceof Double) return numeral(value.value);
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : numeral(value);
  if (typeof value === 'bigint') return String(value);
  if (isList(value)) return `[${[...value].map(pythonWords).join(', ')}]`;
  if (value instanceof Uint8Array) return `b${quoted(String.fromCharCode(...value.subarray(0, 1000)))}`;
  if (!isMap(value)) return toJson(value);
  return `{${keysOf(value)
    .map((key) => `${pythonWords(key)}: ${pythonWords(typeof key === 'string' ? (entry(value, key) ?? null) : null)}`)
    .join(', ')}}`;
}

const numeral = (value: number): string => {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return Number.isInteger(value) && Math.abs(value) < 1e16 ? value.toFixed(1) : String(value);
};

/** Single quotes, unless the text has some and no double ones. */
function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(quote, `\\${quote}`);
  return quote + escaped + quote;
}

/** Truth of a value: Python's empty lists and objects are false, JavaScript's are true. */
export function isTrue(value: Value, js: boolean): boolean {
  if (value === null || value === false || value === 0 || value === '') return false;
  if (value instanceof Double) return value.value !== 0 && !Number.isNaN(value.value);
  if (typeof value === 'number') return !Number.isNaN(value);
  if (js) return true;
  if (isList(value)) return value.length > 0;
  return !isMap(value) || keysOf(value).length > 0;
}

/** An element by its number, from the end for a negative one, or an entry by its key. */
export function elementOf(value: Value, index: Value): Value | undefined {
  const number = index instanceof Double ? index.value : index;
  if (typeof number === 'number' && Number.isInteger(number)) {
    if (typeof value === 'string') return value.at(number);
    return isList(value) ? elementAt(value, number < 0 ? value.length + number : number) : undefined;
  }
  return typeof index === 'string' && isMap(value) ? entry(value, index) : undefined;
}
