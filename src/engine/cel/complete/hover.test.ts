import { describe, expect, test } from 'vitest';
import type { SpecificationVariable } from '../../model/hooks.ts';
import { languageAt } from '../declarations/language.ts';
import { hoverAt } from './hover.ts';
import { shapeOf } from '../types/shape.ts';
import type { Type } from '../types/types.ts';

const calls = [
  { amount: 1200, to: 'x' },
  { amount: 5, to: 'y', note: 'hi' },
];
const types = new Map<SpecificationVariable, Type>([['input', shapeOf(calls)]]);

/** `|` marks the pointer's place; the result begins with the text that the hover describes. */
function hoverLines(marked: string): readonly string[] | null {
  const text = marked.replace('|', '');
  const data = { current: (name: string) => (name === 'input' ? calls[0] : undefined) };
  const hover = hoverAt(text, marked.indexOf('|'), languageAt('middleware.before', { types }), data);
  return hover && [text.slice(hover.range.start, hover.range.end), ...hover.lines];
}

describe('the hover at a place', () => {
  test.each([
    ['input.amou|nt > 3', ['amount', 'input.amount: int = 1200', 'Seen in this session: 1200, 5']],
    ['input.no|te', ['note', 'input.note: string', 'Occurs in 1 of 2.', 'Seen in this session: "hi"']],
    [
      'context.llm.tokens.to|tal > 3',
      ['total', 'context.llm.tokens.total: int', 'Prompt and completion tokens of all model calls so far.'],
    ],
    ['no|w', ['now', 'now: string', 'The time of the turn as text; timestamp(now) converts it to a timestamp.']],
    [
      'out|put',
      [
        'output',
        'output: any type',
        'Not available at middleware.before, only at turn, guardrail.after, middleware.after.',
      ],
    ],
    [
      'input.to.starts|With("x")',
      ['startsWith', 'string.startsWith(prefix: string): bool', 'Whether the string begins with the text.'],
    ],
    [
      're|view("ann")',
      ['review', 'review(user: string): bool', 'Asks a user to decide; the task waits, and a denial is false.'],
    ],
    ['["a"].exists(na|me, name == "a")', ['name', 'name: string', 'A variable of the macro around it.']],
    ['["a"].exists(name, na|me == "a")', ['name', 'name: string']],
  ])('%s', (marked, expected) => {
    expect(hoverLines(marked)).toEqual(expected);
  });

  test('a function with several forms shows the one that fits here first', () => {
    expect(hoverLines('si|ze(input)')?.[1]).toBe('size(value: map(A, B)): int');
    expect(hoverLines('ma|th.abs(1)')?.slice(0, 2)).toEqual(['math.abs', 'math.abs(value: int): int']);
  });

  test('a macro shows its form', () => {
    expect(hoverLines('[1].exi|sts(x, x > 1)')?.slice(1)).toEqual([
      'list.exists(x, condition)',
      'Whether the condition holds for at least one element, or key of a map.',
    ]);
  });

  test.each(['"te|xt"', '(((|', '|', '12|'])('%s: no hover without a name', (marked) => {
    expect(hoverLines(marked)).toBeNull();
  });
});
