import { expect, test } from 'vitest';
import { preview } from '../../engine/cel/literal.ts';
import { contentsOf } from './contentsOf.ts';

const shown = (type: 'map' | 'list' | 'string', text: string) => contentsOf({ type, text, cut: false });

test('a map in a line has no brackets of its own, names without quotes, and nested values folded', () => {
  expect(shown('map', '{"model": "gpt", "tokens": {"total": 3, "of": [1]}, "n": 2}')).toBe(
    'model: "gpt", tokens: {…}, n: 2',
  );
  expect(shown('map', '{"none": {}, "of": []}')).toBe('none: {}, of: []');
  expect(shown('map', '{"a key": 1, 2: true}')).toBe('"a key": 1, 2: true');
});

test('a list in a line shows its texts and its maps, and what is nested in these folded', () => {
  expect(shown('list', '[{"amount": 1, "of": [1]}, "x", ["y", ["z"]]]')).toBe('{amount: 1, of: […]}, "x", ["y", […]]');
});

test('brackets and names inside a text are not read', () => {
  expect(shown('map', String.raw`{"said": "{\"a\": 1}", "b": "[x"}`)).toBe(String.raw`said: "{\"a\": 1}", b: "[x"`);
});

test('a map that is cut in the middle never shows a nested field as one of its own', () => {
  const session = { events: [{ id: 'evt-1', author: 'user', turn_complete: true, metadata: {} }] };
  const event = { agent: { name: 'desk', namespace: null }, session, state: { model: 'gemini', tokens: 1480 } };
  for (let length = 40; length < 200; length += 1) {
    const line = contentsOf(preview({ context: event, ...event }, length));
    expect(line).toMatch(/^context: \{…/);
    expect(line).not.toMatch(/author|turn_complete|namespace|model|tokens/);
  }
});

test('a cut, empty or other value stays readable', () => {
  expect(shown('map', '{"a": {"b": 1, …')).toBe('a: {…');
  expect(shown('map', '{}')).toBe('{}');
  expect(shown('list', '[]')).toBe('[]');
  expect(shown('string', '"{x}"')).toBe('"{x}"');
});
