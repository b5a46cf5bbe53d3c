import type { TextRange } from '../../model/problem.ts';
import { byExpression, type Pattern } from './pattern.ts';
import { isIpV4, isIpV6 } from './ip-address.ts';

const inLocal = /[\p{L}\p{N}._%+-]/u;
const inDomain = /[\p{L}\p{N}.-]/u;

/** RFC 5321: at most 64 characters before the @, and 255 behind it. In an address of a page, the @ is written %40. */
function* emails(text: string): Generator<TextRange> {
  for (const { 0: at, index } of text.matchAll(/@|%40/g)) {
    let start = index;
    while (start > 0 && index - start < 64 && inLocal.test(text.charAt(start - 1))) start--;
    const first = index + at.length;
    let end = first;
    while (end < text.length && end - first < 255 && inDomain.test(text.charAt(end))) end++;
    while (end > first && /[.-]/.test(text.charAt(end - 1))) end--;
    while (start < index && /[.%+-]/.test(text.charAt(start))) start++;
    const domain = text.slice(first, end);
    if (start < index && /^[^.].*\.\p{L}{2,24}$/u.test(domain)) yield { start, end };
  }
}

const isPhone = (written: string): boolean => {
  const digits = written.replaceAll(/\D/g, '');
  return digits.length >= 8 && digits.length <= 15;
};

/**
 * Addresses are recognised in the usual forms of English, German, French, Spanish and Italian: a street with a number,
 * a town with its postal code. Other addresses are hidden where they are in a field that is named so, or by path.
 */
export const peoplePatterns: readonly Pattern[] = [
  {
    id: 'email',
    kind: 'email',
    title: 'e-mail addresses',
    source: 'https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2',
    find: emails,
  },
  byExpression({
    id: 'phone-international',
    kind: 'phone',
    title: 'telephone numbers with a country code',
    source: 'https://www.itu.int/rec/T-REC-E.164',
    needs: '+',
    expression: /(?<![\w+])\+[1-9](?:[ ().-]{0,2}\d){7,14}(?!\d)/g,
    isValid: isPhone,
  }),
  byExpression({
    id: 'phone-north-america',
    kind: 'phone',
    title: 'telephone numbers of North America',
    source: 'https://www.nanpa.com/numbering/area-codes',
    expression: /(?<![\w.+-])(?:\([2-9]\d\d\) ?|[2-9]\d\d[ .-])[2-9]\d\d[ .-]\d{4}(?![\w-])/g,
  }),
  byExpression({
    id: 'phone-national',
    kind: 'phone',
    title: 'telephone numbers with a leading zero',
    source: 'https://www.itu.int/rec/T-REC-E.123',
    expression: /(?<![\w.,:+-])0[1-9]\d{1,4}(?: {1,2}|[/-] ?)\d{2,4}(?:[ -]?\d{2,4}){1,3}(?![\w:-])/g,
    isValid: isPhone,
  }),
  byExpression({
    id: 'street-english',
    kind: 'address',
    title: 'streets, number first',
    source: 'https://pe.usps.com/text/pub28/28apc_002.htm',
    expression:
      /(?<![\w.])\d{1,5}[A-Za-z]? (?:[A-Z][\w'’-]{1,30} ){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Place|Pl|Square|Sq|Terrace|Way|Close|Crescent|Parkway|Highway)\b\.?(?:,? (?:Apt|Apartment|Suite|Unit|Flat)\.? ?\w{1,6})?/g,
  }),
  byExpression({
    id: 'street-german',
    kind: 'address',
    title: 'streets, number last',
    source: 'https://www.upu.int/en/postal-solutions/programmes-services/addressing-solutions',
    expression:
      /(?<![\p{L}\d])\p{Lu}[\p{L}-]{0,40}(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|ufer|damm) ?\d{1,4} ?[a-z]?(?![\p{L}\d])/gu,
  }),
  byExpression({
    id: 'street-romance',
    kind: 'address',
    title: 'streets of French, Spanish and Italian addresses',
    source: 'https://www.upu.int/en/postal-solutions/programmes-services/addressing-solutions',
    expression:
      /(?<![\p{L}\d])(?:\d{1,4}(?: bis| ter)?,? (?:rue|avenue|boulevard|place|impasse|allée|quai) (?:de la |des |du |de |d’|d')?\p{Lu}[\p{L}-]{1,30}|(?:Calle|Avenida|Plaza|Via|Viale|Piazza|Corso) (?:de la |del |de |di |della )?\p{Lu}[\p{L}-]{1,30}(?: \p{Lu}[\p{L}-]{1,30})?,? \d{1,4})/gu,
  }),
  byExpression({
    id: 'town',
    kind: 'address',
    title: 'towns with a postal code',
    source: 'https://www.upu.int/en/postal-solutions/programmes-services/addressing-solutions',
    expression:
      /(?<![\p{L}\d])(?:\p{Lu}[\p{L}'’-]{1,30}(?: \p{Lu}[\p{L}'’-]{1,30}){0,2}, [A-Z]{2} \d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|(?:[A-Z]{1,2}-)?(?!\d\d000)\d{5} (?!Euro|Dollar|Pound|Token)\p{Lu}\p{Ll}{2,30}(?: (?:am|an der|im|\p{Lu}\p{Ll}{1,30})){0,2})(?![\p{L}\d])/gu,
  }),
  byExpression({
    id: 'ip-v4',
    kind: 'ip',
    title: 'IP addresses',
    source: 'https://www.rfc-editor.org/rfc/rfc791',
    needs: '.',
    expression: /(?<![\w.-]|[A-Za-z]\/)\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\w-]|\.\d)/g,
    isValid: isIpV4,
  }),
  byExpression({
    id: 'ip-v6',
    kind: 'ip',
    title: 'IP addresses of version 6',
    source: 'https://www.rfc-editor.org/rfc/rfc4291#section-2.2',
    needs: ':',
    expression: /(?<![\w:.])[0-9a-f:]{4,39}(?![\w:.])/gi,
    isValid: isIpV6,
  }),
];
