import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lifecycleOutline } from './lifecycle-outline.ts';
import type { Lifecycle, LifecyclePath, LifecycleStep } from './lifecycle.ts';

const lifecycle = (path: LifecyclePath): Lifecycle => ({
  of: null,
  place: ['task', 'phase'],
  states: ['idle', 'busy', 'over'].map((id) => ({ id, title: id, about: '', isTerminal: id === 'over' })),
  transitions: [
    { from: 'idle', to: 'busy', by: ['input'] },
    { from: 'busy', to: 'idle', by: ['output'] },
  ],
  path,
  current: path.at(path.length - 1)?.to ?? 'idle',
  allowed: [],
});

const wayThrough = (states: readonly string[]): readonly LifecycleStep[] =>
  states.map((to, turn) => ({ from: states[turn - 1] ?? null, to, by: 'x', turn, reason: null }));

describe('the outline of a lifecycle', () => {
  it('has the transitions of the system, then those that only the path shows', () => {
    const { edges } = lifecycleOutline(lifecycle(wayThrough(['idle', 'busy', 'over'])));
    expect(edges.map(({ from, to, taken, isKnown }) => [from, to, taken, isKnown])).toEqual([
      ['idle', 'busy', 1, true],
      ['busy', 'idle', 0, true],
      [null, 'idle', 1, true],
      ['busy', 'over', 1, false],
    ]);
  });

  it('draws a state that only the recording has, whatever its name', () => {
    const { states } = lifecycleOutline(lifecycle(wayThrough(['idle', '__proto__', 'idle'])));
    expect(states.map(({ id, visits }) => [id, visits])).toEqual([
      ['idle', 2],
      ['busy', 0],
      ['over', 0],
      ['__proto__', 1],
    ]);
  });

  it('is the same for the first part of a column as for that part alone, even after questions about the whole column', () => {
    const anyWay = fc.array(fc.constantFrom('idle', 'busy', 'over', 'odd'), { maxLength: 40 }).map(wayThrough);
    fc.assert(
      fc.property(anyWay, fc.array(fc.nat(40), { maxLength: 6 }), (column, lengths) => {
        for (const wanted of lengths) {
          const length = Math.min(wanted, column.length);
          const begun = { length, column, at: (index: number) => (index < length ? column[index] : undefined) };
          expect(lifecycleOutline(lifecycle(begun))).toEqual(lifecycleOutline(lifecycle(column.slice(0, length))));
        }
      }),
    );
  });
});
