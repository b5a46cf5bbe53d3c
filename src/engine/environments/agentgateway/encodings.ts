/** Percent-encoding as a component of a URL, and forms (`application/x-www-form-urlencoded`). */

const inHex = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** A lone surrogate has no UTF-8. */
const wellFormed = (text: string): string => text.replaceAll(/\p{Cs}/gu, '\ufffd');

export const encodeComponent = (text: string): string =>
  encodeURIComponent(wellFormed(text)).replaceAll(/[!'()*]/g, inHex);

/** Undefined for bytes that are no UTF-8. */
export function decodeComponent(text: string): string | undefined {
  // A percent sign without two digits behind it stays as it is.
  const escaped = text.replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25');
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
}

const encodeField = (text: string): string =>
  encodeURIComponent(wellFormed(text))
    .replaceAll('%20', '+')
    .replaceAll(/[!'()~]/g, inHex);

const decodeField = (text: string): string => decodeComponent(text.replaceAll('+', ' ')) ?? text;

export type Field = readonly [name: string, value: string];

export const readForm = (text: string): readonly Field[] =>
  text
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      const [name, value] = equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)];
      return [decodeField(name), decodeField(value)];
    });

export const writeForm = (fields: readonly Field[]): string =>
  fields.map(([name, value]) => `${encodeField(name)}=${encodeField(value)}`).join('&');
