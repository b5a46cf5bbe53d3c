import type { Role, Start } from './dialect.ts';

/** The words before messages that say who speaks. */
const labels = {
  user: 'user|human|customer|client|caller|you|me|you said',
  assistant:
    'assistant|ai|ai assistant|agent|bot|chatbot|model|chatgpt|claude|gemini|copilot|github copilot|cursor|virtual assistant|chatgpt said|gemini said|copilot said',
  system: 'system|system prompt|system message',
  tool: 'tool|function|tool result',
  other: 'supervisor|manager|moderator|narrator|interviewer|human agent|live agent|team lead',
} as const;

const roleOf: ReadonlyMap<string, Role> = new Map(
  (['user', 'assistant', 'system', 'tool', 'other'] as const).flatMap((role) =>
    labels[role].split('|').map((label) => [label, role] as const),
  ),
);

/** Labels that are common in other texts, too. */
const common = new Set('client caller you me agent bot model'.split(' '));

export const isCommon = (label: string): boolean => common.has(label.toLowerCase());

const date = String.raw`\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}`;
const clock = String.raw`\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?[AP]M)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?`;
const moment = String.raw`(?:${date}(?:,? |T))?${clock}|${date}|\d{4,13}(?:\.\d{1,9})?`;
/** A time before a label, perhaps in brackets, and what separates them. */
const time = String.raw`[[(]?(?<time>${moment})(?=[\])\s])[\])]?[ \t]?(?:[-|] )?`;
/** A time in brackets behind a label. */
const timeBehind = String.raw` [[(](?<behind>${moment})[\])]`;

/**
 * `User: hi`, `**User:** hi`, `[10:02:13] User: hi`, `User (10:02): hi`; `[USER]`; `## User`, `### 👤 User`, `**User**`,
 * `## User (10:02)`. One text has one of these.
 */
const forms: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:${time})?(?:\*\*|__)?(?<label>[A-Za-z]+(?: [A-Za-z]+)?)(?:\*\*|__)?(?:${timeBehind})?:(?:\*\*|__)?(?:[ \t]+|$)`,
  ),
  /^\[(?<label>[A-Za-z]+(?: [A-Za-z]+)?)\]:?(?:[ \t]+|$)/,
  new RegExp(
    String.raw`^(?:#{1,6} (?:[^\w\s]{1,4} )?(?:\*\*)?|\*\*|__)(?<label>[A-Za-z]+(?: [A-Za-z]+)?)(?:\*\*|__)?(?:${timeBehind})?:?[ \t]*$`,
  ),
];

