import { toJson } from '../../model/json.ts';
import { joined } from '../messages/answer-items.ts';
import type { AnyMessage } from '../messages/any-message.ts';
import { textOf } from '../content/content.ts';
import { cutBy } from '../transcript/cut-by.ts';
import type { ImportReport } from '../import-report.ts';
import { noteCut as noteCutAnswer } from '../transcript/call-matcher-notes.ts';
import { groupedBy } from '../values/elements.ts';
import { spanNotes } from './notes.ts';
import type { Span } from './spans.ts';

/** The later model calls of the same agent, in order; computed only when needed. */
export type Later = () => readonly Span[];

/**
 * The answer of a model call as one message; undefined where none is recorded. If there are several answers to one
 * request, the one
 * that a later request repeats is taken.
 */
export function answerOf(span: Span, later: Later, report: ImportReport): AnyMessage | undefined {
  const own = span.answerMessages(report).filter(({ role }) => role === 'assistant');
  const [first, ...others] = choicesIn(own).flatMap((messages) => together(messages, report) ?? []);
  if (first === undefined || others.length === 0) return first && { ...first, place: span.place };
  const chosen = [first, ...others].find((answer) => isRepeated(answer, later())) ?? first;
  for (const { place } of [first, ...others].filter((answer) => answer !== chosen)) spanNotes.choices(place, report);
  return { ...chosen, place: span.place };
}

/** The messages of each answer; a message without a choice number belongs to the first. */
const choicesIn = (messages: readonly AnyMessage[]): readonly (readonly AnyMessage[])[] =>
  [...groupedBy(messages, ({ choice = 0 }) => choice)].toSorted(([a], [b]) => a - b).map(([, own]) => own);

/** Some providers answer in several messages: reasoning, a text, each call. They are one turn. */
function together(own: readonly AnyMessage[], report: ImportReport): AnyMessage | undefined {
  const [first, ...others] = own;
  if (first === undefined || others.length === 0) return first;
  if (own.filter(({ parts }) => textOf(parts).trim() !== '').length > 1) spanNotes.joined(first.place, report);
  return { ...joined([first, ...others]), pieces: own };
}

/** Whether the next request that repeats earlier answers contains this one. */
function isRepeated(answer: AnyMessage, later: readonly Span[]): boolean {
  const words = wordsOf(answer);
  for (const span of later) {
    const earlier = span.promptMessages().filter(({ role }) => role === 'assistant');
    if (earlier.length > 0) return earlier.some((message) => wordsOf(message) === words);
  }
  return false;
}

const wordsOf = ({ parts, calls }: AnyMessage): string =>
  JSON.stringify([textOf(parts).trim(), calls.map(({ name, input }) => [name, toJson(input ?? null)])]);

/** Returns the reason why the answer was cut short, if it was. Adds a note to the report. */
export function noteCut(span: Span, answer: AnyMessage | undefined, report: ImportReport): string | undefined {
  const reason = answer?.ended ?? span.ended?.();
  const by = reason === undefined ? undefined : cutBy(reason);
  if (by !== undefined) noteCutAnswer(by, span.place, report, 'spans');
  return by;
}
