/**
 * The records in a posted body, as lines: each JSON value is one line, the elements of a JSON list are one line each. The
 * characters of the values stay as they were sent, so that long numbers keep their digits. A text that is no JSON stays
 * as it is.
 */
export function linesOf(body: string): readonly string[] {
  const text = body.trim();
  if (text === '') return [];
  if (isJson(text)) return text.startsWith('[') ? elementsOf(text) : [text.replaceAll(lineBreaks, ' ')];
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** In JSON they are between tokens only, never inside strings. */
const lineBreaks = /[\r\n]+/g;

/** The elements of a valid JSON list, on one line each, in their own characters. */
export function elementsOf(list: string): readonly string[] {
  const elements: string[] = [];
  let depth = 0;
  let start = 1;
  for (let at = 0; at < list.length; at++) {
    const mark = list[at];
    if (mark === '"') at = endOfString(list, at);
    else if (mark === '[' || mark === '{') depth += 1;
    else if (mark === ']' || mark === '}') depth -= 1;
    if ((mark === ',' && depth === 1) || (mark === ']' && depth === 0)) {
      elements.push(list.slice(start, at).trim().replaceAll(lineBreaks, ' '));
      start = at + 1;
    }
  }
  return elements.filter((element) => element !== '');
}

function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}
