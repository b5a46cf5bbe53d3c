/**
 * What all lines begin with, but for the digits in it: what a program, a runner or a search writes in front of each line of a
 * value, whatever its form is. Undefined where the lines have nothing of the kind, or behind it no value that goes on over them.
 */
export function commonPrefixOf(lines: readonly string[]): RegExp | undefined {
  for (const model of lines.slice(0, candidates)) {
    const pieces = piecesOf(model);
    const shared = lines.map((line) => sharedWith(pieces, line)).toSorted((a, b) => b - a);
    const most = shared[Math.ceil(fairPart * lines.length) - 1] ?? 0;
    const written = wholeOf(pieces.slice(0, most));
    const prefix = written === undefined ? undefined : new RegExp(written, 'y');
    if (prefix !== undefined && hasValueBehind(prefix, lines)) return prefix;
  }
  return undefined;
}

/** Above the value there may be lines of another kind. */
const candidates = 3;
const fairPart = 0.8;
/** Characters of a line that are looked at. */
const longest = 160;

/** Runs of digits and of white space, and single characters. */
const piecesOf = (line: string): readonly string[] => line.slice(0, longest).match(/\d+|[ \t]+|[^]/g) ?? [];

const kindOf = (piece: string): string => (/^\d/.test(piece) ? '0' : /^[ \t]/.test(piece) ? ' ' : piece);

function sharedWith(pieces: readonly string[], line: string): number {
  const own = piecesOf(line);
  const other = pieces.findIndex((piece, index) => kindOf(piece) !== kindOf(own[index] ?? ''));
  return other === -1 ? pieces.length : other;
}

/** The pattern of a prefix that ends where one may, before anything that begins a value; undefined where nothing is left of it. */
function wholeOf(pieces: readonly string[]): string | undefined {
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
  if (text.trim().length < shortest || !/[\p{L}\p{N}]/u.test(text)) return undefined;
  const last = own.length - 1;
  return own
    .map((piece, index) => {
      if (/^\d/.test(piece)) return String.raw`\d+`;
      if (!/^[ \t]/.test(piece)) return piece.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`);
      return index === last ? `[ \\t]{0,${piece.length}}` : index === 0 ? '[ \\t]*' : '[ \\t]+';
    })
    .join('');
}

/** What is shorter stands there by chance. */
const shortest = 3;

/** Lines of a value that goes on over several of them are indented, or close a bracket. */
function hasValueBehind(prefix: RegExp, lines: readonly string[]): boolean {
  const rests = lines.flatMap((line) => {
    prefix.lastIndex = 0;
    const [found] = prefix.exec(line) ?? [];
    return found === undefined ? [] : [line.slice(found.length)];
  });
  const within = rests.filter((rest) => /^(?:[ \t]+\S|[\])}])/.test(rest)).length;
  return rests.length > 2 && within * 2 >= rests.length - 1 && rests.some((rest) => /[[({,:]\s*$/.test(rest));
}
