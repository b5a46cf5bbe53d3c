import { wordDifferences } from '../../engine/compare/words.ts';
import { parts } from '../../engine/model/alignment.ts';
import type { History, Turn } from '../../engine/model/history.ts';
import { toJsonWithin } from '../../engine/model/json.ts';
import type { Value } from '../../engine/model/value.ts';
import type { Argument } from '../previews.ts';
import type { ComparedText, MarkedText } from '../compare-protocol.ts';
import { allArguments, cutTo } from './call-arguments.ts';
import { invocationOf } from './turns.ts';

/** One turn of a pair, in its own session. */
export interface TurnIn {
  readonly history: History;
  readonly turn: Turn;
}

/** Longer texts are compared as far as this. */
const comparedLength = 20_000;
/** A text that is shown: a few lines, as in the transcript. */
const shownLength = 1500;
/** How much is shown of what is the same before the first difference. */
const lead = 60;

/** The texts of a pair of turns that differ, each from shortly before its first difference. */
export function comparedTexts(here: TurnIn, there: TurnIn, differs: number): readonly ComparedText[] {
  const said = (differs & parts.said) === 0 ? [] : [messages(here, there), ...differentArguments(here, there)];
  return [...said, (differs & parts.result) === 0 ? null : results(here, there)].filter((text) => text !== null);
}

function messages({ turn: here }: TurnIn, { turn: there }: TurnIn): ComparedText | null {
  if (here.invocation !== undefined) return null;
  const textOf = ({ text, label }: Turn) => text ?? label;
  return compared('message', null, textOf(here), textOf(there));
}

/** In the order of this session, then those that only the other one has. */
function differentArguments(here: TurnIn, there: TurnIn): readonly (ComparedText | null)[] {
  const [own, others] = [here, there].map(argumentsOf);
  const names = new Set([...(own?.keys() ?? []), ...(others?.keys() ?? [])]);
  return [...names].map((name) => compared('argument', name, own?.get(name)?.text, others?.get(name)?.text));
}

const argumentsOf = ({ history, turn }: TurnIn): ReadonlyMap<string | null, Argument> =>
  new Map(allArguments(invocationOf(history, turn)?.input, comparedLength)?.map((one) => [one.name, one]));

function results(here: TurnIn, there: TurnIn): ComparedText | null {
  const [own, others] = [here, there].map(({ history, turn }) => written(invocationOf(history, turn)?.output));
  return compared('result', null, own, others);
}

function written(value: Value | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : toJsonWithin(value, 0, comparedLength).text;
}

/** Null where the texts are the same, as far as they are compared. */
function compared(
  part: ComparedText['part'],
  name: string | null,
  here: string | undefined,
  there: string | undefined,
): ComparedText | null {
  if (here === there) return null;
  if (here === undefined || there === undefined) return { part, name, here: alone(here), there: alone(there) };
  const from = beginOf(here, there);
  const [own, others] = [here, there].map((text) => cutTo(text.slice(from), shownLength));
  if (own === undefined || others === undefined) return null;
  const marks = wordDifferences(own, others);
  const marked = (whole: string, text: string, ranges: MarkedText['marks']): MarkedText => ({
    text,
    marks: ranges,
    isCutBefore: from > 0,
    isCutAfter: from + text.length < whole.length,
  });
  return { part, name, here: marked(here, own, marks.here), there: marked(there, others, marks.there) };
}

/** All of a text that only one side has is different. */
function alone(whole: string | undefined): MarkedText | null {
  if (whole === undefined) return null;
  const text = cutTo(whole, shownLength);
  return { text, marks: [{ start: 0, end: text.length }], isCutBefore: false, isCutAfter: text.length < whole.length };
}

/** A word's beginning shortly before the first difference; 0 if that is near the beginning. */
function beginOf(here: string, there: string): number {
  let same = 0;
  while (same < here.length && same < there.length && here.charCodeAt(same) === there.charCodeAt(same)) same += 1;
  if (same <= 2 * lead) return 0;
  const space = here.lastIndexOf(' ', same - lead);
  const from = space > same - 2 * lead ? space + 1 : same - lead;
  // A cut through a surrogate pair would show as a broken character.
  return /[\uDC00-\uDFFF]/.test(here.charAt(from)) ? from - 1 : from;
}
