import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

/** The session’s tokens of each model turn in the sample's own conversation. */
function spentIn(text: string): (readonly [number | undefined, number | undefined] | undefined)[][] {
  const opened = openNow(text);
  if (!opened.ok) throw new Error(opened.problem.message);
  const { entries } = opened.value;
  return entries.map((_, index) => {
    const session = openEntry(opened.value, index, systemOf);
    if (!session.ok) throw new Error(session.problem.message);
    const { history, session: file } = session.value;
    return history.turns
      .filter(({ kind, node }) => kind === 'llm' && node === 'root')
      .map(({ event }) => {
        const written = v.safeParse(Counted, file.events[event]);
        return written.success ? [written.output.tokens.prompt, written.output.tokens.completion] : undefined;
      });
  });
}

const Counted = v.object({ tokens: v.object({ prompt: v.optional(v.number()), completion: v.optional(v.number()) }) });

/** The part of a log that the recount reads. The types follow the log's own definition and use nothing from the importer. */
interface RawMessage {
  id?: string;
  readonly role: string;
  readonly content: unknown;
  readonly tool_calls?: readonly { readonly id: string }[];
}
interface RawEvent {
  readonly event: string;
  readonly events?: readonly RawEvent[];
  readonly input?: readonly RawMessage[];
  readonly output?: {
    readonly choices?: readonly { readonly message: RawMessage }[];
    readonly usage?: { readonly input_tokens: number; readonly output_tokens: number; readonly total_tokens?: number };
  };
}
interface RawSample {
  readonly messages: readonly RawMessage[];
  readonly events?: readonly RawEvent[];
  readonly transcript?: { readonly events?: readonly RawEvent[]; readonly content?: object };
  readonly attachments?: object;
}

const put = (value: unknown, texts: Map<string, unknown>): unknown => {
  if (typeof value === 'string') return texts.get(value.replace(/^(?:tc|attachment):\/\//, '')) ?? value;
  if (Array.isArray(value)) return value.map((one) => put(one, texts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, put(one, texts)]));
};

const flat = (events: readonly RawEvent[]): readonly RawEvent[] =>
  events.flatMap((event) => [event, ...flat(event.events ?? [])]);

/** Assigns the usage of each model event, in order, to the first answer with the same content after the last match. */
function recounted(sample: RawSample): (readonly [number, number] | undefined)[] {
  const texts = new Map(Object.entries(sample.attachments ?? sample.transcript?.content ?? {}));
  const same = ({ content, tool_calls = [] }: RawMessage) =>
    JSON.stringify([put(content, texts), tool_calls.map(({ id }) => id)]);
  const answers = sample.messages.filter(({ role }) => role === 'assistant');
  const spent = answers.map((): readonly [number, number] | undefined => undefined);
  let from = 0;
  for (const { event, output } of flat(sample.events ?? sample.transcript?.events ?? [])) {
    const message = output?.choices?.[0]?.message;
    if (event !== 'model' || message === undefined) continue;
    const at = answers.findIndex((answer, index) => index >= from && same(answer) === same(message));
    if (at === -1) continue;
    from = at + 1;
    const { usage } = output ?? {};
    if (usage === undefined) continue;
    const { input_tokens, output_tokens, total_tokens = 0 } = usage;
    spent[at] = [Math.max(input_tokens, total_tokens - output_tokens), output_tokens];
  }
  return spent;
}

function samplesIn(text: string): readonly RawSample[] {
  const log: unknown = JSON.parse(text);
  // The input is always a fixture of this folder.
  const { samples, messages } = log as { samples?: readonly RawSample[]; messages?: unknown };
  return samples ?? (Array.isArray(messages) ? [log as RawSample] : []);
}

const withoutIds = (text: string): string => {
  const log: unknown = JSON.parse(text, (key, value: unknown) =>
    typeof value === 'object' && value !== null && 'role' in value && 'id' in value
      ? { ...value, id: undefined }
      : value,
  );
  return JSON.stringify(log);
};

const folder = join(import.meta.dirname, 'fixtures');
const logs = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('composed'));

test.each(logs)('%s: tokens are at the model call that used them, with or without message ids', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  const expected = samplesIn(text).map(recounted);
  expect(expected.flat().filter((one) => one !== undefined).length).toBeGreaterThan(0);
  expect(spentIn(text)).toEqual(expected);
  expect(spentIn(withoutIds(text))).toEqual(expected);
});

/** In events, Inspect writes a text of more than 100 characters as a reference; in messages it writes the text itself. */
function condensed(value: unknown, attachments: { [digest: string]: string }, scheme: string): unknown {
  if (typeof value === 'string' && value.length > 100) {
    const digest = createHash('sha1').update(value).digest('hex');
    attachments[digest] = value;
    return `${scheme}${digest}`;
  }
  if (Array.isArray(value)) return value.map((one) => condensed(one, attachments, scheme));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, condensed(one, attachments, scheme)]));
}

const words = fc.oneof(
  fc.constantFrom('yes', 'no', ''),
  fc.integer({ min: 1, max: 9 }).map((n) => `${n}`.repeat(150)),
);

test('messages with long texts, arguments and parts match their events, and a solver’s messages match none', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ says: words, calls: fc.boolean(), isModel: fc.boolean(), parts: fc.boolean() }), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.constantFrom('attachment://', 'tc://'),
      (answers, scheme) => {
        const messages: object[] = [{ role: 'user', content: 'go '.repeat(60) }];
        const events: object[] = [];
        const attachments: { [digest: string]: string } = {};
        const expected = answers.map(({ says, calls, isModel, parts }, index) => {
          const call = { id: `c${index}`, function: 'f', arguments: { text: 'x'.repeat(120), index } };
          const own = isModel ? says : `a solver wrote this, ${index}`;
          const message = {
            role: 'assistant',
            content: parts ? [{ type: 'text', text: own }] : own,
            ...(calls && { tool_calls: [call] }),
          };
          const usage = { input_tokens: 10 + index, output_tokens: index, total_tokens: 10 + 2 * index };
          const event = {
            event: 'model',
            model: 'm',
            input: messages.slice(),
            output: { choices: [{ message }], usage },
          };
          if (isModel) events.push(condensed(event, attachments, scheme) as object); // `condensed` maps a record to a record
          messages.push(message);
          if (calls) messages.push({ role: 'tool', tool_call_id: call.id, function: 'f', content: 'ok' });
          messages.push({ role: 'user', content: 'on' });
          return isModel ? [10 + index, index] : undefined;
        });
        const sample = { id: 1, epoch: 1, target: '', model_usage: {}, messages, events, attachments };
        expect(spentIn(JSON.stringify(sample))).toEqual([expected]);
      },
    ),
    { numRuns: 60 },
  );
});

test('a failed model call has no tokens, and later calls keep their own', () => {
  const user = { role: 'user', content: 'go' };
  const says = { role: 'assistant', content: 'Done.' };
  const usage = { input_tokens: 9, output_tokens: 2, total_tokens: 11 };
  const events = [
    { event: 'model', model: 'm', input: [user], output: { choices: [] }, error: 'rate limit' },
    { event: 'model', model: 'm', input: [user], output: { choices: [{ message: says }], usage } },
  ];
  const sample = { id: 1, epoch: 1, target: '', model_usage: {}, messages: [user, says], events };
  expect(spentIn(JSON.stringify(sample))).toEqual([[[9, 2]]]);
});
