import { describe, expect, test } from 'vitest';
import { functions } from '../declarations/declarations.ts';
import { languageAt } from '../declarations/language.ts';
import { isOperator } from '../declarations/operators.ts';
import type { Overload } from '../declarations/signature.ts';
import { diagnose } from './diagnose.ts';

/** A value of each kind, as written in an expression. */
const samples = [
  'null',
  'true',
  '1',
  '1u',
  '1.5',
  '"a"',
  'b"a"',
  '[]',
  '[1]',
  '["a"]',
  '[[1]]',
  '[{"a": 1}]',
  '{}',
  '{"a": 1}',
  '{1: "a"}',
  'timestamp(0)',
  'duration("1s")',
  'int',
  'optional.of(1)',
  'optional.of("a")',
  'optional.none()',
  'dyn(1)',
] as const;

const language = languageAt('middleware.after');

/** Calls with a value of each kind at one position, and valid arguments at the others. */
function callsOf(name: string, { receiver, parameters }: Overload): readonly string[] {
  const wanted = [...(receiver === null ? [] : [receiver]), ...parameters.map(({ type }) => type)].map(fitting);
  const places =
    wanted.length === 0 ? [[]] : wanted.flatMap((_, at) => samples.map((sample) => wanted.with(at, sample)));
  const pairs = wanted.length === 2 ? samples.flatMap((one) => samples.map((other) => [one, other])) : [];
  return [...places, ...pairs, samples.slice(0, wanted.length + 1), ['1']].map((all) => {
    const [first = '', ...rest] = all;
    return receiver === null ? `${name}(${all.join(', ')})` : `(${first}).${name}(${rest.join(', ')})`;
  });
}

function fitting(type: Overload['result']): string {
  switch (type.kind) {
    case 'scalar':
      return scalars[type.name];
    case 'list':
      return `[${fitting(type.element)}]`;
    case 'map':
      return `{${fitting(type.key)}: ${fitting(type.value)}}`;
    case 'opaque':
      return `optional.of(${type.parameters.map(fitting).join('')})`;
    default:
      return '1';
  }
}

const scalars = {
  null: 'null',
  bool: 'true',
  int: '1',
  uint: '1u',
  double: '1.5',
  string: '"a"',
  bytes: 'b"a"',
  timestamp: 'timestamp(0)',
  duration: 'duration("1s")',
} as const;

/** Parses `takes X here, and this is Y` and similar sentences. */
const contrasts = [/ takes (.*) here, and this is (.*?)(?::|\.$)/, / works on (.*), and this is (.*?)(?::|\.$)/];

const asKind = (text: string): string => text.replace(/^(?:a|an) /, '');

function faultIn(text: string): string | undefined {
  for (const { message } of diagnose(text, language)) {
    if (!/^[^a-z].*[.?]$/s.test(message)) return `no sentence: ${message}`;
    if (/undefined|<T>|\bNaN\b|\[object/.test(message)) return `a placeholder: ${message}`;
    // A single capital letter is an unresolved type parameter.
    if (/[(, :][A-Z][),. :]/.test(message.replaceAll(/`"[^`]*`/g, ''))) return `a type parameter: ${message}`;
    if (/\bany\b.*\bany\b/.test(message)) return `any, twice: ${message}`;
    for (const contrast of contrasts) {
      const [, wanted = '', actual = ''] = contrast.exec(message) ?? [];
      const kinds = wanted.split(/, | or /).map(asKind);
      if (actual !== '' && (kinds.includes(asKind(actual)) || kinds.includes('any value')))
        return `what is wanted is given: ${message}`;
    }
  }
  return undefined;
}

describe('the message for a mismatched call', () => {
  const callable = [...functions.values(), ...language.functions.values()].filter(({ name }) => !isOperator(name));

  test.each(callable.map((one) => [one.name, one] as const))(
    '%s: it neither contradicts itself nor shows a placeholder',
    (name, { overloads }) => {
      const texts = new Set(overloads.flatMap((overload) => callsOf(name, overload)));
      for (const text of texts) expect([text, faultIn(text)]).toEqual([text, undefined]);
    },
  );

  test('the same holds for operators', () => {
    const signs = ['+', '-', '*', '/', '%', '<', '<=', '==', '!=', 'in', '&&', '||'];
    const texts = samples.flatMap((left) =>
      samples.flatMap((right) => signs.map((sign) => `${left} ${sign} ${right}`)),
    );
    const indexed = samples.flatMap((left) => samples.map((right) => `${left}[${right}]`));
    const others = samples.flatMap((one) => [
      `!${one}`,
      `-${one}`,
      `${one}.exists(x, x)`,
      `${one} ? 1 : "a"`,
      `${one}.field`,
    ]);
    for (const text of [...texts, ...indexed, ...others]) expect([text, faultIn(text)]).toEqual([text, undefined]);
  });
});
