import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import type { ReadSession } from '../importing/importer.ts';
import type { Path } from '../model/path.ts';
import { fingerprintOf, type FingerprintPart } from './whole-reading.ts';

interface Event {
  readonly text: string;
}

const eventsOf = (count: number): readonly Event[] =>
  Array.from({ length: count }, (_, at) => ({ text: `event ${at}` }));

const readingOf = (events: readonly Event[], title = 'Session', placeOf = (at: number): Path => [at]): ReadSession => ({
  session: { system: 'task', header: { title }, events, notes: [] },
  sources: { length: events.length, at: placeOf },
});

test('sessions that differ in header, an event, its place or their number have other fingerprints', async () => {
  const events = eventsOf(300);
  const other = events.with(200, { text: 'other' });
  const prints = [
    readingOf(events),
    readingOf(events, 'Other'),
    readingOf(other),
    readingOf(events, 'Session', (at) => [at + Number(at > 200)]),
    readingOf(events.slice(0, 299)),
    readingOf([]),
  ].map((reading) => fingerprintOf(reading, unhurried));
  expect(new Set(await Promise.all(prints)).size).toBe(prints.length);
  expect(await fingerprintOf(readingOf(structuredClone(events)), unhurried)).toBe(await prints[0]);
});

test('a session that grows has the same fingerprint as without its known parts', async () => {
  const change = fc.record({ from: fc.nat(500), added: fc.nat(300) });
  await fc.assert(
    fc.asyncProperty(fc.nat(400), fc.array(change, { maxLength: 4 }), async (count, changes) => {
      const known: FingerprintPart[] = [];
      let events = eventsOf(count);
      for (const { from, added } of [{ from: count, added: 0 }, ...changes]) {
        const kept = events.slice(0, from);
        events = [...kept, ...Array.from({ length: added }, (_, at) => ({ text: `${from} ${at}` }))];
        const anew = await fingerprintOf(readingOf(events), unhurried);
        expect(await fingerprintOf(readingOf(events), unhurried, known)).toBe(anew);
      }
    }),
  );
});
