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

/** The earlier answers in the next request that repeats any, as `wordsOf` writes them; computed only when needed. */
export type Repeated = () => ReadonlySet<string>;

/** Returns the answers repeated after the span of an index. The index never falls, so each request is searched once. */
export function repeatedAfter(spans: readonly Span[]): (index: number) => ReadonlySet<string> {
  let next = 0;
  let repeated: ReadonlySet<string> = new Set();
  return (index) => {
    while (next <= index || repeated.size === 0) {
      next = Math.max(next, index) + 1;
      const span = spans[next];
      if (span === undefined) return new Set();
      repeated = new Set(span.kind === 'model' ? answersRepeatedIn(span) : []);
    }
    return repeated;
  };
}

const answersRepeatedIn = (span: Span): readonly string[] =>
  span
    .promptMessages()
    .filter(({ role }) => role === 'assistant')
    .map(wordsOf);

/**
 * The answer of a model call as one message; undefined where none is recorded. If there are several answers to one
 * request, the one
 * that a later request repeats is taken.
 */
export function answerOf(span: Span, repeated: Repeated, report: ImportReport): AnyMessage | undefined {
  const own = span.answerMessages(report).filter(({ role }) => role === 'assistant');
  const [first, ...others] = choicesIn(own).flatMap((messages) => together(messages, report) ?? []);
  if (first === undefined || others.length === 0) return first && { ...first, place: span.place };
  const chosen = [first, ...others].find((answer) => repeated().has(wordsOf(answer))) ?? first;
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

const wordsOf = ({ parts, calls }: AnyMessage): string =>
  JSON.stringify([textOf(parts).trim(), calls.map(({ name, input }) => [name, toJson(input ?? null)])]);

/** Returns the reason why the answer was cut short, if it was. Adds a note to the report. */
export function noteCut(span: Span, answer: AnyMessage | undefined, report: ImportReport): string | undefined {
  const reason = answer?.ended ?? span.ended?.();
  const by = reason === undefined ? undefined : cutBy(reason);
  if (by !== undefined) noteCutAnswer(by, span.place, report, 'spans');
  return by;
}
