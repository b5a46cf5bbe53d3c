import { expect, test } from 'vitest';
import { verdictCodes } from '../../engine/model/verdict.ts';
import type { Rule } from '../../worker/protocol.ts';
import { type PictureRow, sessionsPicture } from './sessionsPicture.ts';

const rule: Rule = { expression: 'input.amount\n  <= 1000', hook: 'middleware.before', match: 'refund' };

const refund: PictureRow = {
  group: null,
  title: 'a refund',
  facts: '3 turns, task',
  codes: Uint8Array.of(verdictCodes['n/a'], verdictCodes.fire, verdictCodes.pass),
  kinds: [],
  words: 'fires at 1 of 2 eligible',
  fires: true,
};
const call: PictureRow = {
  group: 'Samples',
  title: 'a phone call',
  facts: '2 turns, voice',
  codes: new Uint8Array(),
  kinds: [
    { kind: 'input', path: 'M0 11v-10h31v10z' },
    { kind: 'llm', path: 'M32 11v-2h31v2z' },
  ],
  words: 'no eligible turn',
  fires: false,
};

const token = (name: string) => `token${name}`;
const textsOf = (picture: SVGSVGElement) => [...picture.querySelectorAll('text')].map(({ textContent }) => textContent);

test('a picture of the list has the rule, each session with its length and its counts, and only the signs that are in it', () => {
  const picture = sessionsPicture({ rows: [refund, call, { ...call, title: 'another call' }], rule, token });
  expect(textsOf(picture)).toEqual([
    'Before a tool call, refund: input.amount <= 1000',
    'a refund',
    '3 turns, task',
    'fires at 1 of 2 eligible',
    'Samples',
    'a phone call',
    '2 turns, voice',
    'no eligible turn',
    'another call',
    '2 turns, voice',
    'no eligible turn',
    'fires',
    'passes',
    'not eligible',
    'input',
    'model call',
  ]);
});

test('ribbons and kinds are equally wide and begin at the same place; only a session where the rule fires has its colour', () => {
  const picture = sessionsPicture({ rows: [refund, call], rule: null, token });
  const [ribbon, kinds] = [...picture.querySelectorAll('g')];
  expect(ribbon?.getAttribute('transform')).toBe('translate(392 4)');
  // Twice as wide as in the list.
  expect(kinds?.getAttribute('transform')).toMatch(/^translate\(392 52\) scale\(2 /);
  expect([...(ribbon?.querySelectorAll('path') ?? [])].map((path) => path.getAttribute('fill'))).toEqual([
    'token--n-a',
    'token--fire',
    'token--pass',
  ]);
  const counts = [...picture.querySelectorAll('text')].filter((text) => text.getAttribute('x') === '532');
  expect(counts.map((text) => text.getAttribute('fill'))).toEqual(['token--fire-ink', 'token--chrome']);
});

test('a long rule is there as a whole, in as many lines as it needs, unless it needs very many', () => {
  const expression = `input.recipient in [${Array.from({ length: 30 }, (_, at) => `"customer-${at}"`).join(', ')}]`;
  const ruleIn = (written: string) =>
    textsOf(sessionsPicture({ rows: [], rule: { ...rule, expression: written }, token })).join('');
  expect(ruleIn(expression)).toBe(`Before a tool call, refund: ${expression}`);
  expect(ruleIn(expression.repeat(9))).toMatch(/^Before a tool call.*…$/);
});

test('the signs go on in a new line where one has no room for all of them', () => {
  const codes = Uint8Array.from(Object.values(verdictCodes));
  const picture = sessionsPicture({ rows: [{ ...refund, codes }, call], rule: null, token });
  const signs = [...picture.querySelectorAll('text')].slice(-8);
  expect(new Set(signs.map((sign) => sign.getAttribute('y'))).size).toBe(1);
  const width = Number(picture.getAttribute('width'));
  for (const sign of signs) expect(Number(sign.getAttribute('x'))).toBeLessThan(width - 50);
});
