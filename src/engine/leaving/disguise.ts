import { ibanRemainder, passesLuhn } from './patterns/check-digits.ts';
import { isIban, isCardNumber } from './patterns/payment.ts';
import type { HiddenKind } from './patterns/pattern.ts';
import type { Random } from './random.ts';

const digits = '0123456789';
const small = 'abcdefghijklmnopqrstuvwxyz';
const capitals = small.toUpperCase();
const symbols = '!#$%*+-=@^~?';

const pick = (from: string, random: Random): string => from.charAt(random(from.length));

/**
 * Another text of the same form, made of random characters: as many code points, digits for digits, letters for letters of
 * the same case, and everything else as it is. A number keeps its number of digits.
 */
export function alike(text: string, random: Random): string {
  const isNumber = /^-?\d+\.\d+$/.test(text);
  const chars = Array.from(text);
  return chars
    .map((char, at) => {
      if (isDigit(char)) {
        const isFirst = !isDigit(chars[at - 1] ?? '');
        if (isFirst && char === '0') return char;
        return isFirst || (isNumber && at === chars.length - 1) ? pick('123456789', random) : pick(digits, random);
      }
      if (isCapital(char)) return pick(capitals, random);
      return /\p{L}/u.test(char) ? pick(small, random) : char;
    })
    .join('');
}

const isDigit = (char: string): boolean => char >= '0' && char <= '9' && char.length === 1;
const isCapital = (char: string): boolean => /\p{Lu}/u.test(char);

/** The characters that `alike` may choose from, one letter for each code point. Texts of one shape can trade their stand-ins. */
export const shapeOf = (text: string): string =>
  Array.from(text)
    .map((char, at, all) => {
      if (isDigit(char)) return char === '0' && !isDigit(all[at - 1] ?? '') ? '0' : 'd';
      return isCapital(char) ? 'A' : /\p{L}/u.test(char) ? 'a' : char;
    })
    .join('');

/**
 * A credential: random characters of all the classes that occur in it, so that no place of a capital is known. Marks
 * such as `-` and `.` separate its parts and stay; a password, which has no parts, gets other marks too.
 */
function credential(text: string, kept: number, random: Random): string {
  const rest = text.slice(kept);
  if (/^\d+$/.test(rest)) return text.slice(0, kept) + alike(rest, random);
  const isHexadecimal = /^[\da-f-]+$/.test(rest) && /\d/.test(rest);
  const letters = (/[a-z]/.test(rest) ? small : '') + (/[A-Z]/.test(rest) ? capitals : '');
  const alphabet = isHexadecimal ? '0123456789abcdef' : (/\d/.test(rest) ? digits : '') + letters;
  const isPassword = kept === 0 && text.length < 40;
  let isEscaped = false;
  const made = Array.from(rest).map((char) => {
    const stays = isEscaped || char === '\\';
    isEscaped = char === '\\' && !isEscaped;
    if (stays || /\s/.test(char)) return char;
    if (/[\p{L}\d]/u.test(char)) return pick(alphabet === '' ? small : alphabet, random);
    return isPassword && !/[-_./:=]/.test(char) ? pick(symbols, random) : char;
  });
  return text.slice(0, kept) + made.join('');
}

/** With the digits of its network, and a right check digit. `text` has no separators. */
function card(text: string, random: Random): string {
  const network = text.startsWith('4') ? 1 : 2;
  const made =
    text.slice(0, network) + Array.from({ length: text.length - network - 1 }, () => pick(digits, random)).join('');
  return made + (Array.from(digits).find((digit) => passesLuhn(made + digit)) ?? '0');
}

/** Of the same country, with right check digits. `text` has no separators. */
function iban(text: string, random: Random): string {
  const country = text.slice(0, 2).toUpperCase();
  const account = alike(text.slice(4), random);
  const check = 98 - ibanRemainder(`${country}00${account}`);
  return `${country}${String(check).padStart(2, '0')}${account}`;
}

/** With the country code (ITU-T E.164). */
function phone(text: string, random: Random): string {
  const country = /^\+(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/.exec(text)?.[0] ?? '';
  return country + alike(text.slice(country.length), random);
}

function ip(text: string, random: Random): string {
  if (text.includes(':')) return text.replaceAll(/[\da-f]/gi, () => pick('123456789abcdef', random));
  const highest = ['', '9', '99', '199'];
  return text
    .split('.')
    .map((part, at) => {
      // A private network stays one.
      if (at === 0 && (part === '10' || part === '192' || part === '172')) return part;
      if (at === 1 && (text.startsWith('192.168.') || text.startsWith('172.'))) return part;
      const most = Number(highest[part.length] ?? '9');
      const least = part.length === 1 ? 0 : 10 ** (part.length - 1);
      return String(least + random(most - least + 1));
    })
    .join('.');
}

/** One stand-in for a value. `kept`: the characters at its start that name its kind. */
export function disguised(kind: HiddenKind, text: string, kept: number, random: Random): string {
  switch (kind) {
    case 'secret':
      return credential(text, kept, random);
    case 'card':
      return isCardNumber(text) ? card(text, random) : alike(text, random);
    case 'iban':
      return isIban(text) ? iban(text, random) : alike(text, random);
    case 'phone':
      return phone(text, random);
    case 'ip':
      return ip(text, random);
    default:
      return alike(text, random);
  }
}

const publicDomains: ReadonlySet<string> = new Set(
  (
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com icloud.com me.com mac.com aol.com ' +
    'proton.me protonmail.com gmx.de gmx.net gmx.com web.de t-online.de orange.fr free.fr libero.it qq.com 163.com ' +
    'mail.ru yandex.ru zoho.com fastmail.com'
  ).split(' '),
);

/** A domain that names no person: of a mail provider for everyone, or reserved for documents (RFC 2606). */
export const isPublicDomain = (domain: string): boolean =>
  publicDomains.has(domain) || /(?:^|\.)(?:example(?:\.[a-z]{2,3})?|test|invalid|localhost)$/.test(domain);
