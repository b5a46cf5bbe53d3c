import type { Problem } from '../model/problem.ts';
import { encodedText } from './encoded.ts';
import { printedForPeople } from './printed-for-people.ts';

/** Why a text is refused, by what it is where that can be told; `problem` is what stood in the way of whoever tried to read it. */
export const refusalOf = (text: string, problem: Problem): Problem =>
  encodedText(text) ?? printedForPeople(text) ?? problem;
