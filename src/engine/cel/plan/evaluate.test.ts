import { describe, expect, it } from 'vitest';
import { double, Double, ListView, MapView, Uint } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { extendLibrary } from '../evaluate/library.ts';
import { runCase } from '../cases.ts';
import { CelError } from '../evaluate/eval-result.ts';
import { parse } from '../parse/parse.ts';
import { plan } from './plan.ts';
import { walk } from '../walk.ts';
import { evaluate, lacking, scopeOf } from '../testing.ts';
import { specificationLibrary, standardLibrary } from '../functions/index.ts';

describe('logic absorbs errors that do not matter', () => {
  const variables = { u: lacking('u'), v: lacking('v') };

  it.each([
    ['false && 1 / 0 == 1', 'false'],
    ['1 / 0 == 1 && false', 'false'],
    ['1 / 0 == 1 || true', 'true'],
    ['u && false', 'false'],
    ['u || true', 'true'],
    ['u && true', 'unknown(u)'],
    ['u || false', 'unknown(u)'],
    ['1 / 0 == 1 && u', 'unknown(u)'],
    ['u || v', 'unknown(u, v)'],
    ['u == 1 || v > 2 || u == 3', 'unknown(u, v)'],
    ['u + 1 / 0', 'unknown(u)'],
    ['string(1 / 0).startsWith(u)', 'unknown(u)'],
    ['u.startsWith(v)', 'unknown(u, v)'],
    ['1 / 0 == 1 || false', 'divide_by_zero: divide by zero'],
    ['1 && true', 'no_such_overload: no such overload: int && '.slice(0, -4)],
    ['1 && false', 'false'],
    ['u ? 1 : 2', 'unknown(u)'],
    ['true ? 1 : u', '1'],
    ['[1, 2, 0].exists(x, 1 / x == 1)', 'true'],
    ['[0, 2].exists(x, 1 / x == 1)', 'divide_by_zero: divide by zero'],
    ['[0, 2].all(x, 1 / x == 1)', 'false'],
    ['[1, u].exists(x, x == 2)', 'unknown(u)'],
    ['[0].exists(x, 1 / x == u)', 'unknown(u)'],
  ])('%s is %s', (text, wanted) => {
    expect(evaluate(text, variables)).toContain(wanted);
  });
});

it('an error names the part that failed, and enclosing parts keep that', () => {
  const failedAt = (text: string) => {
    const { expr } = parse(text);
    const result = plan(expr).run(scopeOf({}));
    if (!(result instanceof CelError)) return undefined;
    const parts = [...walk(expr)].map((part) => part.expr);
    const range = parts.find(({ id }) => id === result.nodeId)?.range;
    return range && text.slice(range.start, range.end);
  };
  expect(failedAt('nope + 1')).toBe('nope');
  expect(failedAt('[1 / 0, 2].size() > 1')).toBe('1 / 0');
  expect(failedAt('{"a": 1}.b == 2')).toBe('{"a": 1}.b');
});

describe('numbers', () => {
  it.each([
    ['1 == 1.0 && 1u == 1 && 1 < 1.5 && 2u > 1.5', 'true'],
    ['9007199254740993 == 9007199254740992', 'false'],
    ['9007199254740992 + 1', '9007199254740993'],
    ['9007199254740993 - 9007199254740992', '1'],
    ['9223372036854775807 + 1', 'overflow: integer overflow'],
    ['-(-9223372036854775808)', 'overflow: integer overflow'],
    ['-9223372036854775808 / -1', 'overflow: integer overflow'],
    ['3000000000 * 3000000000', '9000000000000000000'],
    ['4000000000 * 4000000000', 'overflow: integer overflow'],
    ['0u - 1u', 'overflow: unsigned integer overflow'],
    ['-7 / 2', '-3'],
    ['-7 % 2', '-1'],
    ['7 * 3 % 4 - 8 / 4 * 2', '-3'],
    ['1 / 0', 'divide_by_zero: divide by zero'],
    ['1.0 / 0.0', 'double("Infinity")'],
    ['0.5 + 0.5', '1.0'],
    ['0 * -1', '0'],
    ['double("NaN") == double("NaN")', 'false'],
    [
      '1 + 1.5',
      'no_such_overload: no such overload: int + double; CEL does not mix number types here, convert the whole number with double(…)',
    ],
    ['{1: "int", 2u: "uint"}[1u] + {1: "int", 2u: "uint"}[2.0]', '"intuint"'],
    ['[10, 20][1.0] == 20 && 1.0 in [1] && 1 in {1u: 2}', 'true'],
  ])('%s is %s', (text, wanted) => {
    expect(evaluate(text)).toBe(wanted);
  });
});

