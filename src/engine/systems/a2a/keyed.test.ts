import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Keyed } from './keyed.ts';

interface Thing {
  readonly id: string;
  readonly value: number;
}

const thing = (id: number, value: number): Thing => ({ id: `k${id}`, value });

describe('a keyed list', () => {
  it('equals a plain list, in all its versions', () => {
    const step = fc.record({ from: fc.nat(), id: fc.nat(60), value: fc.nat(3) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
        const versions: [Keyed<Thing>, readonly Thing[]][] = [[Keyed.of<Thing>(), []]];
        for (const { from, id, value } of steps) {
          const [list, model] = versions[from % versions.length] ?? [Keyed.of<Thing>(), []];
          const put = thing(id, value);
          const isKnown = model.some((one) => one.id === put.id);
          versions.push([
            list.put(put),
            isKnown ? model.map((one) => (one.id === put.id ? put : one)) : [...model, put],
          ]);
        }
        for (const [list, model] of versions) {
          expect([...list]).toEqual(model);
          expect(list.length).toBe(model.length);
          for (let id = 0; id <= 60; id++) {
            expect(list.get(`k${id}`)).toEqual(model.find((one) => one.id === `k${id}`));
            expect(list.indexOf(`k${id}`)).toBe(model.findIndex((one) => one.id === `k${id}`));
          }
        }
      }),
    );
  });

  it('is the same object when nothing changes, and shares unchanged parts', () => {
    const [a, b] = [thing(1, 1), thing(2, 2)];
    const list = Keyed.of(a, b);
    expect(list.put(b)).toBe(list);
    expect(list.put(thing(2, 3)).at(0)).toBe(a);
    expect(list.at(2)).toBeUndefined();
    expect(list.at(-1)).toBeUndefined();
  });

  it('grows over several levels and still finds everything', () => {
    let list = Keyed.of<Thing>();
    for (let i = 0; i < 40_000; i++) list = list.put(thing(i, i));
    list = list.put(thing(12_345, -1));
    expect([0, 31, 32, 1023, 1024, 12_345, 39_999].map((i) => list.get(`k${i}`)?.value)).toEqual([
      0, 31, 32, 1023, 1024, -1, 39_999,
    ]);
  });
});
