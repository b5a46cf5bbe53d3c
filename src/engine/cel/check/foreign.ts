/**
 * Functions of other languages, with CEL's equivalent. Each text completes the sentence "`len` is not a CEL function:
 * …".
 */
export const foreignFunctions: ReadonlyMap<string, string> = new Map([
  ['float', 'write `double(x)` for a number with a fraction.'],
  ['number', 'write `double(x)` or `int(x)`.'],
  ['parseInt', 'write `int(x)`.'],
  ['parseFloat', 'write `double(x)`.'],
  ['str', 'write `string(x)`.'],
  ['toString', 'write `string(x)`.'],
  ['len', 'write `size(x)`.'],
  ['length', 'write `size(x)`.'],
  ['count', 'write `size(x)`, or `size(list.filter(x, condition))`.'],
  ['includes', 'write `text.contains("…")` for strings, `value in list` for lists.'],
  ['has_key', 'write `"key" in map`, or `has(map.key)`.'],
  ['keys', 'a macro over a map iterates its keys: `map.exists(key, …)`.'],
  ['get', 'write `map["key"]`, or `map[?"key"].orValue(default)`.'],
  ['any', 'write `list.exists(x, condition)`.'],
  ['some', 'write `list.exists(x, condition)`.'],
  ['every', 'write `list.all(x, condition)`.'],
  ['find', 'write `list.filter(x, condition)[0]`, or `text.indexOf("…")` in strings.'],
  ['index', 'write `text.indexOf("…")`.'],
  ['match', 'write `text.matches("pattern")`.'],
  ['test', 'write `text.matches("pattern")`.'],
  ['lower', 'write `text.lowerAscii()`.'],
  ['toLowerCase', 'write `text.lowerAscii()`.'],
  ['upper', 'write `text.upperAscii()`.'],
  ['toUpperCase', 'write `text.upperAscii()`.'],
  ['startswith', 'write `text.startsWith("…")`.'],
  ['endswith', 'write `text.endsWith("…")`.'],
  ['strip', 'write `text.trim()`.'],
  ['max', 'write `math.greatest(a, b)`.'],
  ['min', 'write `math.least(a, b)`.'],
  ['abs', 'write `math.abs(x)`.'],
  ['round', 'write `math.round(x)`.'],
  ['now', '`now` is a variable, without brackets.'],
]);

/** The same for names of values. */
export const foreignNames: ReadonlyMap<string, string> = new Map([
  ['None', '`null`'],
  ['nil', '`null`'],
  ['undefined', '`null`, or `has(a.b)` to test whether a field exists'],
  ['NULL', '`null`'],
  ['True', '`true`'],
  ['TRUE', '`true`'],
  ['False', '`false`'],
  ['FALSE', '`false`'],
]);

/** Fields of lists and strings in other languages. */
export const foreignFields: ReadonlyMap<string, string> = new Map([
  ['length', 'size'],
  ['size', 'size'],
  ['count', 'size'],
  ['len', 'size'],
]);
