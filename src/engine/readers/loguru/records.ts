import type { TextRange } from '../../model/problem.ts';

/** A record of the text. */
export interface LogRecord extends TextRange {
  /** As in the text: without a zone. */
  readonly time: string;
  readonly level: string;
  readonly name: string;
  readonly function: string;
  readonly line: number;
  /** To the end of the line. */
  readonly message: TextRange;
}

const head = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}) \| ([A-Z]+) *\| ([^\s:|]+):([^\s:|]+):(\d+) - (.*)$/gm;

/** Each record extends to the next one: output between two records belongs to the first. */
export function recordsIn(text: string): readonly LogRecord[] {
  const found = [...text.matchAll(head)];
  return found.map((match, index) => {
    const [whole, time = '', level = '', name = '', fn = '', line = '', said = ''] = match;
    const messageEnd = match.index + whole.length;
    const next = found[index + 1]?.index ?? text.length;
    return {
      time,
      level,
      name,
      function: fn,
      line: Number(line),
      message: { start: messageEnd - said.length, end: messageEnd },
      start: match.index,
      end: endBefore(text, messageEnd, next),
    };
  });
}

/** Without the line breaks in front of the next record. */
function endBefore(text: string, from: number, next: number): number {
  let end = next;
  while (end > from && text.charCodeAt(end - 1) <= 32) end--;
  return end;
}
