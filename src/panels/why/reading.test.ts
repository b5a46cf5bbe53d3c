import { describe, expect, test } from 'vitest';
import { errorCountedAs } from '../../engine/model/decisions.ts';
import type { HookId } from '../../engine/model/hooks.ts';
import type { ExplainedPart, Explanation, ValuePreview } from '../../worker/protocol.ts';
import { partLines, proofSteps, showsEveryPart } from './reading.ts';
import { elementsInWords, eligibleText, verdictTitle } from './words.ts';

const rule = 'input.amount <= 1000 || input.to.endsWith("x")';
const preview = (text: string): ValuePreview => ({ type: 'bool', text, cut: false });

interface Written {
  readonly id: number;
  readonly parent: number | null;
  readonly text: string;
  readonly value?: string;
  readonly path?: readonly string[];
  readonly outcome?: ExplainedPart['outcome'];
}

/** A part of `rule`, at the first occurrence of its text. */
const partOf = ({ id, parent, text, value, path, outcome = 'value' }: Written): ExplainedPart => ({
  id,
  parent,
  text,
  start: rule.indexOf(text),
  end: rule.indexOf(text) + text.length,
  outcome,
  value: value === undefined ? null : preview(value),
  message: null,
  path: path ?? null,
  writtenAt: null,
  elements: null,
  tried: null,
});

const parts = [
  { id: 1, parent: null, text: rule, value: 'false' },
  { id: 2, parent: 1, text: 'input.amount <= 1000', value: 'false' },
  { id: 3, parent: 2, text: 'input.amount', value: '1200', path: ['input', 'amount'] },
  { id: 4, parent: 3, text: 'input', value: '{…}', path: ['input'] },
  { id: 5, parent: 2, text: '1000', value: '1000' },
  { id: 6, parent: 1, text: 'input.to.endsWith("x")', value: 'false' },
  { id: 7, parent: 6, text: 'input.to', value: '"y"', path: ['input', 'to'] },
  { id: 8, parent: 6, text: '"x"', value: '"x"' },
].map(partOf);

const explanation: Explanation = { verdict: 'fire', value: preview('false'), problem: null, parts, proof: [2, 6, 1] };

describe('the proof', () => {
  test('lists each deciding part with the values it read, without literals and the whole rule', () => {
    const lines = proofSteps(explanation).map(({ part, operands }) => [
      part.text,
      operands.map((one) => one.value?.text),
    ]);
    expect(lines).toEqual([
      ['input.amount <= 1000', ['1200']],
      ['input.to.endsWith("x")', ['"y"']],
    ]);
    expect(showsEveryPart(explanation, proofSteps(explanation))).toBe(true);
  });

  test('is the whole rule where no other part decided, with what its computed operands read', () => {
    const sum = [
      { id: 1, parent: null, text: rule, value: 'false' },
      { id: 2, parent: 1, text: 'input.amount <= 1000', value: '9' },
      { id: 3, parent: 2, text: 'input.amount', value: '3', path: ['input', 'amount'] },
      { id: 4, parent: 2, text: 'amount', value: '3', path: ['input', 'amount'] },
      { id: 5, parent: 1, text: 'input.amount', value: '3', path: ['input', 'amount'] },
    ].map(partOf);
    const [step] = proofSteps({ ...explanation, parts: sum, proof: [1] });
    expect([step?.part.text, ...(step?.operands ?? []).map(({ text }) => text)]).toEqual([
      rule,
      'input.amount <= 1000',
      'input.amount',
      'amount',
    ]);
  });

  test('does not show every part where one had no say', () => {
    const passing = { ...explanation, proof: [2, 1] };
    expect(showsEveryPart(passing, proofSteps(passing))).toBe(false);
  });

  test('for a macro lists the values it reads besides its list', () => {
    const elements = [
      {
        index: 0,
        element: preview('{…}'),
        outcome: 'value',
        value: preview('false'),
        message: null,
        decides: false,
        path: null,
        writtenAt: null,
      },
    ] as const;
    const macro = [
      { id: 1, parent: null, text: rule, value: 'false' },
      { id: 2, parent: 1, text: 'input', value: '[…]', path: ['context', 'input'] },
      { id: 3, parent: 1, text: 'amount <= 1000', value: 'false' },
      { id: 4, parent: 3, text: 'amount', value: '3', path: ['context', 'input', 'amount'] },
      { id: 5, parent: 3, text: 'input.to', value: '"y"', path: ['input', 'to'] },
    ].map((part) => ({ ...partOf(part), elements: part.id === 1 ? elements : null }));
    const [line] = proofSteps({ ...explanation, parts: macro, proof: [1] });
    expect(line?.operands.map((one) => one.text)).toEqual(['input.to']);
  });

  test('puts what decided inside a macro below the macro', () => {
    const element = {
      index: 0,
      element: preview('{…}'),
      outcome: 'value',
      message: null,
      decides: true,
      path: null,
      writtenAt: null,
    } as const;
    const macro = parts.map((part) =>
      part.id === 1 ? { ...part, elements: [{ ...element, value: preview('true') }] } : part,
    );
    const steps = proofSteps({ ...explanation, parts: macro, proof: [6, 2, 1] });
    expect(steps.map(({ part, inner }) => [part.text, inner.map((one) => one.part.text)])).toEqual([
      [rule, ['input.amount <= 1000', 'input.to.endsWith("x")']],
    ]);
  });
});

