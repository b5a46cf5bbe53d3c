import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { FindContext } from './Found.tsx';
import { Markdown, piecesOf } from './Markdown.tsx';

afterEach(cleanup);

const shown = (text: string, wanted: string | null = null) =>
  render(
    <FindContext value={wanted}>
      <Markdown text={text} />
    </FindContext>,
  ).container;

const texts = (page: Element, selector: string) => [...page.querySelectorAll(selector)].map((one) => one.textContent);

test('emphasis, code, headings, quotations and lists are formatted', () => {
  const page = shown(
    '# Plan\n\nRead **all** of *it* with `cat <a>`:\n\n```sh\ncat a && rm <b>\n```\n\n> said\n\n3. three\n4. four\n\n- [x] done\n- [ ] open',
  );
  expect(texts(page, 'strong')).toEqual(['all']);
  expect(texts(page, 'em')).toEqual(['it']);
  expect(texts(page, 'code')).toEqual(['cat <a>']);
  expect(texts(page, 'pre')).toEqual(['cat a && rm <b>']);
  expect(texts(page, 'blockquote')).toEqual(['said']);
  expect(page.querySelector('ol')?.start).toBe(3);
  expect(texts(page, 'li')).toEqual(['three', 'four', '☑ done', '☐ open']);
  expect(page.textContent).toContain('Plan');
});

test('HTML is text, an image is not loaded, and a link shows its address and leads nowhere', () => {
  const html = '<img src=x onerror=alert(1)> <b>bold</b>\n\n<script>alert(2)</script>';
  const page = shown(
    `${html}\n\n![a cat](https://example.org/cat.png) [here](javascript:alert(3)) https://example.com/a`,
  );
  expect(page.querySelectorAll('img, a, script, b, iframe')).toHaveLength(0);
  for (const part of html.split('\n\n')) expect(page.textContent).toContain(part);
  expect(page.textContent).toContain('![a cat](https://example.org/cat.png)');
  expect(page.textContent).toContain('here (javascript:alert(3))');
  expect(page.textContent).toContain('https://example.com/a');
});

test('a table stays as it was written, and so do entities and escaped signs', () => {
  const table = '| a | b |\n|---|---|\n| 1 | 2 |';
  expect(texts(shown(table), 'pre')).toEqual([table]);
  expect(shown('a &amp; b < c \\* d').textContent).toBe('a &amp; b < c * d');
});

test('single line breaks stay, because people write them as they mean them', () => {
  expect(shown('first\nsecond').textContent).toBe('first\nsecond');
});

test('matches of a search are marked in all formatted parts, in upper or lower case', () => {
  const page = shown('Run **git push** or `Git Push`, not [git](b) push', 'git push');
  expect(texts(page, 'mark')).toEqual(['git push', 'Git Push']);
});

test('a long text is divided at blank lines outside of code', () => {
  const code = `\`\`\`\n${'x\n\n'.repeat(2_000)}\`\`\``;
  const pieces = piecesOf(`${'word '.repeat(500)}\n\n${code}\n\nend`);
  expect(pieces.map((piece) => piece.trim().slice(0, 4))).toEqual(['word', '```\n', 'end']);
  expect(pieces.join('')).toBe(`${'word '.repeat(500)}\n\n${code}\n\nend`);
});

test.each(['>', '1. ', '__a_', '[a](', '![', '*a_ ', '`a``', '<!--'])(
  '%s, repeated 6 000 characters long, is shown',
  (unit) => {
    const text = unit.repeat(6_000 / unit.length);
    expect(shown(text).textContent.length).toBeGreaterThan(0);
  },
);
