import type { Problem } from '../model/problem.ts';
import { elementAt, isList, isRecord, type Value } from '../model/value.ts';
import type { Importer, MessageShape } from '../importing/importer.ts';
import { firstValues } from '../importing/values/elements.ts';
import { elementsAt, fieldAt, fits, type Expected, type Shape } from '../importing/values/where.ts';
import { openaiChat } from '../importers/openai-chat/index.ts';
import { importers } from '../importers/registry.ts';

/** Widespread formats whose importers decide by code, in the words of the descriptions. */
const usual: Readonly<Record<string, MessageShape>> = {
  'openai-chat': {
    turns: ['messages', 'request.messages', 'conversation', ''],
    message: { role: 'text', content: 'there' },
  },
  'anthropic-messages': { turns: ['messages'], message: { role: ['user', 'assistant'], content: 'list' } },
  'ai-sdk': { turns: ['messages', ''], message: { role: 'text', parts: 'list' } },
  'gemini-api': { turns: ['contents', 'request.contents', ''], message: { role: ['user', 'model'], parts: 'list' } },
  'a2a-protocol': { turns: ['history'], message: { role: 'text', parts: 'list', messageId: 'text' } },
  'claude-code': { turns: [''], message: { type: 'text', sessionId: 'text', message: 'record' } },
  codex: { turns: [''], message: { timestamp: 'text', type: 'text', payload: 'record' } },
  'otel-spans': {
    within: ['resourceSpans.0.scopeSpans.0', ''],
    turns: ['spans', ''],
    message: { traceId: 'text', spanId: 'text', name: 'text' },
  },
};

interface Likeness {
  readonly title: string;
  readonly place: string;
  /** The required field that records lack. */
  readonly field: string;
  readonly expected: Expected;
  /** The records that lack it, or have something else in its place. */
  readonly lacking: readonly Value[];
  /** How many required fields the records have. */
  readonly found: number;
  readonly looked: number;
  readonly noun: string;
}

/** A document of unknown format is refused with the name of the nearest format first, and what was lacking. */
export function withNearest(problem: Problem, document: Value): Problem {
  const nearest = problem.code === 'import/unknown-kind' ? nearestFormat(document) : undefined;
  return nearest === undefined ? problem : { ...problem, nearest, message: `${nearest} ${problem.message}` };
}

/**
 * Names the format that a refused document looks most like, and the one field that its messages lack. Undefined if no
 * format is near: two missing fields say nothing.
 */
function nearestFormat(document: Value): string | undefined {
  let best: Likeness | undefined;
  // Of equals the most widespread format is named.
  for (const importer of [openaiChat, ...importers]) {
    for (const one of likenesses(importer, document)) if (best === undefined || isNearer(one, best)) best = one;
  }
  return best && `This looks most like ${best.title}, but ${lackWords(best)}.`;
}

const isNearer = (one: Likeness, other: Likeness): boolean =>
  one.found > other.found || (one.found === other.found && one.lacking.length < other.lacking.length);

const looked = 20;

function likenesses({ id, title, messageShape }: Importer, document: Value): readonly Likeness[] {
  const shape = messageShape ?? (Object.hasOwn(usual, id) ? usual[id] : undefined);
  if (shape === undefined) return [];
  const shapes = [shape.message].flat() as readonly Shape[]; // of a shape or a list of shapes
  return listsOf(shape, document).flatMap(({ place, records }) => {
    if (records.length === 0 || !records.every(isRecord)) return [];
    if (records.every((record) => shapes.some((one) => fits(record, one)))) return [];
    const [nearest] = shapes.flatMap((one) => {
      const required = Object.entries(one).filter(([, expected]) => expected !== 'absent');
      const lacks = required.flatMap(([field, expected]) => {
        const lacking = records.filter((record) => !fits(record, { [field]: expected }));
        return lacking.length === 0 ? [] : [{ field, expected, lacking }];
      });
      const found = required.length - lacks.length;
      const [lack, ...others] = lacks;
      // At the root, one common field such as `content` is in any table, but not texts without their role.
      const isSpoken = Object.keys(one).toSorted().join() === 'content,role' && lack?.field === 'role';
      const isEvident = found > 1 || (found === 1 && (place !== '' || isSpoken));
      return lack === undefined || others.length > 0 || !isEvident ? [] : [{ ...lack, found, noun: nounFor(one) }];
    });
    return nearest === undefined ? [] : [{ title, place, looked: records.length, ...nearest }];
  });
}

/** The lists that may be the messages: of the document, or of the first of several. */
function listsOf(shape: MessageShape, document: Value) {
  const { sessions, within = [''], turns } = shape;
  const first = isList(document) ? elementAt(document, 0) : undefined;
  const roots =
    sessions === undefined ? [document, ...(first === undefined ? [] : [first])] : elementsAt(document, sessions);
  const holders = roots
    .slice(0, 2)
    .flatMap((root) => within.filter((one) => one !== '*').map((one) => fieldAt(root, one)));
  return holders.flatMap((holder) =>
    turns.map((place) => ({ place, records: firstValues(fieldAt(holder, place) ?? null, looked) })),
  );
}

function lackWords({ place, field, expected, lacking, looked: all, noun }: Likeness): string {
  const where = place === '' ? '' : ` in “${place}”`;
  const who = lacking.length === all ? `the ${noun}${where} have` : `${lacking.length} of ${all} ${noun}${where} have`;
  const other = lacking.map((record) => fieldAt(record, field)).find((value) => value !== undefined);
  if (other === undefined) return `${who} no “${field}”`;
  const shown = typeof other === 'string' ? ` (“${other.slice(0, 40)}”)` : '';
  return `${who} another “${field}”${shown}: ${wordsFor(expected)} was expected`;
}

const nounFor = (shape: Shape) =>
  Object.keys(shape).some((key) => /(?:^|\.)(?:role|sender|from|content|message)$/.test(key)) ? 'messages' : 'records';

const wordsFor = (expected: Expected): string =>
  typeof expected === 'string' ? nouns[expected] : expected.map((word) => `“${word}”`).join(' or ');

const nouns: Readonly<Record<Extract<Expected, string>, string>> = {
  text: 'a text',
  list: 'a list',
  record: 'a record',
  number: 'a number',
  flag: 'true or false',
  there: 'a value',
  absent: 'nothing',
};