describe('members that JavaScript objects inherit', () => {
  const hostile = JSON.parse('{"__proto__": 1, "constructor": 2, "a": null}') as Value; // plain JSON is a value

  it('are not keys', () => {
    for (const name of ['toString', 'constructor', '__proto__', 'hasOwnProperty', 'valueOf']) {
      expect(evaluate(`m.${name}`, { m: {} })).toBe(`no_such_key: no such key: ${name}`);
      expect(evaluate(`has(m.${name}) || "${name}" in m`, { m: {} })).toBe('false');
      expect(evaluate(name)).toContain('undeclared_reference');
      expect(evaluate(`x.${name}()`, { x: 1 })).toContain('undeclared_reference');
      expect(evaluate(`${name}(1)`)).toContain('undeclared_reference');
    }
  });

  it('do not hide own keys of such names, nor null', () => {
    expect(evaluate('m.__proto__ + m.constructor', { m: hostile })).toBe('3');
    expect(evaluate('has(m.a) && m.a == null && m[?"a"].hasValue()', { m: hostile })).toBe('true');
    expect(evaluate('{"__proto__": 1}.__proto__')).toBe('1');
  });
});

describe('views', () => {
  class Squares extends ListView {
    readonly length = 4;
    at(index: number): Value {
      return index * index;
    }
  }
  class Half extends MapView {
    get(key: string): Value | undefined {
      return key === 'known' ? 1 : key === 'lost' ? lacking('lost') : undefined;
    }
    keys(): readonly string[] {
      return ['known', 'lost'];
    }
  }
  const variables = { list: new Squares(), map: new Half() };

  it.each([
    ['list == [0, 1, 4, 9] && 4 in list && list[3] == 9 && size(list) == 4', 'true'],
    ['list.filter(x, x > 1) + [1]', '[4, 9, 1]'],
    ['list[4]', 'index_out_of_range: index out of range: 4, the list has 4 elements'],
    ['list.map(i, x, i + x)', 'undeclared_reference'],
    ['list.transformList(i, x, i + x)', '[0, 2, 6, 12]'],
    ['map.known == 1 && has(map.known) && !has(map.other) && size(map) == 2', 'true'],
    ['map.lost', 'unknown(lost)'],
    ['has(map.lost)', 'unknown(lost)'],
    ['map.exists(k, map[k] == 1)', 'true'],
    ['map == {"known": 1, "lost": 2}', 'unknown(lost)'],
    ['map == {"known": 2, "lost": 2}', 'false'],
  ])('%s is %s', (text, wanted) => {
    expect(evaluate(text, variables)).toContain(wanted);
  });
});

describe('names', () => {
  it('are resolved in the container first, and may have dots', () => {
    const scope = new Map<string, Value>([
      ['a.b.x', 1],
      ['x', 2],
      ['a.c.d', { e: 3 }],
    ]);
    const options = { container: 'a.b', qualified: new Set(['a.b.x', 'a.c.d']) };
    const run = (text: string) => plan(parse(text).expr, standardLibrary, options).run(scope);
    expect([run('x'), run('.x'), run('a.c.d.e'), run('c.d.e'), run('[5].map(x, x)[0]')]).toEqual([1, 2, 3, 3, 5]);
  });

  it('that do not exist fail when they are reached, with a helpful message', () => {
    expect(evaluate('true || later')).toBe('true');
    expect(evaluate('float(1)')).toBe(
      'undeclared_reference: undeclared reference: there is no function float(); CEL has double(x)',
    );
    expect(evaluate('True')).toBe('undeclared_reference: undeclared reference: True; CEL writes true');
    expect(evaluate('startsWith("a", "b")')).toContain('written x.startsWith(…)');
  });

  it('of types are values', () => {
    expect(
      evaluate('type(1) == int && type(timestamp(0)) == google.protobuf.Timestamp && type(null) == null_type'),
    ).toBe('true');
  });
});

