import { expect, test } from 'vitest';
import type { Value } from '../model/value.ts';
import { readScript } from './script.ts';

const problemOf = (value: Value) => {
  const read = readScript(value);
  return read.ok ? null : read.problem;
};

test('a script holds a system, initial values and calls', () => {
  expect(readScript({ system: 'voice' })).toEqual({ ok: true, value: { system: 'voice', given: {}, do: [] } });
  const calls = [{ op: 'set', as: 'x', args: { path: 'user.a' }, expect: 'ignored here' }];
  expect(readScript({ title: 't', system: 'voice', do: calls })).toMatchObject({
    value: { title: 't', do: [{ op: 'set', as: 'x', args: { path: 'user.a' } }] },
  });
});

test('a text that is no script is refused with the place of the fault', () => {
  expect(problemOf({ system: 'other' })).toEqual({
    code: 'script/malformed',
    message:
      'This is not a script {system, given, do}: “system” is wrong (One of task, a2a, noetic, voice, adk was expected).',
  });
  expect(problemOf({ system: 'task', given: [1] })?.message).toContain('“given” is wrong (An object was expected)');
  expect(problemOf({ system: 'task', do: [{ op: 'a' }, { args: {} }] })?.message).toContain('“do.1.op” is wrong');
  expect(problemOf(null)?.message).toContain('“the whole script”');
});
