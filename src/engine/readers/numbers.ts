import { double, int, type Double } from '../model/value.ts';
import type { Notebook } from './notebook.ts';

/** Python itself refuses to print longer ints; turning digits into a bigint takes quadratic time. */
const digitLimit = 4300;

export const isBeyond64Bits = (value: number | bigint): boolean =>
  typeof value === 'bigint' && BigInt.asIntN(64, value) !== value;

/**
 * The exact value of a decimal literal: without fraction or exponent it is an int, else a double.
 * Undefined for an int of more than `digitLimit` digits, whose bigint would cost too much.
 */
export function exactNumber(literal: string): number | bigint | Double | undefined {
  if (/[.eE]/.test(literal)) return double(Number(literal));
  if (literal.length > digitLimit) return undefined;
  // Adding 0 turns -0 into 0: as an int there is only one zero.
  return literal.length < 16 ? Number(literal) + 0 : int(BigInt(literal));
}

export function noteOversized(kind: 'beyond-64-bits' | 'read-as-double', offset: number, notebook: Notebook): void {
  if (kind === 'read-as-double') {
    notebook.add('lost', 'reader/huge-int', 'An int with thousands of digits was read as a double.', offset);
  } else {
    const message = 'An int beyond 64 bits was kept exactly, but CEL cannot compute with it.';
    notebook.add('info', 'reader/beyond-64-bits', message, offset);
  }
}

export function noteNonFinite(offset: number, notebook: Notebook): void {
  const message = 'NaN or an infinity was read as a double; JSON has no such number.';
  notebook.add('info', 'reader/non-finite', message, offset);
}