it('a host may add functions, under namespaces too', () => {
  const review = { name: 'review', form: 'function', arity: [1, 1], call: () => lacking('review') } as const;
  const read = {
    name: 'mount.read',
    form: 'function',
    arity: [1, 1],
    call: ([path = null]: readonly Value[]) => path,
  } as const;
  const library = extendLibrary(standardLibrary, [review, read]);
  expect(evaluate('mount.read("a") == "a" && review("u")', {}, {}, library)).toBe('unknown(review)');
});

describe('the specification’s `last` returns the element, or an optional where one is needed', () => {
  it.each([
    ['[1, 2].last()', '2'],
    ['[{"n": 1}].last().n', '1'],
    ['[1, 2].last() + 1', '3'],
    ['[].last()', 'index_out_of_range: index out of range: last() of an empty list'],
    ['[1, 2].last().value()', '2'],
    ['[].last().orValue(3)', '3'],
    ['[].last().hasValue()', 'false'],
    ['[].last().or([1].last()).value()', '1'],
    ['[{"n": 1}].last().?n.orValue(0)', '1'],
    ['[].last().?n.orValue(0)', '0'],
    ['[[1]].last()[?0].value()', '1'],
    ['[].last().optMap(x, x + 1)', 'optional.none()'],
    ['[?[].last(), ?[1].last()]', '[1]'],
    ['{?"a": [].last()}', '{}'],
    ['[[1]].last().last()', '1'],
  ])('%s is %s', (text, wanted) => {
    expect(evaluate(text, {}, {}, specificationLibrary)).toBe(wanted);
    const answer = runCase({ expr: text });
    expect(
      'value' in answer ? answer.value : 'error' in answer && `${answer.error.kind}: ${answer.error.message}`,
    ).toBe(wanted);
  });

  it('elsewhere it is CEL’s own', () => {
    expect(evaluate('[1, 2].last()')).toBe('optional.of(2)');
  });
});

describe('no rule hangs', () => {
  const loop = 'lists.range(1000).exists(a, lists.range(1000).exists(b, lists.range(1000).exists(c, a + b + c < 0)))';

  it('a budget ends the evaluation, even where logic would absorb the error', () => {
    expect(evaluate(loop)).toContain('budget_exceeded');
    expect(evaluate(`${loop} || true`)).toContain('budget_exceeded');
    expect(evaluate('[1, 2, 3].exists(x, x == 3)', {}, { budget: 2 })).toContain('budget_exceeded');
  });

  it('a stop request ends it too', () => {
    let checks = 0;
    expect(evaluate(loop, {}, { stopped: () => ++checks > 3 })).toBe('stopped: the evaluation was stopped');
  });

  it('growing without bound is refused', () => {
    const doubling = (start: string) =>
      `cel.bind(x, ${start}, ${'cel.bind(x, x + x, '.repeat(60)}size(x)${')'.repeat(61)}`;
    expect(evaluate(doubling('[1]'))).toContain('budget_exceeded');
    expect(evaluate(doubling('"ab"'))).toContain('budget_exceeded');
  });

  it('a catastrophic pattern takes linear time', () => {
    expect(evaluate('text.matches("(a+)+$b") || text.matches("(a|aa)+$c")', { text: 'a'.repeat(100_000) })).toBe(
      'false',
    );
  });
});

it('deep values and deep expressions cause no stack overflow', () => {
  const nested = (depth: number): Value => {
    let value: Value = 1;
    for (let i = 0; i < depth; i++) value = [value];
    return value;
  };
  expect(evaluate('a == b', { a: nested(100_000), b: nested(100_000) })).toBe('true');
  for (const text of [
    `1${' + 1'.repeat(1000)}`,
    `${'a ? '.repeat(0)}${'!a ? 1 : '.repeat(1000)}2`,
    `"a"${'.trim()'.repeat(1000)}`,
  ]) {
    const program = plan(parse(text).expr);
    const scope = scopeOf({ a: true });
    expect(program.run(scope)).toEqual(program.trace(scope).result);
  }
});

it('doubles stay doubles', () => {
  expect([double(1), double(1.5)]).toEqual([new Double(1), 1.5]);
  expect(evaluate('type(x) == double && type(y) == uint', { x: new Double(3), y: new Uint(3n) })).toBe('true');
});
