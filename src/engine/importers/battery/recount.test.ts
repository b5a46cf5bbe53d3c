import { describe, expect, test } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { Double, elementAt, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readNow as readDocument } from '../../readers/testing.ts';
import { leftOutOfText } from '../../../worker/left-out-of-text.ts';
import { lookAt } from '../../../worker/look.ts';
import { oneLine } from '../../model/label.ts';
import type { Note } from '../../model/problem.ts';
import { firstSession } from '../../testing.ts';
import { fixtures, type Fixture } from './testing.ts';

/**
 * Every text and number of a session must be in its file. This recount knows no format and uses no code of the importers:
 * it collects all texts and numbers of the document, and searches for those of the session among them.
 */
class DocumentContents {
  /** All texts of each field in order, so that a text streamed in pieces is found as one text. */
  readonly #fields = new Map<string, string[]>();
  readonly #numbers = new Set<number>();
  /** Token counts, and sums of the counts in one record. */
  readonly #counts = new Set<number>();

  constructor(text: string, document: Value) {
    this.#fields.set('the text itself', [text]);
    for (const [, count] of text.matchAll(/tokens?\\*"?: (\d+)/g)) this.#counts.add(Number(count));
    this.#collect(document, '');
  }

  #collect(value: Value, field: string): void {
    if (typeof value === 'string') {
      this.#textsOf(field).push(value);
      const inner = /^\s*[[{"]/.test(value) ? readDocument(value) : undefined;
      if (inner?.ok === true && inner.value.value !== value) this.#collect(inner.value.value, `${field}→`);
      if (/^-?\d+(?:\.\d+)?$/.test(value)) this.#numbers.add(Number(value));
    } else if (typeof value === 'number' || typeof value === 'bigint') this.#numbers.add(Number(value));
    else if (value instanceof Double) this.#numbers.add(value.value);
    else if (isList(value)) {
      for (let at = 0; at < value.length; at++) this.#collect(elementAt(value, at) ?? null, `${field}[]`);
    } else if (isRecord(value)) {
      this.#collectSums(value);
      for (const [key, entry] of Object.entries(value)) {
        this.#textsOf('keys').push(key);
        this.#collect(entry, `${field}.${key}`);
      }
    }
  }

  /** Prompt tokens may be the sum of uncached and cached tokens, so sums of up to eight counts in one record are valid too. */
  #collectSums(record: RecordValue): void {
    const counts = Object.entries(record)
      .filter(([key]) => /token|cache|input|output|thought|tool|candidates|reason/i.test(key))
      .flatMap(([, value]) => (isRecord(value) ? Object.values(value) : [value]))
      .filter((value): value is number => typeof value === 'number' && value > 0)
      .slice(0, 8);
    const sums = [0];
    for (const count of counts) sums.push(...sums.map((sum) => sum + count));
    for (const sum of sums) this.#counts.add(sum);
  }

  #textsOf(field: string): string[] {
    const texts = this.#fields.get(field) ?? [];
    this.#fields.set(field, texts);
    return texts;
  }

  #joined: readonly string[] | undefined;

  /** `isSpoken`: transcribers revise their pieces, so only the single words of a text are in the file. */
  has(text: string, isSpoken: boolean): boolean {
    const joined = (this.#joined ??= [...this.#fields.values()].map((texts) => squeezed(texts.join(''))));
    const isThere = (part: string) => joined.some((all) => all.includes(squeezed(part)));
    return isThere(text) || (isSpoken ? text.split(/\s+/) : partsOf(text)).every(isThere);
  }

  /** A turn’s count may be the sum of two model calls. */
  hasCount(number: number): boolean {
    const counts = this.#counts;
    return this.#numbers.has(number) || counts.has(number) || [...counts].some((one) => counts.has(number - one));
  }
}

/** Ignores spellings of blanks, quotes, escapes (including HTML’s) and state names (`TASK_STATE_INPUT_REQUIRED`, `input-required`). */
const squeezed = (text: string): string => text.replace(/\\[nrt]|&(?:quot|#x27|#39);|[\s\\"'`_-]+/g, '').toLowerCase();

/** Texts that the engine adds: the type of a file, and the reason of a call that only a flag marks as failed. */
const ownWords =
  /\[[a-z]+\/[a-z*.+-]+\]|\(-\d+\)|^(?:the result is marked as an error|it failed, and the reason is not recorded|exit code \d+)$|^\/(?=\w+ )/g;

/** A text may be composed of several texts, each with its own place. */
const partsOf = (text: string): readonly string[] =>
  text.replace(ownWords, '').split(/\n|(?<=[.,?!])\s|[()]|(?<=^\w+) |\. (?=[A-Za-z])/);

/** All texts in a message, argument or result of a session. */
function* textsIn(value: Value): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (isList(value)) for (let at = 0; at < value.length; at++) yield* textsIn(elementAt(value, at) ?? null);
  else if (isRecord(value)) {
    for (const [key, entry] of Object.entries(value)) {
      // Each protocol has its own names for content types and task states.
      if (key === 'mimeType' || key === 'media_type' || key === 'state') continue;
      yield* textsIn(entry);
    }
  }
}

describe.each(fixtures)('$owner/fixtures/$name', ({ owner, text }) => {
  test('every message, argument and result of the session is in the file', () => {
    const document = readDocument(text);
    if (!document.ok) throw new Error(document.problem.message);
    const contents = new DocumentContents(text, document.value.value);
    const { history } = firstSession(text).session;
    const parts: readonly (Value | undefined)[] = [
      ...history.turns.map((turn) => turn.text),
      ...history.invocations.flatMap(({ input, output }) => [input, output]),
      ...history.inputs.map(({ value }) => value),
      ...history.outputs.map(({ value }) => value),
    ];
    const invented = parts
      .flatMap((part) => (part === undefined ? [] : [...textsIn(part)]))
      .filter((one) => !contents.has(one, owner === 'eva-call'));
    expect(invented.map((one) => one.slice(0, 120))).toEqual([]);
  });

  test('every token count is in the file, or is a sum of the counts in one record', () => {
    const document = readDocument(text);
    if (!document.ok) throw new Error(document.problem.message);
    const contents = new DocumentContents(text, document.value.value);
    const invented: string[] = [];
    let before = { prompt: 0, completion: 0 };
    for (const { turn, prompt, completion } of firstSession(text).session.history.tokens) {
      for (const [side, sum, last] of [
        ['prompt', prompt, before.prompt],
        ['completion', completion, before.completion],
      ] as const) {
        if (sum !== undefined && sum !== 0 && !contents.hasCount(sum - last) && !contents.hasCount(sum)) {
          invented.push(`turn ${turn}: ${sum - last} ${side} tokens`);
        }
      }
      // After a gap, an unknown sum continues from its last known value.
      before = { prompt: prompt ?? before.prompt, completion: completion ?? before.completion };
    }
    expect(invented).toEqual([]);
  });
});

/** Fields in which formats store messages, arguments and results. */
const conversational =
  /(?:^|[.\]])(?:content|text|message|arguments|args|input|output|result|response|parts|answer|query|transcript|thinking)(?:\[\])*$/;

interface LostField {
  readonly line: string;
  /** `importer: field`, the form that the patterns in `reviewed` match. */
  readonly name: string;
  readonly isNamed: boolean;
}

/** The conversational fields with values that are in no session of the file. */
async function lostFields({ owner, name, text }: Fixture): Promise<readonly LostField[]> {
  const { opened, session } = firstSession(text);
  const look = lookAt(opened);
  const { fields } = await leftOutOfText(look, session, unhurried);
  const notes: Note[] = [];
  for (let entry = 0; entry < look.entries.length; entry++) {
    const one = await look.session(entry);
    if (one.ok) notes.push(...one.value.notes);
  }
  const noted = notes.flatMap(({ place, alsoAt = [] }) => (place === undefined ? [] : [place, ...alsoAt]));
  const named = new Set(fields.flatMap(({ first, example }) => (isNamedBy(noted, first) ? [example] : [])));
  return fields
    .filter(({ field }) => conversational.test(field) && !/cost|usage|tokens|description/i.test(field))
    .map(({ field, values, of, example }) => ({
      line: `${owner}/${name}: ${field} ${values}/${of} “${oneLine(example).slice(0, 60)}”`,
      name: `${owner}: ${field}`,
      // Recordings often repeat a text, so a note at one place covers the others.
      isNamed: named.has(example) || pointer.test(example),
    }));
}

/** Inspect’s reference to a text elsewhere in the file. */
const pointer = /^(?:attachment|tc):\/\/[0-9a-f]{32}$/;

/** A note at a message covers its parts, and a note at a part covers the message. */
const isNamedBy = (noted: readonly string[], first: string): boolean =>
  noted.some((place) => isWithin(first, place) || isWithin(place, first));

const isWithin = (inner: string, outer: string): boolean =>
  inner === outer || (inner.startsWith(outer) && /^[.[]/.test(inner.slice(outer.length)));

/** Fields without a note, and the reason why this is right. */
const reviewed: readonly { readonly field: RegExp; readonly because: string }[] = [
  {
    field:
      /^(?:inspect: .*(?:grading\[\]\.content|\bscore\.answer|scores\.\w+\.answer|samples\[\]\.answer)|tau-bench: .*env_assertions?(?:\[\])?\.(?:env_assertion\.)?message)$/,
    because: 'what a scorer was asked, and what it made of the answer after the fact',
  },
  {
    field: /^(?:vapi: .*artifact\.transcript|retell: call\.transcript|langfuse: trace\.(?:input|output))$/,
    because: 'the whole conversation, or its first and last message, once more as one text',
  },
  {
    field:
      /^(?:deepgram: .*alternatives\[\]\.transcript|tau-voice: .*speech_insert\.text|tau-bench: simulations\[\]\.messages\[\]\.content)$/,
    because:
      'named by a note whose places are those of the first few: guesses that were replaced, noises, the tools of a simulated user',
  },
  {
    field: /^openai-chat: raw_/,
    because: 'named in the words of the note on keys that are not part of the format',
  },
  {
    field: /^(?:openai-stream|openai-chat|cohere): .*function\.arguments$|^langsmith: child_runs\[\]\.inputs\.input$/,
    because: 'arguments in another spelling than the values that were read from them',
  },
  {
    field: /^ag2: .*content$/,
    because: 'results with their exit code in words, or several in one text: the results are apart',
  },
  {
    field:
      /^(?:chatgpt-export: .*in_kernel_exception\.args\[\]|kimi: .*result\.output|claude-export: .*content\[\]\.message)$/,
    because: 'the program’s words beside an error, a refusal or a call whose own words are shown',
  },
  {
    field:
      /^(?:burr: .*state\.chat_history\[\]\.content|otel-spans: .*stringValue → messages\[\]\[\]\.kwargs\.content)$/,
    because: 'prompts that a node or a chain made of what the user had said',
  },
];

test('the messages, arguments and results that are in no session match the reviewed list', async () => {
  const lines: string[] = [];
  const unnamed: string[] = [];
  for (const fixture of fixtures) {
    for (const { line, name, isNamed } of await lostFields(fixture)) {
      lines.push(line);
      if (!isNamed && !reviewed.some(({ field }) => field.test(name))) unnamed.push(line);
    }
  }
  expect(unnamed, 'no note of the report is at these fields').toEqual([]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('left-out.txt');
});
