import type { Value } from '../../model/value.ts';

/** The elements of a list that was read; empty if it is not a list. */
// Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
export const elementsOf = (value: Value): readonly Value[] => (Array.isArray(value) ? (value as readonly Value[]) : []);
