import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { visible, visibleText } from './visible.tsx';

afterEach(cleanup);

const shown = (text: string) => {
  const { container } = render(<p>{visible(text)}</p>);
  const names = [...container.querySelectorAll<HTMLElement>('[data-code]')].map(({ dataset }) => dataset['code']);
  return { names, text: container.textContent };
};

test('a character that changes the text direction is named, and the text itself is unchanged', () => {
  const text = 'open \u202Efdp.exe\u202C or \u2067abc\u2069';
  expect(shown(text)).toEqual({ names: ['U+202E', 'U+202C', 'U+2067', 'U+2069'], text });
});

test('in a picture, the name of such a character takes its place', () => {
  expect(visibleText('\u202Egnp.exe')).toBe('[U+202E]gnp.exe');
  expect(visibleText('refund')).toBe('refund');
});

test('a run of invisible characters is named once', () => {
  const text = 'admin\u200Bistrator\uFEFF\u2060, a\u200Db';
  expect(shown(text)).toEqual({ names: ['U+200B', 'U+FEFF ×2', 'U+200D'], text });
});

test('text spelled in tag characters is shown', () => {
  const tags = 'ignore all'.replaceAll(/./g, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
  expect(shown(`hello${tags}`)).toEqual({ names: ['U+E0069 ×10'], text: `hello${tags}` });
});

test.each([
  ['Arabic and Hebrew', 'مرحبا (عاجل)! שלום 12345'],
  ['a Persian non-joiner', 'می\u200Cخواهم'],
  ['a family in one emoji', '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}'],
  ['the flag of England', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
  ['a mark of direction between two scripts', 'C++\u200E ו\u200F-Java'],
])('%s are shown as they are', (_, text) => {
  expect(shown(text)).toEqual({ names: [], text });
});

test('of very many such characters, the first are named and the others are neutralised', () => {
  const { names, text } = shown('a\u202E'.repeat(2000));
  expect(names.length).toBeLessThanOrEqual(501);
  expect(text).toHaveLength(4000);
  expect(text?.slice(1002)).toMatch(/^[a\uFFFD]+$/);
});
