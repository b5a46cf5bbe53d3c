import { type VerdictKind, verdictKinds } from '../engine/model/verdict.ts';

/** What a rule does at a turn, as a verb. */
export const verdictWords: { readonly [K in VerdictKind]: string } = {
  pass: 'passes',
  fire: 'fires',
  error: 'error',
  unknown: 'unknown',
  value: 'value',
  'n/a': 'not eligible',
};

export const verdictWordOf = (code: number | undefined): string => verdictWords[verdictKinds[code ?? 0] ?? 'n/a'];
