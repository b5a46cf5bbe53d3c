/** The text of a file: UTF-8, or UTF-16 where it begins with that mark or every other of its first bytes is NUL. */
export function decoded(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes;
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && c !== 0 && d === 0)) return text('utf-16le', bytes);
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0 && c === 0 && d !== 0)) return text('utf-16be', bytes);
  return text('utf-8', bytes);
}

const text = (encoding: string, bytes: Uint8Array): string => new TextDecoder(encoding).decode(bytes);
