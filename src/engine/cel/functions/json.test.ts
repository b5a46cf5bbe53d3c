import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Double, Uint } from '../../model/value.ts';
import { json } from '../../readers/json/index.ts';
import { CelError } from '../evaluate/eval-result.ts';
import { literal } from '../literal.ts';
import { evaluate, lacking } from '../testing.ts';
import { decodeJson } from './json.ts';

/** Number literals as programs write them. */
const numbers = fc.constantFrom(
  '0',
  '-0',
  '1',
  '1.0',
  '1e3',
  '-2.50',
  '9007199254740993',
  '-9223372036854775808',
  '18446744073709551616',
  '0.1',
  '1E+2',
  '1e-7',
  '123456789012345678901234567890',
  '-0.0',
  '1e400',
);
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    numbers,
    fc.constantFrom('true', 'false', 'null', '""', '"\\u00e9\\n"', '"😀"', '"\\ud83d"', '"\\\\"'),
    fc.string().map((text) => JSON.stringify(text)),
    fc.array(tie('tree'), { maxLength: 3 }).map((all) => `[${all.join(' , ')}]`),
    fc
      .array(fc.tuple(fc.constantFrom('a', 'b', '1', '__proto__', 'constructor', ''), tie('tree')), { maxLength: 3 })
      .map((all) => `{ ${all.map(([key, value]) => `${JSON.stringify(key)}:\t${value}`).join(',\n')} }`),
  ),
}));

describe('decoding', () => {
  it('yields the same as the reader of recordings', () => {
    fc.assert(
      fc.property(tree, (text) => {
        const read = json.read(text);
        if (!read.ok) throw new Error(read.problem.message);
        const decoded = decodeJson(text);
        expect(decoded instanceof CelError ? decoded.message : literal(decoded)).toBe(literal(read.value.value));
      }),
      { numRuns: 500 },
    );
  });

  it('refuses exactly the texts that are not JSON', () => {
    const mutated = fc
      .tuple(tree, fc.nat(), fc.nat(3), fc.constantFrom('', ',', '}', ']', '"', '\\', '0', '-', '.', 'e', 'x', '\n'))
      .map(([text, at, removed, put]) => {
        const start = at % (text.length + 1);
        return text.slice(0, start) + put + text.slice(start + removed);
      });
    fc.assert(
      fc.property(mutated, (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect(!(decodeJson(text) instanceof CelError)).toBe(isJson);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['json.decode("{\\"amount\\": 12, \\"rate\\": 1.0}")', '{"amount": 12, "rate": 1.0}'],
    ['json.decode("9007199254740993") + 1', '9007199254740994'],
    ['type(json.decode("1")) == int && type(json.decode("1e0")) == double', 'true'],
    ['json.decode("{\\"__proto__\\": {\\"x\\": 1}}")["__proto__"].x', '1'],
    ['has(json.decode("{}").constructor)', 'false'],
    [
      'json.decode("{\\"a\\": ")',
      'invalid_argument: "{\\"a\\": " is not JSON: at character 6, the text ends too early',
    ],
    ['json.decode("[1, }")', 'invalid_argument: "[1, }" is not JSON: at character 4, "}" is not expected there'],
    ['json.decode("")', 'invalid_argument: "" is not JSON: at character 0, the text ends too early'],
    ['json.decode(1)', 'no_such_overload: no such overload: json.decode(int)'],
  ])('%s is %s', (text, wanted) => {
    expect(evaluate(text)).toBe(wanted);
  });

  it('of a hostile text ends with an error', () => {
    expect(evaluate('json.decode(t)', { t: '['.repeat(100_000) })).toContain('nested more than 200 levels deep');
    expect(evaluate('json.decode(t)', { t: '1'.repeat(1_000_000) })).toContain('more than 4000 digits');
    expect(evaluate('json.decode(t)', { t: `"${'\\'.repeat(1_000_001)}"` })).toContain('is not JSON');
    expect(evaluate('size(json.decode(t))', { t: JSON.stringify('\n"\\'.repeat(1_000_000)) })).toBe('3000000');
  });
});

describe('encoding', () => {
  it('reads back as the same value', () => {
    fc.assert(
      fc.property(tree, (text) => {
        const value = decodeJson(text);
        if (value instanceof CelError || text.includes('1e400')) return;
        const back = evaluate('json.decode(json.encode(v))', { v: value });
        expect(back).toBe(literal(value));
      }),
    );
  });

  it.each([
    ['json.encode({"b": 1, "a": [1.0, null, true, "é\\n"]})', '{"b":1,"a":[1.0,null,true,"é\\n"]}'],
    ['json.encode({1: "a", true: 2u})', '{"1":"a","true":2}'],
    ['json.encode(b"abc")', '"YWJj"'],
    ['json.encode(timestamp("2026-05-20T03:45:00Z"))', '"2026-05-20T03:45:00Z"'],
    ['json.encode(duration("1.5s"))', '"1.5s"'],
    ['json.encode(null)', 'null'],
    ['json.encode("")', '""'],
  ])('%s is the text %s', (text, wanted) => {
    expect(evaluate(text)).toBe(literal(wanted));
  });

  it.each([
    ['json.encode([0.0 / 0.0])', 'invalid_argument: JSON has no number for NaN'],
    ['json.encode({"a": type(1)})', 'invalid_argument: JSON has nothing for a value of type type'],
    ['json.encode([optional.of(1)])', 'invalid_argument: JSON has nothing for a value of type optional'],
  ])('%s fails: %s', (text, wanted) => {
    expect(evaluate(text)).toBe(wanted);
  });

  it('of a value that the recording lacks is unknown', () => {
    expect(evaluate('json.encode({"a": [1, u]})', { u: lacking('u') })).toBe('unknown(u)');
    expect(evaluate('json.encode(v)', { v: { n: new Double(2), k: [new Uint(3n), lacking('u')] } })).toBe('unknown(u)');
  });
});
