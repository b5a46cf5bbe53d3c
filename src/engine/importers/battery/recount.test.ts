import { describe, expect, test } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { Double, elementAt, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readDocument } from '../../readers/read-document.ts';
import { leftOutOfText } from '../../../worker/left-out-of-text.ts';
import { lookAt } from '../../../worker/look.ts';
import { oneLine } from '../../model/label.ts';
import type { Note } from '../../model/problem.ts';
import { firstSession } from '../../testing.ts';
import { fixtures, type Fixture } from './testing.ts';

/**
 * What a session says must be in its file. This recount knows no format and uses nothing of the importers: it collects
 * every text and number of the document, and looks for those of the session among them.
 */
class Said {
  /** All texts of one field in order, so that a text streamed in pieces is found as one. */
  readonly #fields = new Map<string, string[]>();
  readonly #numbers = new Set<number>();
  /** Counts of tokens, and sums of those side by side. */
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

  /** Prompt tokens may be the uncached ones and the cached ones together: sums of up to four counts side by side. */
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

  /** `isSpoken`: transcribers revise their pieces, so that only the words of a text are in the file. */
  has(text: string, isSpoken: boolean): boolean {
    const joined = (this.#joined ??= [...this.#fields.values()].map((texts) => squeezed(texts.join(''))));
    const isThere = (part: string) => joined.some((all) => all.includes(squeezed(part)));
    return isThere(text) || (isSpoken ? text.split(/\s+/) : partsOf(text)).every(isThere);
  }

  /** Two model calls of one turn may be counted together. */
  hasCount(number: number): boolean {
    const counts = this.#counts;
    return this.#numbers.has(number) || counts.has(number) || [...counts].some((one) => counts.has(number - one));
  }
}

/** Blanks, quotes, escapes (those of HTML, too) and names of states (`TASK_STATE_INPUT_REQUIRED`, `input-required`) are written in many ways. */
const squeezed = (text: string): string => text.replace(/\\[nrt]|&(?:quot|#x27|#39);|[\s\\"'`_-]+/g, '').toLowerCase();

/** What the engine says itself: of a file, its type; of a call that only a flag calls failed, that it did. */
const ownWords = /\[[a-z]+\/[a-z*.+-]+\]|\(-\d+\)|^(?:the result is marked as an error|exit code \d+)$|^\/(?=\w+ )/g;

/** A text may be put together of several, each of which has its place. */
const partsOf = (text: string): readonly string[] =>
  text.replace(ownWords, '').split(/\n|(?<=[.,?!])\s|[()]|(?<=^\w+) |\. (?=[A-Za-z])/);

/** Texts of a session's turns: what was said, passed and received. */
function* textsIn(value: Value): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (isList(value)) for (let at = 0; at < value.length; at++) yield* textsIn(elementAt(value, at) ?? null);
  else if (isRecord(value)) {
    for (const [key, entry] of Object.entries(value)) {
      // Types of content and states of tasks have names of their own in each protocol.
      if (key === 'mimeType' || key === 'media_type' || key === 'state') continue;
      yield* textsIn(entry);
    }
  }
}

describe.each(fixtures)('$owner/fixtures/$name', ({ owner, text }) => {
  test('everything that was said, passed and received is in the file', () => {
    const document = readDocument(text);
    if (!document.ok) throw new Error(document.problem.message);
    const said = new Said(text, document.value.value);
    const { history } = firstSession(text).session;
    const parts: readonly (Value | undefined)[] = [
      ...history.turns.map((turn) => turn.said),
      ...history.invocations.flatMap(({ input, output }) => [input, output]),
      ...history.inputs.map(({ value }) => value),
      ...history.outputs.map(({ value }) => value),
    ];
    const invented = parts
      .flatMap((part) => (part === undefined ? [] : [...textsIn(part)]))
      .filter((one) => !said.has(one, owner === 'eva-call'));
    expect(invented.map((one) => one.slice(0, 120))).toEqual([]);
  });

  test('every count of tokens is in the file, or the sum of counts side by side', () => {
    const document = readDocument(text);
    if (!document.ok) throw new Error(document.problem.message);
    const said = new Said(text, document.value.value);
    const invented: string[] = [];
    let before = { prompt: 0, completion: 0 };
    for (const { turn, prompt, completion } of firstSession(text).session.history.tokens) {
      for (const [side, sum, last] of [
        ['prompt', prompt, before.prompt],
        ['completion', completion, before.completion],
      ] as const) {
        if (sum !== undefined && sum !== 0 && !said.hasCount(sum - last) && !said.hasCount(sum)) {
          invented.push(`turn ${turn}: ${sum - last} ${side} tokens`);
        }
      }
      // A sum that is unknown for a while goes on from what it was.
      before = { prompt: prompt ?? before.prompt, completion: completion ?? before.completion };
    }
    expect(invented).toEqual([]);
  });
});

/** Fields in which formats keep what was said, passed and received. */
const conversational =
  /(?:^|[.\]])(?:content|text|message|arguments|args|input|output|result|response|parts|answer|query|transcript|thinking)(?:\[\])*$/;

interface LostField {
  readonly line: string;
  /** `importer: field`, as the reviewed kinds have it. */
  readonly name: string;
  readonly isNamed: boolean;
}

/** Each such field of which no session of the file holds every value. */
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
      // Recordings state many texts several times: a note at one of them names the others.
      isNamed: named.has(example) || pointer.test(example),
    }));
}

/** What leads to a text that stands elsewhere in the file, as Inspect writes it. */
const pointer = /^(?:attachment|tc):\/\/[0-9a-f]{32}$/;

/** A note at a message names what is in it, and one at a part of it names the message. */
const isNamedBy = (noted: readonly string[], first: string): boolean =>
  noted.some((place) => isWithin(first, place) || isWithin(place, first));

const isWithin = (inner: string, outer: string): boolean =>
  inner === outer || (inner.startsWith(outer) && /^[.[]/.test(inner.slice(outer.length)));

/** Fields that no note is at, and why that was judged to be right. */
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
    field: /^(?:openai-stream|openai-chat): .*function\.arguments$|^langsmith: child_runs\[\]\.inputs\.input$/,
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

test('what was said, passed and received and is in no session is what was reviewed', async () => {
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
