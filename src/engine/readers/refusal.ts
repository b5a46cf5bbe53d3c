import type { Problem } from '../model/problem.ts';
import { encodedText } from './encoded.ts';
import { printedForPeople } from './printed-for-people.ts';

/** Why a text is refused, by its kind if that is known; `problem` is the problem of the readers. */
export const refusalOf = (text: string, problem: Problem): Problem =>
  encodedText(text) ?? printedForPeople(text) ?? problem;
