import { fn } from '../evaluate/library.ts';
import type { CelFunction } from '../evaluate/library.ts';
import { invalid } from '../evaluate/eval-result.ts';
import type { CelError } from '../evaluate/eval-result.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export const encoderFunctions: readonly CelFunction[] = [
  fn('base64.encode', 1, (value) => (value instanceof Uint8Array ? encodeBase64(value) : undefined)),
  fn('base64.decode', 1, (value) => (typeof value === 'string' ? decodeBase64(value) : undefined)),
];

function encodeBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b, c] = bytes.subarray(i, i + 3);
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    const digit = (shift: number) => alphabet[(bits >> shift) & 63] ?? '';
    pieces.push(digit(18) + digit(12) + (b === undefined ? '=' : digit(6)) + (c === undefined ? '=' : digit(0)));
  }
  return pieces.join('');
}

/** Padding may be left out, as cel-go allows. */
export function decodeBase64(text: string): Uint8Array | CelError {
  const digits = text.replaceAll(/[\r\n]/g, '').replace(/={1,2}$/, '');
  if (!/^[A-Za-z0-9+/]*$/.test(digits) || digits.length % 4 === 1) return invalid('this text is not base64');
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let bits = 0;
  let bitCount = 0;
  let length = 0;
  for (const digit of digits) {
    bits = ((bits << 6) | alphabet.indexOf(digit)) & 0xffffff;
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      bytes[length++] = (bits >> bitCount) & 0xff;
    }
  }
  return bytes;
}
