import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecordStarts } from './record-starts.ts';

test('the next record begins behind the bracket that ends another one', () => {
  const text = "[{'a': 1}, broken }, {'b': 2}, Foo(c=3)]";
  const records = new RecordStarts(text, { start: 0, end: text.length });
  const after = (mark: string) => text.slice(records.after(text.indexOf(mark)) ?? text.length);
  expect(after('broken')).toBe("{'b': 2}, Foo(c=3)]");
  expect(after("{'b'")).toBe('Foo(c=3)]');
  expect(after('Foo')).toBe('');
  expect(after('[')).toBe("{'b': 2}, Foo(c=3)]");
});

test('for any offsets in any order, the first start from there on is found', () => {
  const pieces = fc.constantFrom('}', ']', ')', ',', ' ', '\n', "{'a': ", '{', 'Foo(a=', 'Foo', 'x');
  const asked = fc.array(fc.nat(60), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), asked, fc.nat(10), fc.nat(40), (parts, offsets, skipped, kept) => {
      const text = parts.join('');
      const start = Math.min(skipped, text.length);
      const end = Math.min(text.length, start + kept);
      const records = new RecordStarts(text, { start, end });
      for (const offset of offsets.map((one) => start + one)) {
        const separator = /^[}\])]\s*,?\s*/;
        const starts = Array.from({ length: Math.max(0, end - offset) }, (_, index) => offset + index).flatMap((at) => {
          const record = at + (separator.exec(text.slice(at))?.[0].length ?? 0);
          return record > at && record < end && /^(?:\{\s*'a':|Foo(?:[Fox]*Foo)?\(a=)/.test(text.slice(record))
            ? [record]
            : [];
        });
        expect([offset, records.after(offset)]).toEqual([offset, starts[0]]);
      }
    }),
    { numRuns: 2_000 },
  );
});
