import { ibanRemainder, passesLuhn } from './check-digits.ts';
import { byExpression, type Pattern } from './pattern.ts';

/** The networks' first digits (ISO/IEC 7812), and the lengths of their numbers. */
const networks: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|64[4-9]|65)/, [16, 19]],
  [/^(?:30[0-5]|36|38)/, [14, 16]],
  [/^35(?:2[89]|[3-8])/, [16, 19]],
  [/^62/, [16, 17, 18, 19]],
  [/^(?:5018|5020|5038|6304|6759|676[1-3])/, [16, 18, 19]],
];

export function isCardNumber(written: string): boolean {
  const digits = written.replaceAll(/[ -]/g, '');
  return (
    networks.some(([first, lengths]) => first.test(digits) && lengths.includes(digits.length)) && passesLuhn(digits)
  );
}

export function isIban(written: string): boolean {
  const plain = written.replaceAll(/[ -]/g, '');
  return plain.length >= 15 && plain.length <= 34 && ibanRemainder(plain) === 1;
}

export const paymentPatterns: readonly Pattern[] = [
  byExpression({
    id: 'card',
    kind: 'card',
    title: 'payment cards',
    source: 'https://www.iso.org/standard/70484.html',
    expression: /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])/g,
    isValid: isCardNumber,
  }),
  byExpression({
    id: 'iban',
    kind: 'iban',
    title: 'bank accounts (IBAN)',
    source: 'https://www.swift.com/standards/data-standards/iban-international-bank-account-number',
    expression: /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}(?![A-Za-z0-9])/g,
    isValid: isIban,
  }),
];
