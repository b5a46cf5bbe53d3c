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
  if (lines.some((line) => sceneOrCut.test(line))) return 'It has the directions of a screenplay.';
  const field = fieldOfForm(spoken, lines);
  if (field !== undefined) return `“${field}” is right below one of them, as in a form or a letter.`;
  if (2 * spoken.filter(({ role }) => role === 'aside').length > spoken.filter(({ role }) => role !== 'aside').length)
    return 'Many lines have a time but no label, as in a log.';
  const sides = spoken.filter(({ role }) => role === 'user' || role === 'assistant');
  const names = sides.map(({ label }) => label.toLowerCase());
  const isRepeated = new Set(names).size < names.length;
  if (!isRepeated && !isExchange(spoken, sides))
    return 'Each of them is there only once, as in a form or in settings, not by turns.';
  const isSaid = (role: string) => sides.some((one) => one.role === role && one.said !== '');
  if (!isSaid('user') || !isSaid('assistant')) return 'One side says nothing.';
  if (
    sides.some(({ label }) => isCommon(label)) &&
    sides.every(({ said, time }) => !/\s/.test(said) && time === undefined)
  )
    return 'Each of them has a single word behind it, as in a list of values.';
  return undefined;
}

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

/** Such a field right below a label with a few words that are no sentence. */
function fieldOfForm(spoken: readonly Spoken[], lines: readonly string[]): string | undefined {
  for (const { index, text } of spoken.slice(0, 20)) {
    const field = formField.exec(lines[index + 1] ?? '')?.groups?.['field'];
    const isValue = text.trim().split(/\s+/).length <= 6 && !/[.:!?…,]\s*$/.test(text);
    if (field !== undefined && isValue && text.trim() !== '') return field;
  }
  return undefined;
}
