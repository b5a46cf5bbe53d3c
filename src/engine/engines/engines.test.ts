import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { CelError, parse, plan } from '../cel/index.ts';
import { resultText } from '../cel/testing.ts';
import { Double, Duration, Timestamp, Uint, Unknown, type Value } from '../model/value.ts';
import { sameAnswer } from '../portability/same-answer.ts';
import { evaluating, refusalOf, TookTooLong } from './judged-by.ts';
import { engineOf, engines, isOurs, loadEngines, otherEngines } from './registry.ts';

const ids = engines.map(({ id }) => id);
beforeAll(() => loadEngines(ids));

const evaluated = (id: string, text: string, variables: { readonly [name: string]: Value } = {}) =>
  evaluating(engineOf(id), text)(new Map(Object.entries(variables)));

const { version, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly version: string;
  readonly devDependencies: { readonly [name: string]: string };
};

test('each engine has the version that is installed', () => {
  for (const engine of engines) expect(engine.version).toBe(isOurs(engine.id) ? version : devDependencies[engine.id]);
});

describe.each(ids)('%s', (id) => {
  test('computes with what it is given', () => {
    const variables: { readonly [name: string]: Value } = {
      amount: 1200,
      share: 0.5,
      names: ['ann', 'bob'],
      input: { recipient: 'ann', amounts: [1, 2, 3], none: null, done: false },
    };
    for (const [text, expected] of [
      ['amount + 1', 1201],
      ['share > 0.25', true],
      ['input.recipient in names', true],
      ['input.amounts.exists(x, x > 2)', true],
      ['input.amounts.filter(x, x > 1)', [2, 3]],
      ['input.none == null', true],
      ['!input.done', true],
      ['has(input.recipient) && !has(input.sender)', true],
      ['size(input) == 4', true],
      ['input', variables['input']],
      ['{"a": [1, 2]}', { a: [1, 2] }],
    ] as const) {
      const result = evaluated(id, text, variables);
      expect([text, result instanceof CelError ? resultText(result) : sameAnswer(expected ?? null, result)]).toEqual([
        text,
        true,
      ]);
    }
  });

  test('returns its own numbers and times as values of CEL, or says that it lacks them', () => {
    const known: { readonly [text: string]: Value } = {
      'double(1)': new Double(1),
      '1u': new Uint(1n),
      'uint(1) + big': new Uint(3n),
      'at - duration("1s")': new Timestamp(9n, 0),
      'for_long + duration("1s")': new Duration(3_000_000_000n),
      'b"a"': new Uint8Array([97]),
    };
    const variables = { big: new Uint(2n), at: new Timestamp(10n, 0), for_long: new Duration(2_000_000_000n) };
    for (const [text, expected] of Object.entries(known)) {
      const result = evaluated(id, text, variables);
      const isLacking = id === 'cel-js' && (result instanceof CelError || sameAnswer(expected, result));
      expect(isLacking ? expected : result).toEqual(expected);
    }
  });

  test('fails with a message of one line', () => {
    for (const text of ['input.missing > 1', 'nowhere', '1 + "a"', 'unheard(1)', '"a".unheard()']) {
      const result = evaluated(id, text, { input: {} });
      expect(result).toBeInstanceOf(CelError);
      expect(result instanceof CelError && result.message).toMatch(/^[^\n]+$/);
    }
  });

  test('refuses a text that does not parse, and says why', () => {
    expect(refusalOf(engineOf(id), '1 +')).toMatch(/^[^\n]+$/);
    expect(refusalOf(engineOf(id), '1 + 1')).toBeNull();
    expect(evaluated(id, '1 +')).toBeInstanceOf(CelError);
  });

  test('reads keys of a recording as keys, also those that JavaScript knows', () => {
    const input = Object.fromEntries(
      ['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map((key) => [key, `own ${key}`]),
    );
    for (const key of ['constructor', 'toString', 'hasOwnProperty', '__proto__']) {
      expect(evaluated(id, `input["${key}"]`, { input })).toBe(`own ${key}`);
      expect(evaluated(id, `"${key}" in input`, { input })).toBe(true);
    }
    expect(sameAnswer(4, evaluated(id, 'size(input)', { input }))).toBe(true);
    expect(sameAnswer(input, evaluated(id, 'input', { input }))).toBe(true);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
    expect('own __proto__' in {}).toBe(false);
  });

  test('never reaches a member of JavaScript', () => {
    const variables = {
      input: { text: 'a', list: [1], map: {}, at: new Timestamp(1n, 0), bytes: new Uint8Array([1]) },
    };
    for (const member of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'push', 'getTime', 'valueOf'])
      for (const holder of ['input', 'input.text', 'input.list', 'input.map', 'input.at', 'input.bytes'])
        for (const text of [`${holder}.${member}`, `${holder}["${member}"]`, `${holder}.${member}.constructor`, member])
          expect([text, evaluated(id, text, variables) instanceof CelError]).toEqual([text, true]);
    for (const text of ['constructor("a")', 'toString()', 'valueOf()', '__defineGetter__("a", 1)', 'eval("1")'])
      expect([text, evaluated(id, text, variables) instanceof CelError]).toEqual([text, true]);
  });
});

describe('a rule of a session in another engine', () => {
  const judged = (id: string, text: string, scope: ReadonlyMap<string, Value>) => {
    const { expr } = parse(text);
    return engineOf(id).judgedBy({ expression: text }, expr, plan(expr)).run(scope);
  };

  test('is not asked for what the recording lacks, and is where the result does not depend on it', () => {
    const lacking = new Unknown([['context', 'cost']]);
    const scope = new Map<string, Value>([['context', { cost: lacking, turns: 2 }]]);
    for (const { id } of otherEngines) {
      expect(judged(id, 'context.cost > 1', scope)).toEqual(lacking);
      expect(judged(id, 'context.turns > 1 && context.cost > 1', scope)).toEqual(lacking);
      expect(judged(id, 'context.turns > 1 ? true : context.cost > 1', scope)).toBe(true);
      expect(judged(id, 'has(context.turns)', scope)).toBe(true);
    }
  });

  test('is given only what it reads', () => {
    let reads = 0;
    const scope = {
      get(name: string) {
        reads += 1;
        return name === 'input' ? { amount: 5, note: new Unknown([['input', 'note']]) } : ['a'];
      },
    };
    const text = 'input.amount > 1 && names.all(input2, input2 == "a")';
    const { expr } = parse(text);
    for (const { id } of otherEngines) {
      reads = 0;
      expect(engineOf(id).judgedBy({ expression: text }, expr, plan(expr)).run(scope)).toBe(true);
      expect(reads).toBe(2);
    }
  });

  test('that takes too long is ended, and not evaluated again', () => {
    let calls = 0;
    const engine = {
      ...engineOf('@marcbachmann/cel-js'),
      within: () => {
        calls += 1;
        throw new TookTooLong('too long');
      },
    };
    const evaluate = evaluating(engine, '"a".matches("(a+)+b")');
    for (let turn = 0; turn < 3; turn++) expect(resultText(evaluate(new Map()))).toBe('budget_exceeded: too long');
    expect(calls).toBe(1);
  });
});
