import { expect, test } from 'vitest';
import { decisionTexts } from './decision-texts.ts';
import { decisionAnswers } from './decisions.ts';

test('every answer to a decision has its words', () => {
  const worded = Object.entries(decisionTexts).map(([name, { answers }]) => [name, Object.keys(answers)]);
  expect(worded).toEqual(Object.entries(decisionAnswers));
});
