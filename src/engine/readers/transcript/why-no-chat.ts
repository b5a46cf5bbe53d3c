import { isCommon, type Labelled } from './labels.ts';

/** A labelled message with its whole text. */
export interface Spoken extends Labelled {
  readonly said: string;
}

export const spokenIn = (starts: readonly Labelled[], lines: readonly string[]): readonly Spoken[] =>
  starts.map((start, nth) => {
    const below = lines.slice(start.index + 1, starts[nth + 1]?.index ?? lines.length);
    return { ...start, said: [start.text, ...below].join('\n').trim() };
  });

/** Why a text with labels of both sides is no chat, as a sentence; undefined for a chat. */
export function whyNoChat(spoken: readonly Spoken[], lines: readonly string[]): string | undefined {
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
