/** The length of a line's prefix at an offset; 0 when there is none. */
export type LinePrefix = (text: string, offset: number) => number;

/**
 * The common beginning of all lines, except for its digits: text that a program, a test runner or a search writes in
 * front of each line of a value, in any form. Undefined when the lines have none, or when no value over several lines
 * follows it.
 */
export function commonPrefixOf(lines: readonly string[]): LinePrefix | undefined {
  for (const model of lines.slice(0, candidates)) {
    const pieces = piecesOf(model);
    const shared = lines.map((line) => sharedWith(pieces, line)).toSorted((a, b) => b - a);
    const most = shared[Math.ceil(fairPart * lines.length) - 1] ?? 0;
    const whole = wholeOf(pieces.slice(0, most));
    if (whole === undefined) continue;
    const prefix: LinePrefix = (text, offset) => lengthOf(whole, text, offset);
    if (hasValueBehind(prefix, lines)) return prefix;
  }
  return undefined;
}

/** Lines of another kind may be above the value. */
const candidates = 3;
const fairPart = 0.8;
/** Characters of a line that are looked at. */
const longest = 160;

/** Runs of digits and of white space, and single characters. */
const piecesOf = (line: string): readonly string[] => line.slice(0, longest).match(/\d+|[ \t]+|[^]/g) ?? [];

/** One character for all digits, one for all blanks, and each other character unchanged. */
const kindOf = (piece: string): string => (/^\d/.test(piece) ? '0' : /^[ \t]/.test(piece) ? ' ' : piece);

function sharedWith(pieces: readonly string[], line: string): number {
  const own = piecesOf(line);
  const other = pieces.findIndex((piece, index) => kindOf(piece) !== kindOf(own[index] ?? ''));
  return other === -1 ? pieces.length : other;
}

/**
 * The pieces of a prefix up to a possible end, before anything that begins a value; undefined when nothing is left of
 * it.
 */
function wholeOf(pieces: readonly string[]): readonly string[] | undefined {
  const open: number[] = [];
  let end = pieces.length;
  for (const [index, piece] of pieces.entries()) {
    if (/^[{'"]/.test(piece)) {
      end = index;
      break;
    }
    if (/^[[(<]/.test(piece)) open.push(index);
    else if (/^[\])>]/.test(piece)) open.pop();
  }
  const own = pieces.slice(0, Math.min(end, ...open.filter((at) => at < end)));
  while (own.length > 0 && !/^[\s:|\])>\-→]/.test(own.at(-1) ?? '')) own.pop();
  const text = own.join('');
  return text.trim().length < shortest || !/[\p{L}\p{N}]/u.test(text) ? undefined : own;
}

/** A shorter prefix is a coincidence. */
const shortest = 3;

/**
 * The length of a prefix that matches these pieces. A run of digits may have any length. So may blanks, and at the
 * start of a line there may be none. At the end, only as many blanks as in the pieces belong to the prefix, because the
 * value may be indented.
 */
function lengthOf(pieces: readonly string[], text: string, offset: number): number {
  let at = offset;
  for (const [index, piece] of pieces.entries()) {
    const kind = kindOf(piece);
    const isLast = index === pieces.length - 1;
    const most = kind === '0' || (kind === ' ' && !isLast) ? Infinity : piece.length;
    const least = kind === ' ' && (index === 0 || isLast) ? 0 : 1;
    let length = 0;
    while (length < most && kindOf(text.charAt(at + length)) === kind) length += 1;
    if (length < least) return 0;
    at += length;
  }
  return at - offset;
}

/** Lines inside a value are indented, or close a bracket. */
function hasValueBehind(prefix: LinePrefix, lines: readonly string[]): boolean {
  const rests = lines.flatMap((line) => {
    const length = prefix(line, 0);
    return length === 0 ? [] : [line.slice(length)];
  });
  const within = rests.filter((rest) => /^(?:[ \t]+\S|[\])}])/.test(rest)).length;
  // Two lines are a value only if it begins right behind the prefix.
  const isEnough = rests.length > 2 || (rests.length === 2 && /^[[({]/.test(rests[0] ?? ''));
  return isEnough && within * 2 >= rests.length - 1 && rests.some((rest) => /[[({,:]\s*$/.test(rest));
}
