import { expect, test } from 'vitest';
import type { Output } from '../worker/protocol.ts';
import { withNoted } from './findInNotes.ts';

const found = (turns: readonly number[], wanted: Output<'find'>['wanted']): Output<'find'> => ({
  wanted,
  turns,
  errors: 0,
  firstError: null,
  unknown: 0,
});
const text = (wanted: string, isOnly = false) => ({ kind: 'text', text: wanted, isOnly }) as const;
const note = (turn: number, said: string) => ({ id: said, turn, path: null, text: said, at: null });
const notes = [note(7, 'Too MUCH money'), note(2, 'money again'), note(3, 'money'), note(9, 'nothing')];

test('a text is found in notes, too, in upper or lower case, each turn once and in order', () => {
  expect(withNoted(found([3, 5], text('Money')), notes).turns).toEqual([2, 3, 5, 7]);
  expect(withNoted(found([], text('too much', true)), notes).turns).toEqual([7]);
});

test('an expression is about the recording alone', () => {
  const answer = found([3], { kind: 'expression' });
  expect(withNoted(answer, notes)).toBe(answer);
  const none = found([3], text('elsewhere'));
  expect(withNoted(none, notes)).toBe(none);
});
