import type { Problem } from '../model/problem.ts';

interface Encoding {
  readonly by: string;
  /** Matches the beginning of a text in this form, without white space around it. */
  readonly head: RegExp;
  /** How to decode it. */
  readonly decode: string;
}

/** `{"` and `[{` in Base64, with and without white space in them; and the first bytes of gzip. */
const encodings: readonly Encoding[] = [
  {
    by: 'Base64 of compressed data',
    head: /^(?:data:[\w/+.;=-]*,)?H4sI[\w+/\s-]{40,}=*$/,
    decode: '`base64 -d | gunzip`',
  },
  {
    by: 'Base64',
    head: /^(?:data:[\w/+.;=-]*,)?(?:eyJ|eyA|ewo|ew0K|W3si|W3sn|Wyd7|WwogI|Ww0K|e[yw]Ag|Wy[Ii]|eyd)[\w+/\s-]{20,}=*$/,
    decode: '`base64 -d`',
  },
  {
    by: 'encoded for an address (percent signs and two digits)',
    head: /^(?:https?:\/\/\S{1,2000}?[?&#][\w.-]{1,80}=|[\w.-]{1,80}=)?%(?:7B|5B)(?:%[0-9A-F]{2}|\+)*%(?:22|27)/i,
    decode: '`urllib.parse.unquote_plus(text)` in Python or `decodeURIComponent(text)` in JavaScript',
  },
  {
    by: 'written as hexadecimal digits',
    head: /^(?:0x)?(?:7b|5b)(?:0[ad]|20|7b|5b)*2[27][0-9a-f\s]{20,}$/i,
    decode: '`xxd -r -p`',
  },
];

/** Number of characters that are looked at. */
const sample = 4000;

/**
 * A sentence for a user who pasted an encoded recording: the encoding, and how to decode it. Undefined for any other
 * text.
 */
export function encodedText(text: string): Problem | undefined {
  const start = text.slice(0, sample).trim();
  const found = encodings.find(({ head }) => head.test(start));
  return (
    found && {
      code: 'reader/encoded',
      message: `This looks like a recording that is ${found.by}. Decode it, with ${found.decode}, and paste the result.`,
    }
  );
}
