import { err, ok, type Result } from '../../../base/result.ts';
import type { Dialect, Start } from './dialect.ts';
import { isMonthFirst, isoTime, labelledLines, type Labelled, type LabelledLines, isCommon } from './labels.ts';

/** A chat with a label before each message; why a text with such labels is none; undefined for a text without labels of both sides. */
export function labelledChat(lines: readonly string[]): Result<Dialect, string> | undefined {
  const found = labelledLines(lines);
  const isOf = (role: string) => found?.starts.some((one) => one.role === role) === true;
  if (found === undefined || !isOf('user') || !isOf('assistant') || areValues(found.starts)) return undefined;
  const reason = whyNoChat(spokenIn(found.starts, lines), lines);
  if (reason === undefined) return ok(dialectOf(lines, found));
  const labels = quotedWords(found.starts.flatMap(({ label, role }) => (role === 'aside' ? [] : [label])));
  return err(`Lines of this text begin with ${labels}, but it is not a chat. ${reason}`);
}

/** Printed values behind the labels: other readers know what they are. */
const areValues = (starts: readonly Labelled[]): boolean =>
  2 * starts.filter(({ text }) => /^[[{]['"[{]/.test(text)).length > starts.length;

function dialectOf(lines: readonly string[], { starts, quoted, inCode }: LabelledLines): Dialect {
  const isCursor = lines.slice(0, 5).some((line) => /^_Exported on .{1,80} from Cursor /.test(line));
  const byLine = new Map(
    starts.map((one) => [one.index, { ...one, time: one.time === undefined ? undefined : isoTime(one.time) }]),
  );
  const after = nextFilled(lines);
  const isBeforeStart = (index: number) => byLine.has(after[index] ?? -1);
  const isMark = (line: string, index: number) =>
    zedMarks.has(line) && (isBeforeStart(index) || after[index] === lines.length);
  const isZed = lines.some((line, index) => zedTool.test(line) || isMark(line, index));
  const isRule = (line: string, index: number) =>
    line === '---' && (isBeforeStart(index) || after[index] === lines.length);
  // A heading of its page that only a screen reader reads, but that is copied with the chat.
  const isChatGpt = starts.some(({ label }) => label === 'ChatGPT said');
  const program = isCursor ? 'Cursor' : isZed ? 'Zed' : isChatGpt ? 'ChatGPT' : undefined;
  return {
    ...(program !== undefined && { program }),
    start: (line, open, index) =>
      byLine.get(index) ??
      toolOf(line) ??
      ((open === undefined && line.trim() !== '') || isMark(line, index) ? { role: 'aside', from: 0 } : undefined),
    // Rules between messages are not part of them.
    ...(isCursor && { clean: (line: string, _: unknown, index: number) => (isRule(line, index) ? '' : line) }),
    notes: [
      ...(program === undefined ? [speakers(starts)] : []),
      ...(program === undefined ? otherLabels(lines, (index) => byLine.has(index) || inCode.has(index)) : []),
      ...quotedLabels(quoted),
      ...monthsFirst(starts),
    ],
  };
}

/** For each line, the number of the next line that is not blank; the number of lines behind the last. */
function nextFilled(lines: readonly string[]): readonly number[] {
  const after: number[] = [];
  let next = lines.length;
  for (let index = lines.length - 1; index >= 0; index--) {
    after[index] = next;
    if (lines[index]?.trim() !== '') next = index;
  }
  return after;
}

/** A use of a tool within an answer. https://github.com/zed-industries/zed/blob/main/crates/agent/src/thread.rs (`to_markdown`) */
const zedTool = /^\*\*Tool (?<what>Use|Result)\*\*: (?<name>[^\n]{1,200}) \(ID: (?<id>[^()\n]{1,200})\)$/;

function toolOf(line: string): Start | undefined {
  const { what, name, id } = zedTool.exec(line)?.groups ?? {};
  return what === undefined ? undefined : { role: what === 'Use' ? 'call' : 'result', from: line.length, name, id };
}

/** The user let the agent continue; the conversation was compacted. */
const zedMarks = new Set(['[resume]', '--- Context Compacted ---']);

type DialectNote = NonNullable<Dialect['notes']>[number];

function speakers(starts: readonly Labelled[]): DialectNote {
  const of = (role: string) => quotedWords(starts.filter((one) => one.role === role).map(({ label }) => label));
  return {
    severity: 'assumed',
    code: 'reader/speakers',
    message: `Nothing in the text says which program wrote it: ${of('user')} was read as the user, ${of('assistant')} as the model.`,
    line: starts[0]?.index ?? 0,
  };
}

function quotedLabels([first, ...others]: readonly Labelled[]): readonly DialectNote[] {
  if (first === undefined) return [];
  const lines = others.length === 0 ? 'A line' : `${others.length + 1} lines`;
  const message = `${lines} with the label of a speaker inside a block of code: read as part of the message that quotes it.`;
  return [{ severity: 'assumed', code: 'reader/quoted-labels', message, line: first.index }];
}

function monthsFirst(starts: readonly Labelled[]): readonly DialectNote[] {
  const first = starts.find(({ time }) => isMonthFirst(time));
  if (first === undefined) return [];
  const message = 'Times with AM and PM were read in the order of the USA: the month first.';
  return [{ severity: 'assumed', code: 'reader/month-first', message, line: first.index }];
}

/** A word and a colon at the beginning of a line, which may be another speaker. */
const otherLabel = /^(?<label>[A-Z][\p{L}'-]{1,20}(?: [A-Z][\p{L}'-]{1,20})?):[ \t]+\S/u;
const notSpeakers = new Set(
  'note warning tip hint example answer question summary result results source date time name address email phone total price status order subject from to step option edit update output input error title description important remember yes no id url version type size'.split(
    ' ',
  ),
);

function otherLabels(lines: readonly string[], isKnown: (index: number) => boolean): readonly DialectNote[] {
  const found = lines.flatMap((line, index) => {
    const label = isKnown(index) ? undefined : otherLabel.exec(line)?.groups?.['label'];
    return label === undefined || notSpeakers.has(label.toLowerCase()) ? [] : [{ label, index }];
  });
  const [first] = found;
  if (first === undefined) return [];
  const message = `Lines that begin with ${quotedWords(found.map(({ label }) => label))} were read as part of the message above them. If these are other speakers, their words are not the model’s.`;
  return [{ severity: 'assumed', code: 'reader/other-labels', message, line: first.index }];
}

function quotedWords(words: readonly string[]): string {
  const all = [...new Set(words)];
  const shown = all.slice(0, 4).map((word) => `“${word}”`);
  return `${shown.join(', ')}${all.length > shown.length ? ', …' : ''}`;
}

/** A labelled message with its whole text. */
interface Spoken extends Labelled {
  readonly said: string;
}

const spokenIn = (starts: readonly Labelled[], lines: readonly string[]): readonly Spoken[] =>
  starts.map((start, nth) => {
    const below = lines.slice(start.index + 1, starts[nth + 1]?.index ?? lines.length);
    return { ...start, said: [start.text, ...below].join('\n').trim() };
  });

/** Why a text with labels of both sides is no chat, as a sentence; undefined for a chat. */
function whyNoChat(spoken: readonly Spoken[], lines: readonly string[]): string | undefined {
  if (2 * spoken.filter(({ role }) => role === 'aside').length > spoken.filter(({ role }) => role !== 'aside').length)
    return 'Many lines have a time but no label, as in a log.';
  const sides = spoken.filter(({ role }) => role === 'user' || role === 'assistant');
  const names = sides.map(({ label }) => label.toLowerCase());
  const isRepeated = new Set(names).size < names.length;
  // Labels that only chats have, by turns, are a chat, whatever its messages say.
  const isDoubtful = !isRepeated || names.some(isCommon);
  if (isDoubtful && lines.some((line) => sceneOrCut.test(line))) return 'It has the directions of a screenplay.';
  const field = isDoubtful ? fieldOfForm(spoken, lines) : undefined;
  if (field !== undefined) return `“${field}” is right below one of them, as in a form or a letter.`;
  if (!isRepeated && !isExchange(spoken, sides))
    return 'Each of them is there only once, as in a form or in settings, not by turns.';
  const isSaid = (role: string) => sides.some((one) => one.role === role && one.said !== '');
  if (!isSaid('user') || !isSaid('assistant')) return 'One side says nothing.';
  if (names.some(isCommon) && sides.every(isValue))
    return 'Each of them has a single word behind it, as in a list of values.';
  return undefined;
}

/** A single word without a time that people do not say alone. */
const isValue = ({ said, time }: Spoken): boolean =>
  time === undefined && !/[\s.!?]/.test(said) && !/^(?:hi|hello|hey|bye|yes|no|ok|okay|thanks|sure|fine)$/i.test(said);

/** https://en.wikipedia.org/wiki/Screenplay#Format_and_style */
const sceneOrCut = /^(?:(?:INT|EXT)\. ?[A-Z]|(?:CUT TO|FADE IN|FADE OUT)[:.])/;

/** One question and its answer: labels that only chats have, with instructions before them. */
function isExchange(spoken: readonly Spoken[], sides: readonly Spoken[]): boolean {
  const last = spoken.findLastIndex(({ role }) => role === 'system');
  return (
    sides.length === 2 &&
    last < spoken.findIndex(({ role }) => role === 'user' || role === 'assistant') &&
    sides.every(({ label }) => !isCommon(label) && label !== label.toLowerCase())
  );
}

/** A field of letters and forms. */
const formField =
  /^(?<field>from|to|cc|date|subject|re|host|port|present|attendees|priority|status|version|phone|e-?mail|address):[ \t]+\S/i;

/** Such a field right below one of the first labels, with a few words that are no sentence. */
function fieldOfForm(spoken: readonly Spoken[], lines: readonly string[]): string | undefined {
  for (const { index, text } of spoken.slice(0, 2)) {
    const field = formField.exec(lines[index + 1] ?? '')?.groups?.['field'];
    const isShort = text.trim().split(/\s+/).length <= 6 && !/[.:!?…,]\s*$/.test(text);
    if (field !== undefined && isShort && text.trim() !== '') return field;
  }
  return undefined;
}
