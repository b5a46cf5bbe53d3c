import { expect, test } from 'vitest';
import { documentOf, notesOf, pathsIn, valueOf } from '../testing.ts';

const content =
  'Hi there! Welcome to Cymbal Home & Garden! I see you are a returning customer. How can I help you make your home beautiful today?\n';
const messages = [
  { role: 'assistant', content, id: 'x'.repeat(130) },
  { role: 'user', content: 'ok' },
];

/** Breaks a text like Rich: between words at a width, and a word that is longer than a line at any place. */
function byRich(width: number): string {
  const lines = [
    '[',
    '    {',
    "        'role': 'assistant',",
    `        'content': '${content.trim()}\\n',`,
    `        'id': '${'x'.repeat(130)}'`,
    '    },',
    "    {'role': 'user', 'content': 'ok'}",
    ']',
  ];
  return lines.flatMap((line) => broken(line, width)).join('\n');
}

function broken(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    const at = rest.slice(0, Math.max(0, space)).trim() === '' ? width : space;
    lines.push(rest.slice(0, at));
    rest = rest.slice(at).replace(/^ /, '');
  }
  return [...lines, rest];
}

test.each([40, 60, 80, 100])('strings that Rich broke at a width of %d are joined', (width) => {
  const text = byRich(width);
  expect(valueOf(text)).toEqual(messages);
  expect(documentOf(text).notes).toMatchObject([{ severity: 'repaired', code: 'reader/word-wrap' }]);
  const document = documentOf(text);
  for (const path of pathsIn(document.value)) expect(document.locate(path)).not.toBeNull();
});

test('within a panel and behind the columns of a log they are joined as well', () => {
  const lines = byRich(60).split('\n');
  const panel = [`╭${'─'.repeat(62)}╮`, ...lines.map((line) => `│ ${line.padEnd(60)} │`), `╰${'─'.repeat(62)}╯`];
  const log = lines.map((line, index) =>
    index === 0 ? `[03:00:11] INFO     ${line.padEnd(60)} main.py:42` : `${' '.repeat(20)}${line.padEnd(71)}`,
  );
  for (const printed of [panel, log]) expect(valueOf(printed.join('\n'))).toEqual(messages);
});

test('a break before a word that would have fitted is the writer’s own', () => {
  const text = `[{'role': 'user', 'content': 'One line\nand another line of words'},\n {'role': 'assistant', 'content': 'A line\n\nof its own'}]`;
  expect(valueOf(text)).toMatchObject([
    { content: 'One line\nand another line of words' },
    { content: 'A line\n\nof its own' },
  ]);
  expect(notesOf(text)).toEqual(['repaired reader/raw-control at line 1, column 39']);
});
