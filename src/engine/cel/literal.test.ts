import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { double, Double, Duration, int, ListView, Optional, Timestamp, TypeValue, Uint } from '../model/value.ts';
import type { Value } from '../model/value.ts';
import { literal, preview } from './literal.ts';
import { parse } from './parse/parse.ts';
import { plan } from './plan/plan.ts';
import { lacking } from './testing.ts';

describe('a literal', () => {
  it('keeps the type', () => {
    const values: readonly Value[] = [
      1,
      new Double(1),
      1.5,
      new Uint(1n),
      2n ** 62n,
      -0.5,
      new Double(-0),
      NaN,
      Infinity,
      new Double(1e21),
    ];
    expect(values.map(literal)).toEqual([
      '1',
      '1.0',
      '1.5',
      '1u',
      '4611686018427387904',
      '-0.5',
      '-0.0',
      'double("NaN")',
      'double("Infinity")',
      '1e+21',
    ]);
    expect(literal(Uint8Array.of(65, 34, 255))).toBe(String.raw`b"A\"\xff"`);
    expect(literal(new Timestamp(0n, 5))).toBe('timestamp("1970-01-01T00:00:00.000000005Z")');
    expect(literal(new Duration(-1500000000n))).toBe('duration("-1.5s")');
    expect(
      literal(
        new Map<Value, Value>([[new Uint(1n), [null, new TypeValue('int'), new Optional(1), new Optional(undefined)]]]),
      ),
    ).toBe('{1u: [null, int, optional.of(1), optional.none()]}');
    expect(literal(lacking('x'))).toBe('unknown(x)');
  });

  it('evaluates to the same value', () => {
    const scalar = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(int),
      fc.double().map(double),
      fc.boolean(),
      fc.constant(null),
      fc.uint8Array(),
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((value) => new Uint(value)),
    );
    const value = fc.letrec<{ value: Value }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        scalar,
        fc.array(tie('value')),
        fc.dictionary(fc.string(), tie('value'), { noNullPrototype: false }),
      ),
    })).value;
    fc.assert(
      fc.property(value, (one) => {
        const text = literal(one);
        const { expr, problems } = parse(text);
        expect(problems).toEqual([]);
        expect(literal(plan(expr).run(new Map()) as Value)).toBe(text); // an error would have no literal and fail
      }),
    );
  });
});

describe('a preview', () => {
  it('abbreviates an unknown inside another value, and prints an unknown alone in full', () => {
    const value = { id: lacking('context.user.id'), list: [lacking('x'), 1] };
    expect(preview(value, 100).text).toBe('{"id": unknown, "list": [unknown, 1]}');
    expect(preview(lacking('x'), 100).text).toBe('unknown(x)');
    expect(literal([lacking('x')])).toBe('[unknown(x)]');
  });

  it('is cut to its length, in the middle of texts', () => {
    expect(preview('short', 20)).toEqual({ type: 'string', text: '"short"', cut: false });
    const long = preview('a'.repeat(50) + 'z'.repeat(50), 21);
    expect(long).toEqual({ type: 'string', text: '"aaaaaaaaa…zzzzzzzzz"', cut: true });
    expect(preview('😀'.repeat(100), 21).text).not.toMatch(/\p{Surrogate}/u);
  });

  it('reads no more of a huge value than it shows', () => {
    class Endless extends ListView {
      readonly length = 1_000_000_000;
      reads = 0;
      at(index: number): Value {
        this.reads++;
        return index;
      }
    }
    const list = new Endless();
    const shown = preview({ list }, 60);
    expect(shown.text.length).toBeLessThanOrEqual(60);
    expect(shown.cut).toBe(true);
    expect(list.reads).toBeLessThan(40);
    const started = preview('x'.repeat(10_000_000), 100);
    expect(started.text.length).toBeLessThanOrEqual(100);
  });

  it('of a very deep value ends', () => {
    let deep: Value = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(preview(deep, 100).cut).toBe(true);
    expect(literal(deep)).toContain('…');
  });
});