describe('the parts', () => {
  test('are in reading order below their parent, without literals and path steps', () => {
    expect(partLines(explanation).map(({ part, depth }) => `${depth} ${part.text}`)).toEqual([
      `0 ${rule}`,
      '1 input.amount <= 1000',
      '2 input.amount',
      '1 input.to.endsWith("x")',
      '2 input.to',
    ]);
  });

  test('a path step that failed is listed', () => {
    const failed = parts.map((part) =>
      part.id === 3 || part.id === 4 ? { ...part, outcome: 'error' as const } : part,
    );
    expect(partLines({ ...explanation, parts: failed }).map(({ part }) => part.text)).toContain('input');
  });

  test('a failure is listed where it arose, and not again at every parent', () => {
    const message = 'no such key: amount';
    const failed = parts.map((part) =>
      [1, 2, 3].includes(part.id) ? { ...part, outcome: 'error' as const, value: null, message } : part,
    );
    const lines = partLines({ ...explanation, parts: failed });
    expect(lines.filter((line) => line.part.message !== null).map(({ part }) => part.text)).toEqual(['input.amount']);
  });

  test('a rule nested a hundred thousand levels deep works', () => {
    const deep = Array.from({ length: 100_000 }, (_, id) =>
      partOf({ id, parent: id === 0 ? null : id - 1, text: 'input', value: 'false' }),
    );
    expect(partLines({ ...explanation, parts: deep })).toHaveLength(100_000);
  });
});

describe('the words', () => {
  test('a title states the verdict and the value of the assertion', () => {
    expect(verdictTitle({ verdict: 'fire', value: preview('false') }, null)).toBe('FIRES (assert is false)');
    expect(verdictTitle({ verdict: 'fire', value: preview('0') }, null)).toBe('FIRES (assert is 0)');
    expect(verdictTitle({ verdict: 'pass', value: preview('true') }, null)).toBe('PASSES (assert is true)');
  });

  test('the tried elements are counted, with their result where all have the same', () => {
    const tried = (value: string, index: number, decides = false) =>
      ({
        index,
        element: preview('1'),
        outcome: 'value',
        value: preview(value),
        message: null,
        decides,
        path: null,
        writtenAt: null,
      }) as const;
    expect(elementsInWords([], 0)).toBe('an empty list: no element to try');
    expect(elementsInWords([tried('false', 0)], 1)).toBe('1 element tried');
    expect(elementsInWords([tried('false', 0), tried('false', 1)], 2)).toBe('2 elements tried, each false');
    expect(elementsInWords([tried('false', 0), tried('true', 1, true)], 2)).toBe('2 elements tried, [1] decided');
    expect(elementsInWords([tried('false', 0)], 900)).toBe('900 elements tried, 1 of them here, each false');
  });

  test('an error states how it is counted, for a rule that asserts', () => {
    const error = { verdict: 'error', value: null } as const;
    const title = (hook: HookId, assertError: 'closed' | 'open') =>
      verdictTitle(error, errorCountedAs({ hook }, { assertError }));
    expect(title('middleware.before', 'closed')).toBe('ERROR, counted as failed (it has no value)');
    expect(title('guardrail.after', 'open')).toBe('ERROR, counted as passed (it has no value)');
    expect(title('turn', 'closed')).toBe('ERROR (it has no value)');
  });

  test('a hook’s sentence states at which turns it runs', () => {
    const ofPolicy = { hook: 'middleware.before', match: null } as const;
    expect(eligibleText({ ...ofPolicy, functions: ['refund', 'refund_all'] })).toBe(
      'Before a tool call (middleware.before), a rule is judged at calls of refund, refund_all.',
    );
    expect(eligibleText({ ...ofPolicy, functions: [] })).toBe(
      'Before a tool call (middleware.before), a rule is judged at calls, but this session never used the rule’s function.',
    );
    expect(eligibleText({ hook: 'middleware.before', match: 'refund' })).toBe(
      'Before a tool call (middleware.before), a rule is judged at calls of refund.',
    );
  });
});
