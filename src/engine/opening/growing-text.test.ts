import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seed } from '../fuzz/testing.ts';
import { fixtures } from '../importers/battery/testing.ts';
import { systemOf } from '../systems/systems.ts';
import { openNow } from '../testing.ts';
import { GrowingText } from './growing-text.ts';
import { openEntry, type OpenSession } from './open-session.ts';
import type { OpenText } from './open-text.ts';

/** Few, so that most of a fixture is before the latest records. */
const fewest = 12;

const opened = (text: OpenText, entry: number): OpenSession | undefined => {
  const session = openEntry(text, entry, systemOf);
  return session.ok ? session.value : undefined;
};

const shown = ({ session, sources, document }: OpenSession) => ({
  header: session.header,
  events: session.events,
  places: session.events.map((_, event) => [sources.at(event) ?? null, sources.also?.(event) ?? []]),
  ranges: session.events.map((_, event) => document.locate(sources.at(event) ?? [])),
});

/** A text that grows, with those of its sessions that were opened. */
class Followed {
  readonly #text: GrowingText;
  readonly #sessions = new Map<number, OpenSession>();

  constructor(text: GrowingText) {
    this.#text = text;
  }

  /** False if the whole must be read. */
  async add(lines: string): Promise<boolean> {
    const growths = await this.#text.add(lines, async (entry) => this.session(entry));
    for (const { entry, change } of growths ?? []) {
      const before = this.session(entry);
      if (change === null || before === undefined) this.#sessions.delete(entry);
      else {
        const events = [...before.session.events.slice(0, change.from), ...change.events];
        this.#sessions.set(entry, { ...before, session: { ...before.session, events }, sources: change.sources });
      }
    }
    return growths !== null;
  }

  session(entry: number): OpenSession | undefined {
    const session = this.#sessions.get(entry) ?? opened(this.#text.opened, entry);
    if (session !== undefined) this.#sessions.set(entry, session);
    return session && { ...session, document: this.#text.opened.document };
  }

  get text(): OpenText {
    return this.#text.opened;
  }
}

/** What is known after each step, and what the same lines give when they are read at once. */
async function grownAndWhole(lines: readonly string[], first: number, added: readonly number[]) {
  const compared: { readonly grown: unknown; readonly whole: unknown }[] = [];
  const textOf = (from: number, to: number) =>
    lines
      .slice(from, to)
      .map((line) => `${line}\n`)
      .join('');
  const base = openNow(textOf(0, first));
  const text = base.ok && GrowingText.of(base.value, systemOf(base.value.entries[0]?.system ?? 'task'), fewest);
  const followed = text ? new Followed(text) : null;
  let known = first;
  for (const count of followed === null ? [] : added) {
    const next = Math.min(lines.length, known + count);
    if (!(await followed?.add(textOf(known, next)))) break;
    known = next;
    const read = openNow(textOf(0, known));
    // The beginning of a recording may be claimed by another importer than the whole.
    if (!read.ok || read.value.importer.id !== followed?.text.importer.id) break;
    const whole = read.value;
    const sessions = [...whole.entries.keys()];
    const grownSessions = sessions.map((entry) => followed?.session(entry)).map((one) => one && shown(one));
    const wholeSessions = sessions.map((entry) => opened(whole, entry)).map((one) => one && shown(one));
    const { document, entries } = followed.text;
    compared.push({
      grown: [document.text, document.value, entries.length, grownSessions],
      whole: [whole.document.text, whole.document.value, sessions.length, wholeSessions],
    });
  }
  return compared;
}

/** Fixtures of JSON Lines with so many records that the first ones are forgotten. */
const long = fixtures.filter(({ text }) => {
  const lines = text.split('\n');
  return lines.length > 2 * fewest && lines.slice(0, 3).every((line) => line.startsWith('{'));
});

describe.each(long)('$owner/fixtures/$name', { timeout: 120_000 }, ({ text }) => {
  test(`the latest records and new ones give what all of them give, or nothing (seed ${seed})`, async () => {
    const lines = text.trimEnd().split('\n');
    const cut = fc.integer({ min: 2, max: lines.length - 1 });
    const steps = fc.array(fc.integer({ min: 1, max: fewest }), { minLength: 3, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(cut, steps, async (first, added) => {
        const compared = await grownAndWhole(lines, first, added);
        expect(compared.map(({ grown }) => grown)).toEqual(compared.map(({ whole }) => whole));
      }),
      { numRuns: 4, seed },
    );
  });
});
