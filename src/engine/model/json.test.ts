import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJson, toJsonWithin } from './json.ts';
import { Double, Duration, ListView, Timestamp, Unknown, type Value } from './value.ts';

describe('writing JSON', () => {
  it('agrees with JSON.stringify on everything JSON knows, doubles with integral value apart', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as Value; // what JSON.parse yields is a value
        expect(JSON.parse(toJson(plain))).toEqual(plain);
        expect(toJson(plain, 2)).toBe(JSON.stringify(plain, null, 2));
      }),
    );
  });

  it('keeps ints of any size exact and doubles apart from them', () => {
    expect(toJson([1, new Double(1), new Double(1e300), new Double(-0), 9223372036854775807n, 0.1])).toBe(
      '[1,1.0,1e+300,-0.0,9223372036854775807,0.1]',
    );
  });

  it('writes NaN as a string for scripts, and bare for files that are opened again', () => {
    expect(toJson([Number.NaN, -Infinity])).toBe('["NaN","-Infinity"]');
    expect(toJson(Number.NaN, { nonFinite: 'bare' })).toBe('NaN');
  });

  it('shows NaN to people as the number that it is', () => {
    expect(toJsonWithin({ a: [NaN, -Infinity] }, 0, 100).text).toBe('{"a":[NaN,-Infinity]}');
  });

  it('writes unknown values with their paths', () => {
    expect(toJson({ id: new Unknown([['context', 'user', 'id']]) })).toBe('{"id":{"$unknown":["context.user.id"]}}');
  });

  it('writes bytes, times and lengths of time as protobuf JSON does', () => {
    const bytes = new TextEncoder().encode('hello');
    expect(toJson([bytes, new Timestamp(0n, 500_000_000), new Duration(-1_500_000_000n)])).toBe(
      '["aGVsbG8=","1970-01-01T00:00:00.5Z","-1.5s"]',
    );
  });

  it('writes nesting that would overflow the stack', () => {
    let deep: Value = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(toJson(deep)).toContain('"…"');
  });

  it('within a limit reads no more than it shows, and states what is left out', () => {
    let read = 0;
    class Endless extends ListView {
      readonly length = 1_000_000;
      at(index: number): Value {
        read += 1;
        return index;
      }
    }
    const { text, cut } = toJsonWithin(new Endless(), 2, 100);
    expect(cut).toBe(true);
    expect(text.length).toBeLessThan(400);
    expect(text).toContain(`… ${1_000_000 - read} more`);
    expect(toJsonWithin('x'.repeat(50), 2, 10)).toEqual({ text: `"${'x'.repeat(10)}"… 40 more characters`, cut: true });
    expect(toJsonWithin({ a: [1] }, 0, 100)).toEqual({ text: '{"a":[1]}', cut: false });
  });
});
