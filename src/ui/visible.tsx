import type { ReactNode } from 'react';
import styles from './visible.module.css';

/**
 * Characters that change the direction of the following text (Unicode UAX #9, explicit formatting), invisible
 * characters, and tag characters. Joiners are normal in many scripts and emoji, so only those between Latin letters
 * count; tag characters are normal in flags of regions.
 */
const hidden =
  /[\u202A-\u202E\u2066-\u2069]|[\u200B\u2060-\u2064\uFEFF]+|(?<=\w)[\u200C-\u200F]+(?=\w)|(?<![\u{1F3F4}\u{E0020}-\u{E007E}])[\u{E0000}-\u{E007F}]+/gu;

/** A quick check, because most texts have none of them. U+DB40 is the first half of a tag character. */
const suspect = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uDB40]/;

/** As many marks as a browser can lay out without a pause. */
const maxMarks = 500;

/**
 * A text from a recording, made safe to show beside words of the page: a character that would reorder or hide them is
 * isolated and named. The text can still be selected and copied unchanged; only after 500 marks such characters are
 * replaced by U+FFFD.
 */
export function visible(text: string): ReactNode {
  if (!suspect.test(text)) return text;
  const shown: ReactNode[] = [];
  let done = 0;
  for (const { index, 0: found } of text.matchAll(hidden)) {
    shown.push(text.slice(done, index));
    done = index;
    if (shown.length > 2 * maxMarks) break;
    shown.push(
      <span key={index} className={styles.hidden} data-code={nameOf(found)}>
        {found}
      </span>,
    );
    done += found.length;
  }
  shown.push(text.slice(done).replaceAll(hidden, (found) => '\uFFFD'.repeat(found.length)));
  return shown;
}

/** The same for a picture: the names take the place of the characters. */
export const visibleText = (text: string): string =>
  suspect.test(text) ? text.replaceAll(hidden, (found) => `[${nameOf(found)}]`) : text;

function nameOf(found: string): string {
  const code = found.codePointAt(0) ?? 0;
  const many = found.length / (code > 0xffff ? 2 : 1);
  return `U+${code.toString(16).toUpperCase()}${many === 1 ? '' : ` ×${many}`}`;
}
