import type { History } from '../../model/history.ts';
import { readSessionFile, writeSessionFile } from '../../model/session-file.ts';
import { toJson } from '../../model/json.ts';
import type { Path } from '../../model/path.ts';
import type { Session } from '../../model/session.ts';
import { valueAt } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { json } from '../../readers/json/index.ts';
import { systemOf } from '../../systems/systems.ts';
import type { ReadSession, Sources } from '../../importing/importer.ts';

/** Checks what must be true of every session of every importer; each breach is a sentence. */
export function breaches({ session, sources }: ReadSession, document: Value): string[] {
  const system = systemOf(session.system);
  const checked = system.check(session);
  if (!checked.ok) return [`the system refuses it: ${checked.problem.message}`];
  const history = system.history(checked.value);
  return [
    ...sourceBreaches(session, sources, document),
    ...historyBreaches(history, session.events.length),
    ...inventions(history, document),
    ...fileBreaches(session),
  ];
}

/** The engine usually wrote a label in brackets. Such a label must be a remark, not the model’s text. */
const inBrackets = /^\[[a-z][\w ,.:’-]*\]$/i;

function inventions({ turns }: History, document: Value): string[] {
  const suspects = turns.filter(({ kind, isRemark, label }) => kind === 'llm' && !isRemark && inBrackets.test(label));
  if (suspects.length === 0) return [];
  const text = onOneLine(toJson(document));
  return suspects.flatMap(({ index, label }) =>
    unless(
      text.includes(label) || isKind(label.slice(1, -1), text),
      `the text has no ${label}, shown at turn ${index}`,
    ),
  );
}

/** Labels show each run of white space as one blank. */
const onOneLine = (text: string): string => text.replaceAll(/(?:\s|\\[nrt])+/g, ' ');

/** The label of a part that is not text is the media type of its record, in brackets. */
const isKind = (name: string, text: string): boolean =>
  ['mimeType', 'mediaType'].some((key) => text.includes(`"${key}":${JSON.stringify(name)}`));

/** The places of those events that came from the document. */
export const pathsOf = (sources: Sources): readonly Path[] =>
  Array.from({ length: sources.length }, (_, event) => sources.at(event) ?? null).filter((path) => path !== null);

function sourceBreaches(session: Session, sources: Sources, document: Value): string[] {
  const results = Array.from({ length: sources.length }, (_, event) => sources.also?.(event) ?? []).flat();
  const lost = [...pathsOf(sources), ...results].filter((path) => valueAt(document, path) === undefined);
  return [
    ...unless(sources.length === session.events.length, `${sources.length} sources, ${session.events.length} events`),
    ...lost.slice(0, 3).map((path) => `the source ${JSON.stringify(path)} is not in the document`),
  ];
}

function historyBreaches(
  { turns, invocations, inputs, outputs, tokens, functions }: History,
  events: number,
): string[] {
  const keys = new Set(functions.map(({ key }) => key));
  const refers = (turn: number) => turn >= -1 && turn < turns.length;
  const capabilities = turns.filter((turn) => turn.kind === 'capability' && turn.invocation !== undefined);
  return [
    ...unless(
      turns.every((turn, index) => turn.index === index),
      'turns are not dense',
    ),
    ...unless(
      turns.every((turn) => turn.event >= 0 && turn.event < events),
      'a turn names no event',
    ),
    ...unless(
      capabilities.every((turn) => invocations[turn.invocation ?? -1]?.turn === turn.index),
      'turns and invocations are not aligned',
    ),
    ...unless(capabilities.length <= invocations.length, 'there are turns without their invocation'),
    ...unless(
      invocations.every((one) => keys.has(one.function)),
      'an invocation is of no known function',
    ),
    ...unless(new Set(functions.map(({ key }) => key)).size === functions.length, 'a function is listed twice'),
    ...unless(
      [...inputs, ...outputs, ...tokens].every(({ turn }) => refers(turn)),
      'a column refers to no turn',
    ),
  ];
}

/** Notes of an importer must be whole sentences; notes from a session file may have any text. */
export const noteBreaches = ({ notes }: Session): string[] =>
  notes.flatMap(({ message, code }) => unless(/[.!?…]$/.test(message), `the note ${code} is no sentence: ${message}`));

/** A session must be the same after saving and opening again. */
function fileBreaches(session: Session): string[] {
  const text = writeSessionFile(session);
  const document = json.read(text);
  if (!document.ok) return [`its file cannot be read: ${document.problem.message}`];
  const read = readSessionFile(document.value.value);
  if (!read.ok) return [`its file is refused: ${read.problem.message}`];
  return unless(writeSessionFile(read.value) === text, 'saved, opened and saved again it differs');
}

const unless = (holds: boolean, breach: string): string[] => (holds ? [] : [breach]);