/** A title, a line in italics, a rule, a comment, or what the page of ChatGPT has at its top may precede the first message. */
const preface =
  /^(?:#{1,6} .*|_.*_|-{3,}|\*{3,}|<!--.*-->|Skip to content|This is a copy of a conversation between .*|Report conversation)?$/;

/** A line that begins a message behind a label. */
export interface Labelled extends Start {
  readonly label: string;
  readonly text: string;
  readonly index: number;
}

/** The lines that begin messages, and those with labels that code blocks quote. */
export interface LabelledLines {
  readonly starts: readonly Labelled[];
  readonly quoted: readonly Labelled[];
  /** Numbers of the lines in blocks of code. */
  readonly inCode: ReadonlySet<number>;
}

/** Undefined for a text that does not begin with a labelled message. */
export function labelledLines(lines: readonly string[]): LabelledLines | undefined {
  const form = forms.find((one) => {
    const first = lines.slice(0, 20).findIndex((line) => startBy(one, line, 0) !== undefined);
    return first !== -1 && lines.slice(0, first).every((line) => preface.test(line.trim()));
  });
  if (form === undefined) return undefined;
  const inCode = fencedLines(lines);
  const found = lines.flatMap((line, index) => startBy(form, line, index) ?? []);
  const outside = found.filter(({ index }) => !inCode.has(index));
  const isOwn = spelledLike(outside);
  const known = outside.filter(isOwn);
  return {
    starts: [...known, ...timedLines(lines, known, inCode)].toSorted((a, b) => a.index - b.index),
    quoted: found.filter((one) => inCode.has(one.index) && isOwn(one)),
    inCode,
  };
}

function startBy(form: RegExp, line: string, index: number): Labelled | undefined {
  const match = form.exec(line);
  const { label = '', time: before, behind } = match?.groups ?? {};
  const role = roleOf.get(label.toLowerCase());
  if (match === null || role === undefined) return undefined;
  const from = match[0].length;
  // On the pages of ChatGPT and Copilot this is a heading; in prose words follow it.
  if (label.endsWith(' said') && line.slice(from).trim() !== '') return undefined;
  return {
    role,
    from,
    time: before ?? behind,
    label,
    name: role === 'other' ? label : undefined,
    text: line.slice(from),
    index,
  };
}

/** Where the labels are in capitals, other spellings are words of a message. */
function spelledLike([first]: readonly Labelled[]): (one: Labelled) => boolean {
  const isCapital = first !== undefined && first.label.length > 2 && first.label === first.label.toUpperCase();
  return ({ label }) => !isCapital || label === label.toUpperCase();
}

const name = String.raw`\p{L}[\p{L}\w .'-]{0,40}`;
const timedForms = [
  new RegExp(String.raw`^(?<before>${time})(?:(?<label>${name}):[ \t]+)?\S`, 'u'),
  new RegExp(String.raw`^(?<label>${name})${timeBehind}:[ \t]+\S`, 'u'),
];

/** Lines that begin with a time in the form of the messages’ times: other speakers, and lines of the program itself. */
function timedLines(
  lines: readonly string[],
  known: readonly Labelled[],
  inCode: ReadonlySet<number>,
): readonly Labelled[] {
  const shapes = new Set(known.flatMap(({ time: at, index }) => (at === undefined ? [] : [shapeOf(lines[index], at)])));
  const taken = new Set(known.map(({ index }) => index));
  return lines.flatMap((line, index) => {
    if (taken.has(index) || inCode.has(index)) return [];
    const match = timedForms.map((form) => form.exec(line)).find((one) => one !== null);
    const { before, time: first, behind, label } = match?.groups ?? {};
    const at = first ?? behind;
    // A short time without brackets may also begin a line of a schedule.
    const isTime = at !== undefined && shapes.has(shapeOf(line, at)) && (at.length >= 8 || before !== at);
    if (!isTime) return [];
    const role = label === undefined ? 'aside' : 'other';
    return [{ role, from: 0, time: at, label: label ?? '', name: label, text: line, index } as const];
  });
}

/** A time with one digit in place of each number, and the character before it. */
const shapeOf = (line: string | undefined, at: string): string =>
  `${line?.[line.indexOf(at) - 1] ?? ''}${at.replaceAll(/\d+/g, '0')}`;

const monthFirst =
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4}), (?<hour>\d{1,2}):(?<rest>\d\d(?::\d\d)?) ?(?<half>[AP])M$/;

/** `3/2/2026, 9:14:03 PM`, as JavaScript writes a date for readers in the USA. */
export const isMonthFirst = (at: string | undefined): boolean => at !== undefined && monthFirst.test(at);

/** A time in the form of ISO 8601, where it is a date and a time; any other as it is. */
export function isoTime(at: string): string {
  const { month = '', day = '', year, hour, rest = '', half } = monthFirst.exec(at)?.groups ?? {};
  if (year === undefined)
    return at
      .replace(/^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d)(?=$|Z|[ +-])/, '$1:00')
      .replace(',', '.')
      .replace(/ UTC$/, 'Z');
  const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0);
  const two = (part: string | number) => String(part).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)} ${two(hours)}:${rest.length === 2 ? `${rest}:00` : rest}`;
}

/** Lines of code blocks. A block without an end is no block: what follows it would be lost. */
function fencedLines(lines: readonly string[]): ReadonlySet<number> {
  const inside = new Set<number>();
  let open: { readonly fence: string; readonly index: number } | undefined;
  lines.forEach((line, index) => {
    const { fence, info = '' } = /^\s*(?<fence>`{3,}(?!`)|~{3,}(?!~))(?<info>[^`]*)$/.exec(line)?.groups ?? {};
    if (fence === undefined || (open !== undefined && !fence.startsWith(open.fence))) return;
    // A fence with the name of a language cannot close a block, so the one before it was never closed.
    if (open === undefined || info.trim() !== '') open = { fence, index };
    else {
      for (let at = open.index; at <= index; at++) inside.add(at);
      open = undefined;
    }
  });
  return inside;
}
