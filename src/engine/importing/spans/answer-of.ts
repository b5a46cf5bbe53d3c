import { toJson } from '../../model/json.ts';
import { joined } from '../messages/answer-items.ts';
import type { AnyMessage } from '../messages/any-message.ts';
import { textOf } from '../messages/content.ts';
import { cutBy } from '../messages/cut-by.ts';
import { counted, createImportReport, type ImportReport } from '../import-report.ts';
import type { Span } from './spans.ts';

/** The calls of a model that come after one, in their order; only asked for where it matters. */
export type Later = () => readonly Span[];

/**
 * What a model call came back with, as one message; undefined where nothing is recorded. Of several answers to one
 * request, `later` calls tell with which of them the conversation went on.
 */
export function answerOf(span: Span, later: Later, report: ImportReport): AnyMessage | undefined {
  const own = span.answered(report).filter(({ role }) => role === 'assistant');
  const [first, ...others] = choicesIn(own).flatMap((messages) => together(messages, report) ?? []);
  if (first === undefined || others.length === 0) return first && { ...first, place: span.place };
  const told = [first, ...others].find((answer) => isRepeated(answer, later())) ?? first;
  for (const { place } of [first, ...others].filter((answer) => answer !== told)) noteChoice(place, report);
  return { ...told, place: span.place };
}

/** Each answer's messages; what belongs to none in particular belongs to the first. */
function choicesIn(messages: readonly AnyMessage[]): readonly (readonly AnyMessage[])[] {
  const choices = new Map<number, AnyMessage[]>();
  for (const message of messages) {
    const { choice = 0 } = message;
    const known = choices.get(choice);
    if (known === undefined) choices.set(choice, [message]);
    else known.push(message);
  }
  return [...choices].toSorted(([a], [b]) => a - b).map(([, own]) => own);
}

/** Some providers answer in several messages: reasoning, a text, each call. It is one turn all the same. */
function together(own: readonly AnyMessage[], report: ImportReport): AnyMessage | undefined {
  const [first, ...others] = own;
  if (first === undefined || others.length === 0) return first;
  if (own.filter(({ parts }) => textOf(parts).trim() !== '').length > 1) noteJoined(first.place, report);
  return { ...joined([first, ...others]), pieces: own };
}

/** Is it what the next call was told that the model had said? */
function isRepeated(answer: AnyMessage, later: readonly Span[]): boolean {
  const words = wordsOf(answer);
  for (const span of later) {
    const told = span.asked(createImportReport()).filter(({ role }) => role === 'assistant');
    if (told.length > 0) return told.some((message) => wordsOf(message) === words);
  }
  return false;
}

const wordsOf = ({ parts, calls }: AnyMessage): string =>
  JSON.stringify([textOf(parts).trim(), calls.map(({ name, input }) => [name, toJson(input ?? null)])]);

/** What cut the answer short, where something did; the report says so. */
export function noteCut(span: Span, answer: AnyMessage | undefined, report: ImportReport): string | undefined {
  const reason = answer?.ended ?? span.ended?.();
  const by = reason === undefined ? undefined : cutBy(reason);
  if (by === undefined) return undefined;
  report.note(
    'info',
    `spans/cut-by-${by.replace(/^(?:the|a) /, '').replaceAll(/[^a-z]+/g, '-')}`,
    span.place,
    (n) => `${counted(n, 'answer')} of the model cut by ${by}.`,
  );
  return by;
}

function noteChoice(place: AnyMessage['place'], report: ImportReport): void {
  report.note(
    'lost',
    'spans/choices',
    place,
    (n) =>
      `Left out: ${counted(n, 'other choice')} of the model. The one that the next request repeats is told, or else the first.`,
  );
}

function noteJoined(place: AnyMessage['place'], report: ImportReport): void {
  report.note(
    'assumed',
    'spans/joined',
    place,
    (n) =>
      `${counted(n, 'answer')} of the model recorded as several messages with words: taken for one answer each, since nothing says that they are choices.`,
  );
}
