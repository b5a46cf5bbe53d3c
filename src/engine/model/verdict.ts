/** The result of a rule at one turn. Failing to evaluate is a verdict, not an exception. */
export type VerdictKind = 'pass' | 'fire' | 'error' | 'unknown' | 'value' | 'n/a';

/**
 * One byte per turn, so that a sweep over 100 000 turns is one small buffer. The greater code is the worse verdict:
 * aggregation over several turns is `Math.max`.
 */
export const verdictCodes = { 'n/a': 0, value: 1, pass: 2, unknown: 3, error: 4, fire: 5 } as const satisfies {
  readonly [K in VerdictKind]: number;
};

export const verdictKinds: readonly VerdictKind[] = ['n/a', 'value', 'pass', 'unknown', 'error', 'fire'];

/** The worst code in each of `parts` equal parts; the same codes if there are no more codes than parts. */
export function worstOfParts(codes: Uint8Array, parts: number): Uint8Array {
  if (parts === codes.length) return codes;
  const worst = new Uint8Array(parts);
  const startOf = (part: number) => Math.ceil((part * codes.length) / parts);
  for (let part = 0; part < parts; part++) {
    const end = startOf(part + 1);
    let found = 0;
    for (let turn = startOf(part); turn < end; turn++) found = Math.max(found, codes[turn] ?? 0);
    worst[part] = found;
  }
  return worst;
}

export interface VerdictCounts {
  readonly eligible: number;
  readonly pass: number;
  readonly fire: number;
  readonly error: number;
  readonly unknown: number;
  readonly value: number;
}

export function countVerdicts(codes: Uint8Array): VerdictCounts {
  const tally = new Uint32Array(verdictKinds.length);
  addToTally(tally, codes, 1);
  return countsOf(tally, codes.length);
}

/** Adds the verdicts to the number of each code, or takes them away. */
export function addToTally(tally: Uint32Array, codes: Uint8Array, sign: 1 | -1): void {
  for (const code of codes) tally[code] = (tally[code] ?? 0) + sign;
}

/** The same codes, in a longer array where these turns have no room. */
export function withRoom(codes: Uint8Array<ArrayBuffer>, turns: number): Uint8Array<ArrayBuffer> {
  if (turns <= codes.length) return codes;
  const longer = new Uint8Array(2 * turns);
  longer.set(codes);
  return longer;
}

export function countsOf(tally: Uint32Array, turns: number): VerdictCounts {
  const countOf = (kind: VerdictKind) => tally[verdictCodes[kind]] ?? 0;
  return {
    eligible: turns - countOf('n/a'),
    pass: countOf('pass'),
    fire: countOf('fire'),
    error: countOf('error'),
    unknown: countOf('unknown'),
    value: countOf('value'),
  };
}

/** The effect of a whole policy at a turn, the worst last. `none`: none of its steps runs there. */
export const policyOutcomes = ['none', 'pass', 'continued', 'unknown', 'block', 'lock'] as const;
export type PolicyOutcome = (typeof policyOutcomes)[number];
