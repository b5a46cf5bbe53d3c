import { describe, expect, test } from 'vitest';
import { double } from '../../model/value.ts';
import {
  countAt,
  elementsAt,
  fieldAt,
  fieldIn,
  findAt,
  fits,
  idIn,
  numberAt,
  placeAt,
  recordAt,
  textAt,
  textIn,
} from './where.ts';

describe('a place in a record', () => {
  const record = { function: { name: 'find' }, parts: [{ text: 'hi' }], 'a.b': 1, toolCalls: [{ id: 'c1' }] };

  test('is keys and positions joined by dots; the empty place is the record', () => {
    expect(textAt(record, 'function.name')).toBe('find');
    expect(textAt(record, 'parts.0.text')).toBe('hi');
    expect(recordAt(record, '')).toBe(record);
    expect(textAt(record, 'parts.1.text')).toBeUndefined();
    expect(textAt(record, 'parts.length')).toBeUndefined();
  });

  test('is a path where a key has dots of its own', () => {
    expect(numberAt(record, 'a.b')).toBeUndefined();
    expect(numberAt(record, [['a.b']])).toBe(1);
  });

  test('is found in camelCase, and its path has the spelling of the record', () => {
    expect(findAt(record, 'tool_calls.0.id')).toEqual({ value: 'c1', path: ['toolCalls', 0, 'id'], isInText: false });
    expect(fits(record, { tool_calls: 'list' })).toBe(false);
  });

  test('may be computed', () => {
    expect(fieldAt(record, ['nothing', () => 7])).toBe(7);
    expect(findAt(record, [() => 7])?.path).toEqual([]);
  });

  test('never leads to what a record inherits', () => {
    expect(fieldAt({}, 'constructor')).toBeUndefined();
    expect(fieldAt(JSON.parse('{"__proto__": {"a": 1}}'), '__proto__.a')).toBe(1);
  });
});

describe('of several places', () => {
  test('the first with a value of the expected type is used', () => {
    expect(textAt({ a: null, b: 1, c: 'x' }, ['a', 'b', 'c'])).toBe('x');
    expect(elementsAt({ a: 'x', b: [1, 2] }, ['a', 'b'])).toEqual([1, 2]);
    expect(countAt({ a: double(2), b: 2 }, 'a')).toBe(2);
    expect(countAt({ a: -1 }, 'a')).toBeUndefined();
  });

  test('null is the value only if no other place has one', () => {
    expect(fieldAt({ a: null, b: 0 }, ['a', 'b'])).toBe(0);
    expect(fieldAt({ a: null }, ['a', 'b'])).toBeNull();
    expect(fieldAt({ a: null }, 'b')).toBeUndefined();
    expect(findAt({ a: null }, 'a')).toBeUndefined();
  });

  test('the first is where a missing value would be', () => {
    expect(placeAt({ b: 1 }, ['call'], ['a', 'b'])).toEqual(['call', 'b']);
    expect(placeAt({}, ['call'], ['a.0', 'b'])).toEqual(['call', 'a', 0]);
  });
});

test('places of spans lead through texts of JSON, whose parts have the place of the text', () => {
  const span = { input: '{"id": 12, "text": ""}', text: 'said' };
  expect(fieldIn(span, 'input.id', ['spans', 0])).toEqual({ value: 12, place: ['spans', 0, 'input'], isInText: true });
  expect(idIn(span, 'input.id')).toBe('12');
  expect(textIn(span, ['input.text', 'text'])).toBe('said');
  expect(fieldAt(span, 'input.id')).toBeUndefined();
});
