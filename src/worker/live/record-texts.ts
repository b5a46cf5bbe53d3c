/**
 * The records in a text that a program has sent, each with the end of its line: each JSON value is one line, the elements of a JSON list
 * are one line each. The characters of the values stay as they were sent, so that long numbers keep their digits. A text
 * that is no JSON is one record as it is, because its blank lines may separate paragraphs. Of very many
 * lines, only `most` and one more are read.
 */
export function recordsOf(body: string, most = Number.POSITIVE_INFINITY): readonly string[] {
  const text = body.trim();
  if (text === '') return [];
  const lines = isJson(text)
    ? text.startsWith('[')
      ? elementsOf(text)
      : [text.replaceAll(lineBreaks, ' ')]
    : linesOfJson(text, most);
  if (lines === null) return [body.endsWith('\n') ? body : `${body}\n`];
  return lines.map((line) => `${line}\n`);
}

/** The lines of a text without the blank ones, up to one more than `most`, if each is JSON; null for other texts. */
function linesOfJson(text: string, most: number): readonly string[] | null {
  const lines: string[] = [];
  // One after the other: a large text may have more lines than memory has room for.
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    if (line.trim() === '') continue;
    if (!isJson(line)) return null;
    if (lines.push(line) > most) break;
  }
  return lines;
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
