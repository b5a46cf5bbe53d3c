import { once } from '../../../base/once.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { change, instead } from './habit.ts';
import type { Source } from './source.ts';

/** The factors of letters behind a number in other languages, and the format of grouped digits. */
const inGroups = once(() => new Intl.NumberFormat('en'));
const scales: { readonly [suffix: string]: number } = { k: 1e3, K: 1e3, m: 1e6, M: 1e6, b: 1e9, B: 1e9, G: 1e9 };
const spans: { readonly [suffix: string]: string } = {
  ms: 'ms',
  s: 's',
  sec: 's',
  secs: 's',
  seconds: 's',
  min: 'm',
  mins: 'm',
  minutes: 'm',
  h: 'h',
  hr: 'h',
  hrs: 'h',
  hours: 'h',
};
const days: { readonly [suffix: string]: number } = { d: 24, day: 24, days: 24, w: 168, weeks: 168, week: 168 };

/** `1_000`, `5k`, `10s`, `3d`, `1,000`, `$5`, `5.`, `7L`. */
export function* numbers(source: Source): Generator<Diagnostic> {
  for (const [index, piece] of source.pieces.entries()) {
    if (piece.kind !== 'number') continue;
    const found = numberIn(piece.text) ?? grouped(source, index);
    if (found !== undefined) {
      const part = found.to === undefined ? piece : source.range(index, found.to);
      yield instead(source, { range: part, seen: found.seen, part, edits: [change(part, found.text)] });
    }
    const sign = source.pieces[index - 1];
    if (sign !== undefined && /^[$€£¥]$/.test(sign.text)) {
      const part = source.range(index - 1, index);
      yield instead(source, {
        range: sign,
        seen: 'CEL has no currencies, only numbers',
        part,
        edits: [change(sign, '')],
      });
    }
  }
}

interface FoundNumber {
  readonly seen: string;
  readonly text: string;
  /** The index of its last piece, where it has several. */
  readonly to?: number;
}

function numberIn(text: string): FoundNumber | undefined {
  const match = /^(\d[\d_]*(?:\.[\d_]+)?(?:[eE][+-]?\d+)?)([A-Za-z]*)$/.exec(text);
  const [, written = '', suffix = ''] = match ?? [];
  if (match === null || (!written.includes('_') && (suffix === '' || suffix === 'u' || suffix === 'U')))
    return undefined;
  const digits = written.replaceAll('_', '');
  const scale = scales[suffix];
  const hours = days[suffix];
  if (suffix === '' || suffix === 'u')
    return { seen: 'A number in CEL has no `_` between its digits', text: `${digits}${suffix}` };
  const span = spans[suffix];
  if (span !== undefined)
    return { seen: 'A duration is made from a text in CEL', text: `duration("${digits}${span}")` };
  if (hours !== undefined) {
    return {
      seen: 'A duration is made from a text in CEL, in hours at most',
      text: `duration("${Number(digits) * hours}h")`,
    };
  }
  if (scale !== undefined)
    return { seen: `CEL has no \`${suffix}\` for ${inGroups().format(scale)}`, text: scaled(digits, scale) };
  if (/^[lLnN]$/.test(suffix)) return { seen: `A number in CEL has no \`${suffix}\` behind it`, text: digits };
  if (/^[fFdD]$/.test(suffix)) {
    return {
      seen: `A number in CEL has no \`${suffix}\` behind it`,
      text: digits.includes('.') ? digits : `${digits}.0`,
    };
  }
  return undefined;
}

const scaled = (digits: string, scale: number): string => String(Math.round(Number(digits) * scale));

/** `1,000,000` outside of any list, and `5.` without a digit behind the point. */
function grouped(source: Source, index: number): FoundNumber | undefined {
  const { text, end } = source.pieces[index] ?? { text: '', end: 0 };
  const next = source.pieces[index + 1];
  if (next?.text === '.' && next.start === end && source.kind(index + 2) !== 'word') {
    return { seen: 'A number needs a digit behind its point', text: `${text}.0`, to: index + 1 };
  }
  let to = index;
  while (isGroup(source, to + 1)) to += 2;
  if (to === index || !/^\d{1,3}$/.test(text) || isGroup(source, index - 1)) return undefined;
  return {
    seen: 'A number in CEL has no `,` between its digits',
    text: source.slice(index, to).replaceAll(',', ''),
    to,
  };
}

/** A comma with exactly three digits behind it, and no blank on either side. */
function isGroup(source: Source, index: number): boolean {
  const [before, comma, digits] = [source.pieces[index - 1], source.pieces[index], source.pieces[index + 1]];
  if (comma?.text !== ',' || digits?.kind !== 'number' || !/^\d{3}$/.test(digits.text)) return false;
  return before?.end === comma.start && comma.end === digits.start;
}
