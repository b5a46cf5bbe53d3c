import { expect, test } from 'vitest';
import { contextAt } from '../model/context-view.ts';
import { defaultDecisions, type Decisions } from '../model/decisions.ts';
import { isSame } from '../model/equal.ts';
import { formatPath, type Path } from '../model/path.ts';
import { ListView, MapView, Unknown, valueAt, type Value } from '../model/value.ts';
import { fixtures } from '../importers/battery/testing.ts';
import { openEntry, type OpenSession } from '../opening/open-session.ts';
import { systemOf } from '../systems/systems.ts';
import { openNow } from '../testing.ts';
import { writtenAt } from './why.ts';

/** So that an element keeps its index when others are added. */
const decisions: Decisions = { ...defaultDecisions, capabilityOrder: 'oldest-first' };

/** Of a longer session, the first turns and the last ones have contexts enough. */
const mostTurns = 60;
const mostPlaces = 40;

/** The recordings whose derived contexts have histories of their own. */
const derived = fixtures.flatMap(({ owner, name, text }) => {
  const source = openNow(text);
  const opened = source.ok ? openEntry(source.value, 0, systemOf) : source;
  return opened.ok && (opened.value.history.own?.size ?? 0) > 1 ? [{ owner, name, session: opened.value }] : [];
});

/** Places of a context, leaves and branches; recorded data counts as one place. */
function placesIn(value: Value, path: Path): Path[] {
  if (value instanceof ListView)
    return [path, ...[...value].slice(0, 6).flatMap((one, at) => placesIn(one, [...path, at]))];
  if (!(value instanceof MapView)) return [path];
  return [path, ...value.keys().flatMap((key) => placesIn(value.get(key) ?? null, [...path, key]))];
}

/** Counted again by comparing what the rule sees after each earlier turn, from the last one back. */
function lastChange({ history }: OpenSession, path: Path, turn: number): number | null {
  const node = history.turns[turn]?.node;
  const after = (at: number) => valueAt(contextAt(history, at, decisions, node), path);
  const isEqual = (one: Value | undefined, other: Value | undefined) =>
    one === undefined || other === undefined ? one === other : isSame(one, other);
  for (let at = turn; at >= 0; at--) if (!isEqual(after(at), after(at - 1))) return at;
  return null;
}

const spread = <T>(all: readonly T[], most: number): readonly T[] =>
  all.filter((_, at) => all.length <= most || at % Math.ceil(all.length / most) === 0);

test('recordings with derived contexts that have histories of their own are looked at', () => {
  expect(derived.length).toBeGreaterThan(0);
  expect(new Set(derived.map(({ session }) => session.session.system)).size).toBeGreaterThan(0);
});

test.each(derived)(
  'in every context of $name, the turn that wrote a place is the last at which a comparison of states finds it changed',
  ({ session }) => {
    const { history } = session;
    const turns = spread(
      history.turns.filter(({ kind }) => kind !== 'snapshot'),
      mostTurns,
    );
    const wrong: string[] = [];
    for (const { index: turn, node } of turns) {
      const view = contextAt(history, turn, decisions, node);
      for (const place of spread(placesIn(view, []).slice(1), mostPlaces)) {
        if (valueAt(view, place) instanceof Unknown) continue;
        const found = writtenAt(['context', ...place], session, 'turn', turn, decisions);
        const changed = lastChange(session, place, turn);
        if (found !== changed) wrong.push(`${formatPath(place)} after turn ${turn}: ${found}, not ${changed}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);
