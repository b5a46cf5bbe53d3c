import { describe, expect, it } from 'vitest';
import type { RecordValue, Value } from '../../model/value.ts';
import { Double } from '../../model/value.ts';
import { run } from '../testing.ts';
import { voiceMachine } from './machine.ts';
import { resolveData } from './operations/running.ts';
import { startCall } from './start.ts';
import { lookUp, placeholdersOf, resolveText } from './template.ts';
import { call } from './testing.ts';

const state = (context: RecordValue, variables: readonly { name: string; default?: Value }[] = []) =>
  startCall(context, { variables, now: '2026-05-20T03:00:00Z' }).state;

const spokenText = (workflow: RecordValue, text: string) => resolveText(state({ workflow }), text).text;

describe('a value in a text', () => {
  it.each<[Value, string]>([
    ['as it is', 'as it is'],
    ['', ''],
    [0, '0'],
    [new Double(1), '1.0'],
    [2.5, '2.5'],
    [false, 'false'],
    [null, ''],
    [['a', 1], '["a",1]'],
    [{ a: { b: null } }, '{"a":{"b":null}}'],
  ])('%j reads “%s”', (value, text) => {
    expect(spokenText({ value }, '<{{workflow.value}}>')).toBe(`<${text}>`);
  });

  it('is not resolved again, alone or together with the text around it', () => {
    expect(spokenText({ a: '{{workflow.b}}', b: 'B', open: '{{', close: '}}' }, '{{workflow.a}}')).toBe(
      '{{workflow.b}}',
    );
    expect(spokenText({ b: 'B', open: '{{', close: '}}' }, '{{workflow.open}}workflow.b{{workflow.close}}')).toBe(
      '{{workflow.b}}',
    );
    expect(spokenText({ a: '$& $1' }, '{{workflow.a}}')).toBe('$& $1');
  });
});

describe('a placeholder', () => {
  it('without a value stays in the text unchanged, and is reported', () => {
    const text = '{{ user.gone }} {{tenant.x}} {{}} {{workflow.a[+]}} {{user..x}} {{now}}';
    expect(resolveText(state({}), text)).toEqual({
      text: '{{ user.gone }} {{tenant.x}} {{}} {{workflow.a[+]}} {{user..x}} 2026-05-20T03:00:00Z',
      missed: ['user.gone', 'tenant.x', '', 'workflow.a[+]', 'user..x'],
    });
  });

  it('without a value gets the declared default, which does not enter the data', () => {
    const call = state({ user: { empty: '', none: null } }, [
      { name: 'user.name', default: 'there' },
      { name: 'user.empty', default: 'x' },
      { name: 'user.none', default: 'x' },
      { name: 'user.bare' },
    ]);
    const { text } = resolveText(call, '{{user.name}}|{{user.empty}}|{{user.none}}|{{user.bare}}');
    expect(text).toBe('there|||{{user.bare}}');
    expect(call.spaces.user).toEqual({ empty: '', none: null });
  });

  it('that is the complete text keeps its value’s type in data, and becomes text in texts', () => {
    const call = state({ params: { items: ['a'], n: 3 } });
    expect(
      resolveData(call, { items: '{{params.items}}', all: '{{ params }}', n: ' {{params.n}}', '{{k}}': true }).value,
    ).toEqual({
      items: ['a'],
      all: { items: ['a'], n: 3 },
      n: ' 3',
      '{{k}}': true,
    });
    expect(resolveText(call, '{{params.n}}').text).toBe('3');
  });

  it('is found in a text with its value, default or gap', () => {
    expect(
      placeholdersOf(state({ user: { a: 1 } }, [{ name: 'user.b', default: 2 }]), 'x{{user.a}}{{user.b}} {{user.c}}'),
    ).toEqual([
      { start: 1, end: 11, path: 'user.a', found: { kind: 'value', value: 1 } },
      { start: 11, end: 21, path: 'user.b', found: { kind: 'default', value: 2 } },
      { start: 22, end: 32, path: 'user.c', found: { kind: 'unresolved', why: 'there is no such value' } },
    ]);
  });
});

describe('a hostile template', () => {
  it('cannot insert a namespace into itself without limit', () => {
    const twice = call('action', {
      action: { type: 'context.set', path: 'workflow.x', value: { left: '{{workflow}}', right: '{{workflow}}' } },
    });
    const calls = Array.from({ length: 40 }, () => twice);
    const { decided } = run(voiceMachine, { given: { context: { workflow: { a: 1 } } }, calls });
    expect(decided[0]?.kind).toBe('done');
    expect(decided.at(-1)).toMatchObject({ kind: 'refused', error: { kind: 'value_too_large' } });
  });

  it('cannot make a text of unlimited length', () => {
    const long = 'x'.repeat(5_000_000);
    const { text, missed } = resolveText(state({ user: { long } }), '{{user.long}}'.repeat(20));
    expect(text.length).toBeLessThan(16_000_000);
    expect(missed).toHaveLength(17);
  });

  it('is read in linear time, with any number of braces', () => {
    expect(resolveText(state({}), '{{'.repeat(500_000)).text).toHaveLength(1_000_000);
    expect(resolveText(state({}), '{{a'.repeat(300_000)).missed).toEqual([]);
  });
});

it('a placeholder in a namespace that was not recorded is neither missing nor its default', () => {
  const { state } = startCall({}, { unrecorded: ['user'], variables: [{ name: 'user.name', default: 'there' }] });
  expect(lookUp(state, 'user.name')).toEqual({
    kind: 'unresolved',
    why: 'the recording does not have all of “user”',
  });
});
