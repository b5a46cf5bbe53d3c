import type { ReactNode } from 'react';
import styles from './visible.module.css';

/**
 * What turns the direction of all that follows (Unicode UAX #9, explicit formatting), what has no width, and what is a tag.
 * Joiners belong to many scripts and to emoji, so only those between Latin letters; tags to flags, which spell a region.
 */
const hidden =
  /[\u202A-\u202E\u2066-\u2069]|[\u200B\u2060-\u2064\uFEFF]+|(?<=\w)[\u200C-\u200F]+(?=\w)|(?<![\u{1F3F4}\u{E0020}-\u{E007E}])[\u{E0000}-\u{E007F}]+/gu;

/** Most texts have none of these: U+DB40 is the first half of a tag. */
const suspect = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uDB40]/;

/** A browser lays this many marks out without a pause. */
const most = 500;

/**
 * A text from a recording, to stand beside words of the page: a character that would turn or hide them is isolated and
 * named instead. The text remains what it was, to be selected and copied; only past 500 marks it is U+FFFD that stands there.
 */
export function visible(text: string): ReactNode {
  if (!suspect.test(text)) return text;
  const shown: ReactNode[] = [];
  let done = 0;
  for (const { index, 0: found } of text.matchAll(hidden)) {
    shown.push(text.slice(done, index));
    done = index;
    if (shown.length > 2 * most) break;
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

function nameOf(found: string): string {
  const code = found.codePointAt(0) ?? 0;
  const many = found.length / (code > 0xffff ? 2 : 1);
  return `U+${code.toString(16).toUpperCase()}${many === 1 ? '' : ` ×${many}`}`;
}
