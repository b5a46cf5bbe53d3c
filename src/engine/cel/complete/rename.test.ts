import { describe, expect, test } from 'vitest';
import { languageAt } from '../declarations/language.ts';
import { bindingAt, renamed } from './rename.ts';

const language = languageAt('guardrail.before');

/** The text after a renaming at the bar, or the reason for a refusal. */
function after(marked: string, to: string): string {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const result = renamed(text, offset, to, language);
  if (!result.ok) return result.problem.message;
  return [...result.value]
    .toSorted((a, b) => b.start - a.start)
    .reduce((now, { start, end }) => now.slice(0, start) + to + now.slice(end), text);
}

describe('renaming what a macro binds', () => {
  test.each([
    ['a.exists(|x, x.y == x)', 'a.exists(item, item.y == item)'],
    ['a.exists(x, |x.y == 1)', 'a.exists(item, item.y == 1)'],
    ['a.exists(x, x.all(x, x == |x))', 'a.exists(x, x.all(item, item == item))'],
    ['a.exists(x, |x.all(x, x == 1))', 'a.exists(item, item.all(x, x == 1))'],
    ['cel.bind(v, v, |v + 1)', 'cel.bind(item, v, item + 1)'],
    ['a.transformMap(k, |v, k + v)', 'a.transformMap(k, item, k + item)'],
    ['x && a.exists(|x, x)', 'x && a.exists(item, item)'],
    ['a.exists(|x, x.p && b.all(item, item == 1))', 'a.exists(item, item.p && b.all(item, item == 1))'],
    ['a.map(x, b.x + |x).x', 'a.map(item, b.x + item).x'],
  ])('%s', (marked, expected) => {
    expect(after(marked, 'item')).toBe(expected);
  });

  test('is refused where it would change the meaning', () => {
    expect(after('a.exists(|x, x == input)', 'input')).toBe(
      '`input` is a variable of this hook that is used here; the two would become one.',
    );
    expect(after('a.exists(|x, x == y)', 'y')).toContain('the two would become one');
    expect(after('a.exists(|x, b.all(y, x == 1))', 'y')).toContain('would hide this one');
    expect(after('a.exists(|i, x, i == x)', 'x')).toContain('bound by the same macro already');
    expect(after('a.exists(|x, x)', '1x')).toContain('is not a valid name');
    expect(after('a.exists(|x, x)', 'for')).toContain('is not a valid name');
    expect(after('in|put.x', 'y')).toContain('only such names can change');
    expect(renamed('input.x', 2, 'y', language)).toMatchObject({ problem: { code: 'cel/rename' } });
  });

  test('a text that does not parse has no names', () => {
    expect(bindingAt('a.exists(x, ', 9)).toBeNull();
  });
});
