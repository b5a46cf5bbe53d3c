/** CEL counts text in code points; JavaScript in UTF-16 units. They differ only where there are surrogates. */
const surrogate = /[\ud800-\udfff]/;

const hasSurrogates = (text: string): boolean => surrogate.test(text);

export const codePoints = (text: string): string[] => Array.from(text);

export function codePointCount(text: string): number {
  if (!hasSurrogates(text)) return text.length;
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const next = unit >= 0xd800 && unit <= 0xdbff ? text.charCodeAt(i + 1) : 0;
    if (next >= 0xdc00 && next <= 0xdfff) i++;
    count++;
  }
  return count;
}

/** A text by code points: positions in it, and parts of it. Text without surrogates is not converted. */
export class Characters {
  private readonly text: string;
  private readonly points: readonly string[] | null;
  readonly length: number;
  constructor(text: string) {
    this.text = text;
    this.points = hasSurrogates(text) ? codePoints(text) : null;
    this.length = this.points?.length ?? text.length;
  }

  slice(start: number, end: number): string {
    return this.points === null ? this.text.slice(start, end) : this.points.slice(start, end).join('');
  }

  /** The UTF-16 unit at which a code point begins. */
  unitOf(position: number): number {
    if (this.points === null) return position;
    let unit = 0;
    for (let i = 0; i < position; i++) unit += this.points[i]?.length ?? 0;
    return unit;
  }

  /** The code point that begins at a UTF-16 unit; -1 stays -1. */
  positionOf(unit: number): number {
    return unit < 0 || this.points === null ? unit : codePointCount(this.text.slice(0, unit));
  }
}

const whiteSpace = /\p{White_Space}/u;

export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && whiteSpace.test(text[start] ?? '')) start++;
  while (end > start && whiteSpace.test(text[end - 1] ?? '')) end--;
  return text.slice(start, end);
}
