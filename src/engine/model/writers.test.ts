import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextAt } from './context-view.ts';
import { defaultDecisions } from './decisions.ts';
import { isSame } from './equal.ts';
import { formatPath, type Path } from './path.ts';
import { historyOf } from './testing.ts';
import { ListView, MapView, valueAt, type Value } from './value.ts';
import { writerOf } from './writers.ts';

const history = historyOf(`
  user: go
  model (10+0): hm
  refund({"n": 1}) -> 1
  refund({"n": 2}) !! no
  model (10+5): hm
  lookup({}) -> 2
`);
const writer = (path: Path, turn = 5) => writerOf(history, defaultDecisions, path, turn);

describe('the writer of a place', () => {
  it('is the last turn that changed the place', () => {
    expect(writer(['context', 'capabilities', 'refund', 'count_successful'])).toBe(2);
    expect(writer(['context', 'capabilities', 'refund', 'count_errored'])).toBe(3);
    expect(writer(['context', 'capabilities', 'refund', 'count_restricted'])).toBeNull();
    expect(writer(['context', 'llm', 'tokens', 'completion'])).toBe(4);
    expect(writer(['context', 'llm', 'tokens', 'completion'], 3)).toBeNull();
    expect(writer(['context', 'llm', 'tokens', 'prompt'], 3)).toBe(1);
    expect(writer(['context', '_history', 'turn_count'], 3)).toBe(3);
  });

  it('is the turn of its own for an element of a list, in either order', () => {
    expect(writer(['context', 'capabilities', 'refund', 'inputs', 0, 'n'])).toBe(3);
    expect(writer(['c', 'cap', 'refund', 'inputs', 1, 'n'])).toBe(2);
    const oldestFirst = { ...defaultDecisions, capabilityOrder: 'oldest-first' } as const;
    expect(writerOf(history, oldestFirst, ['context', 'capabilities', 'refund', 'inputs', 0], 5)).toBe(2);
    expect(writer(['context', 'capabilities', '_meta', 'invocations', 2])).toBe(5);
    expect(writer(['context', 'input', 0, 'message'])).toBe(0);
  });

  it('is null for values from before the first turn, and the turn itself for its own variables', () => {
    expect(writer(['context', 'agent', 'name'])).toBeNull();
    expect(writer(['context', 'capabilities', 'nothing'])).toBeNull();
    expect(writer(['input', 'amount'])).toBe(5);
  });
});

/** Every place of a view, leaves and branches; recorded data counts as one place. */
function places(value: Value, path: Path): Path[] {
  if (value instanceof ListView) {
    return [path, ...[...value].flatMap((element, i) => places(element, [...path, i]))];
  }
  if (!(value instanceof MapView)) return [path];
  return [path, ...value.keys().flatMap((key) => places(value.get(key) ?? null, [...path, key]))];
}

const line = fc.constantFrom('user: hi', 'agent (3+4): yes', 'model (1+0): hm', 'a({"x": 1}) -> 1', 'b({}) !! no');

describe('the writer of any place', () => {
  it('is never earlier than the last turn at which a comparison of states finds that place changed', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const random = historyOf(lines.join('\n'));
        const last = lines.length - 1;
        const at = (turn: number) => contextAt(random, turn, { ...defaultDecisions, capabilityOrder: 'oldest-first' });
        for (const path of places(at(last), [])) {
          let changed: number | null = null;
          for (let turn = 0; turn <= last; turn++) {
            const [before, after] = [valueAt(at(turn - 1), path), valueAt(at(turn), path)];
            if (after !== undefined && (before === undefined || !isSame(before, after))) changed = turn;
          }
          const found = writerOf(
            random,
            { ...defaultDecisions, capabilityOrder: 'oldest-first' },
            ['context', ...path],
            last,
          );
          expect(found ?? -1, formatPath(path)).toBeGreaterThanOrEqual(changed ?? -1);
        }
      }),
    );
  });
});
