import type { Path } from '../model/path.ts';
import type { TextRange } from '../model/problem.ts';
import type { Document } from '../readers/document.ts';
import { json } from '../readers/json/index.ts';
import type { Lines } from '../readers/lines.ts';

/**
 * The range in the text of a note's place: a path in the form of `formatPath`, or `line 3, column 7`. Null when there
 * is none.
 */
export function rangeOfPlace(place: string, document: Document, lines: Lines): TextRange | null {
  const position = /^line (\d+), column (\d+)$/.exec(place);
  if (position !== null) return rangeAt(Number(position[1]), Number(position[2]), lines);
  const path = pathIn(place);
  return path === null ? null : document.locate(path);
}

/** From there to the end of the line: the beginning of a fault is known, its end is not. */
function rangeAt(number: number, column: number, lines: Lines): TextRange | null {
  const line = lines.line(number);
  if (line === undefined || column < 1 || line.start + column - 1 > line.end) return null;
  const start = line.start + column - 1;
  return { start, end: Math.max(line.end, Math.min(start + 1, lines.text.length)) };
}

const step = /\.?([A-Za-z_]\w*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

/** The inverse of `formatPath`, except for paths that begin with a function's result, which is in no text. */
function pathIn(place: string): Path | null {
  const path: (string | number)[] = [];
  for (let at = 0; at < place.length; at = step.lastIndex) {
    step.lastIndex = at;
    const found = step.exec(place);
    if (found === null) return null;
    const [, name, index, quoted = ''] = found;
    const key = name ?? (index === undefined ? textIn(quoted) : Number(index));
    if (key === undefined) return null;
    path.push(key);
  }
  return path;
}

function textIn(quoted: string): string | undefined {
  const read = json.read(quoted);
  return read.ok && typeof read.value.value === 'string' ? read.value.value : undefined;
}
