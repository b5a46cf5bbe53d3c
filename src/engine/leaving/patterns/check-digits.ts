/** The check digit of payment cards (ISO/IEC 7812): true if the digits end with the right one. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const value = Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0 && /[1-9]/.test(digits);
}

/** The remainder of an IBAN by 97 (ISO 13616): 1 for a valid one. */
export function ibanRemainder(iban: string): number {
  let remainder = 0;
  for (const char of iban.slice(4) + iban.slice(0, 4)) {
    const digits = /\d/.test(char) ? char : String(char.toUpperCase().charCodeAt(0) - 55);
    for (const digit of digits) remainder = (remainder * 10 + Number(digit)) % 97;
  }
  return remainder;
}
