import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Double, ListView, MapView, Unknown } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { ShapeBuilder, shapeOf } from './shape.ts';
import { describeType, formatType } from './text.ts';
import type { RecordType, Type } from './types.ts';

function recordIn(type: Type): RecordType {
  if (type.kind !== 'record') throw new Error(`a record was expected, not ${type.kind}`);
  return type;
}

const fieldsOf = (type: Type) =>
  Object.fromEntries(
    [...recordIn(type).fields].map(([key, field]) => [key, `${describeType(field.type)} ${field.seen}/${field.total}`]),
  );

describe('the shape of data', () => {
  test('has the type of each key and how often it occurs', () => {
    const calls = [{ amount: 1200, to: 'x' }, { amount: 80 }, { amount: 3.5, to: null }];
    expect(fieldsOf(shapeOf(calls))).toEqual({ amount: 'int or double 3/3', to: 'string or null 2/3' });
  });

  test('merges the elements of a list into one', () => {
    const shape = shapeOf([[{ text: 'a' }, { text: 'b', mimeType: 'text/plain' }]]);
    expect(shape.kind === 'list' && fieldsOf(shape.element)).toEqual({ text: 'string 2/2', mimeType: 'string 1/2' });
  });

  test('an empty list has elements of any type, until one comes', () => {
    const builder = new ShapeBuilder();
    builder.add([]);
    expect(formatType(builder.shape())).toBe('list(dyn)');
    builder.add([1]);
    expect(formatType(builder.shape())).toBe('list(int)');
  });

  test('keeps the values that occur most often as examples, and no long texts', () => {
    const shape = shapeOf(['a', 'b', 'b', 'x'.repeat(1000)]);
    expect(shape).toEqual({ kind: 'scalar', name: 'string', seen: ['b', 'a'] });
  });

  test('distinguishes an int from a double with an integral value', () => {
    expect(describeType(shapeOf([1, new Double(1)]))).toBe('int or double');
  });

  test('treats an unrecorded value as one of any type', () => {
    expect(fieldsOf(shapeOf([{ total: new Unknown([['context']]) }]))).toEqual({ total: 'any type 1/1' });
  });

  test('knows `__proto__` and `constructor` as ordinary keys', () => {
    const hostile = JSON.parse('{"__proto__": 1, "constructor": "x", "toString": true}') as Value; // JSON text is plain data
    expect(Object.fromEntries(Object.entries(fieldsOf(shapeOf([hostile]))))).toEqual({
      ['__proto__']: 'int 1/1',
      constructor: 'string 1/1',
      toString: 'bool 1/1',
    });
  });

  test('maps with other keys than strings are maps', () => {
    expect(formatType(shapeOf([new Map<Value, Value>([[1, 'a']])]))).toBe('map(int, string)');
  });
});

describe('a bounded look at huge data', () => {
  class Endless extends ListView {
    reads = 0;
    readonly length = 1_000_000;
    at(): Value {
      this.reads++;
      return { n: 1 };
    }
  }

  test('looks at some elements of a list from all over it', () => {
    const list = new Endless();
    expect(formatType(shapeOf([list]))).toBe('list(map(string, dyn))');
    expect(list.reads).toBeLessThan(500);
  });

  test('a key that a sample lacks may occur elsewhere', () => {
    const [element] = [shapeOf([new Endless()])].map((type) => (type.kind === 'list' ? type.element : type));
    expect(element?.kind === 'record' && element.keys).toBe('partial');
    expect(recordIn(shapeOf([{ n: 1 }], { isSample: true })).keys).toBe('partial');
    expect(recordIn(shapeOf([{ n: 1 }])).keys).toBe('seen');
  });

  test('a record with more keys than it keeps says that there are more', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, i]));
    const shape = recordIn(shapeOf([many]));
    expect(shape.fields.size).toBe(300);
    expect(shape.keys).toBe('partial');
  });

  test('nesting without end stops at a depth, and says so', () => {
    class Deeper extends MapView {
      get(): Value {
        return new Deeper();
      }
      keys(): readonly string[] {
        return ['more'];
      }
    }
    let here: Type = shapeOf([new Deeper()]);
    let depth = 0;
    while (here.kind === 'record' && here.keys === 'seen') {
      here = here.fields.get('more')?.type ?? { kind: 'dyn' };
      depth++;
    }
    expect(depth).toBe(16);
    expect(here.kind === 'record' && here.keys).toBe('partial');
  });

  test('one huge branch does not hide its neighbours', () => {
    const branch = (depth: number): Value =>
      depth === 0 ? 1 : Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`b${i}`, branch(depth - 1)]));
    const shape = recordIn(shapeOf([{ huge: branch(5), small: { x: 1 } }]));
    expect(describeType(shape.fields.get('small')?.type ?? { kind: 'dyn' })).toBe('{x}');
  });

  test('every value has a shape', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 4 })), (values) => {
        expect(() => shapeOf(values as readonly Value[])).not.toThrow(); // JSON values are values
      }),
    );
  });
});
