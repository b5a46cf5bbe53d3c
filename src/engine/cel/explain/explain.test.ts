import { describe, expect, it } from 'vitest';
import type { Value } from '../../model/value.ts';
import { explain } from './explain.ts';
import { parse } from '../parse/parse.ts';
import { plan } from '../plan/plan.ts';
import { lacking, scopeOf } from '../testing.ts';

const variables: { readonly [name: string]: Value } = {
  input: { amount: 1200, to: 'x@other' },
  context: { input: [{ amount: 5 }, { amount: 1200 }, { amount: 7 }], model: null },
  lost: lacking('lost'),
};

function why(text: string) {
  const { expr } = parse(text);
  return explain(text, expr, plan(expr).trace(scopeOf(variables)));
}

/** Each part as `text → result`. */
const lines = (text: string) =>
  why(text).parts.map((part) => `${part.text} → ${part.value?.text ?? part.message ?? part.outcome}`);

const proof = (text: string) => {
  const { parts, proof: ids } = why(text);
  return ids.map((id) => parts.find((part) => part.id === id)?.text);
};

const path = (text: string, part: string) => why(text).parts.find((candidate) => candidate.text === part)?.path;

describe('every part of a rule', () => {
  it('has its value, its error or its missing values; a part that was not needed is unreached', () => {
    expect(lines('input.amount > 1000 || input.nothing')).toEqual([
      'input.amount > 1000 || input.nothing → true',
      'input.amount > 1000 → true',
      'input.amount → 1200',
      'input → {"amount": 1200, "to": "x@other"}',
      '1000 → 1000',
      'input.nothing → unreached',
      'input → unreached',
    ]);
    expect(lines('input.nothing == lost')).toEqual([
      'input.nothing == lost → the recording does not hold lost',
      'input.nothing → no such key: nothing',
      'input → {"amount": 1200, "to": "x@other"}',
      'lost → the recording does not hold lost',
    ]);
  });

  it('leaves out the namespaces of functions', () => {
    expect(lines('math.abs(input.amount)')).toEqual([
      'math.abs(input.amount) → 1200',
      'input.amount → 1200',
      'input → {"amount": 1200, "to": "x@other"}',
    ]);
  });

  it('has the place that it reads', () => {
    const text = 'context.input[size(context.input) - 1].amount + input["amount"] + 1';
    expect(path(text, 'context.input[size(context.input) - 1].amount')).toEqual(['context', 'input', 2, 'amount']);
    expect(path(text, 'input["amount"]')).toEqual(['input', 'amount']);
    expect(path(text, text)).toBeNull();
    expect(path('context.input.exists(x, x.amount > 1000)', 'x.amount')).toEqual(['context', 'input', 1, 'amount']);
    expect(path('[1].exists(x, x > 0)', 'x')).toBeNull();
  });
});

describe('a macro', () => {
  const elements = (text: string) =>
    why(text)
      .parts.find((part) => part.elements !== null)
      ?.elements?.map(
        ({ index, value, message, decides }) => `${index}: ${value?.text ?? message}${decides ? ' decides' : ''}`,
      );

  it('lists the result of each element and marks the deciding one', () => {
    expect(elements('context.input.exists(x, x.amount > 1000)')).toEqual(['0: false', '1: true decides']);
    expect(elements('context.input.all(x, x.amount > 6)')).toEqual(['0: false decides']);
    expect(elements('context.input.exists_one(x, x.amount > 6)')).toEqual([
      '0: false',
      '1: true decides',
      '2: true decides',
    ]);
    expect(elements('context.input.exists(x, x.to == "a")')?.[0]).toBe('0: no such key: to decides');
    expect(elements('context.input.map(x, x.amount > 1000, x.amount)')).toEqual(['0: false', '1: 1200', '2: false']);
  });

  it('keeps the trace of its body for the deciding element', () => {
    expect(lines('[1, 0, 2].exists(x, 4 / x == 5)')).toContain('4 / x → divide by zero');
    expect(lines('[1, 0, 2].exists(x, 4 / x == 5)')).toContain('x → 0');
    expect(lines('[[1, 2], [3]].all(l, l.all(x, x < 3))')).toContain('x → 3');
    expect(lines('[2, 1].all(x, x > 1 || x / 0 > 1)').filter((line) => line.startsWith('x / 0 '))).toEqual([
      'x / 0 > 1 → divide by zero',
      'x / 0 → divide by zero',
    ]);
  });

  it('keeps a hundred elements, and the one that decided', () => {
    const kept = elements('lists.range(5000).exists(x, x == 4000)');
    expect(kept).toHaveLength(101);
    expect(kept?.at(-1)).toBe('4000: true decides');
    expect(why('lists.range(5000).exists(x, x == 4000)').parts[0]?.tried).toBe(4001);
  });
});

describe('the proof', () => {
  it.each([
    ['input.amount <= 1000 && input.to == "a"', ['input.amount <= 1000']],
    ['input.amount <= 1000 || input.to == "a"', ['input.amount <= 1000', 'input.to == "a"']],
    ['input.amount > 1000 || input.to == "a"', ['input.amount > 1000']],
    ['!(input.amount > 1000)', ['input.amount > 1000']],
    ['input.amount > 1 ? has(context.model) : false', ['input.amount > 1', 'has(context.model)']],
    ['!context.input.exists(x, x.amount > 1000)', ['x.amount > 1000', 'context.input.exists(x, x.amount > 1000)']],
    ['context.input.all(x, x.amount > 1) || false', ['context.input.all(x, x.amount > 1)']],
    ['input.nothing.more == 1 && true', ['input.nothing']],
    ['lost.x > 1 || input.amount == 1', ['lost']],
  ])('of %s', (text, wanted) => {
    expect(proof(text)).toEqual([...wanted, text]);
  });

  it('of a plain comparison is the comparison', () => {
    expect(proof('input.amount > 1000')).toEqual(['input.amount > 1000']);
  });
});
