import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { maxPlaces, type Note } from '../../engine/model/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { count } from '../../ui/format.ts';
import { roving, RovingList } from '../../ui/RovingList.tsx';
import { visible } from '../../ui/visible.tsx';
import type { NoteGroup } from './grouped.ts';
import { Place } from './Place.tsx';
import styles from './ReportDialog.module.css';

/** Notes shown at first; a session file may contain any number. */
const maxNotes = 100;

export function NoteList({ group: { severity, title, meaning, notes } }: { readonly group: NoteGroup }) {
  const [shown, setShown] = useState(maxNotes);
  const section = useRef<HTMLElement>(null);
  const showMore = () => {
    flushSync(() => setShown(shown + 10 * maxNotes));
    // The button disappears with the last notes: move the focus to the first new note.
    if (section.current?.contains(document.activeElement) === true) return;
    const first = section.current?.querySelectorAll<HTMLElement>(`.${styles.note}[tabindex]`)[shown];
    (first?.querySelector<HTMLElement>('[data-roving]') ?? first)?.focus();
  };
  return (
    <section ref={section} className={styles.group} aria-label={title} data-severity={severity}>
      <h3 className={styles.heading}>
        {title} <span className={styles.many}>{count(notes.length)}</span>
        <span className={styles.meaning}>{meaning}</span>
      </h3>
      <RovingList>
        {notes.slice(0, shown).map((note, at) => (
          // Notes may be equal, and never change their order.
          <NoteRow key={at} note={note} />
        ))}
      </RovingList>
      {shown < notes.length && (
        <Button look="quiet" onClick={showMore}>
          Show more, {count(notes.length - shown)} left
        </Button>
      )}
    </section>
  );
}

function NoteRow({ note: { code, message, place, alsoAt = [] } }: { readonly note: Note }) {
  // These notes concern the file, of which only a part was read.
  const inWhole = code.startsWith('log/');
  const [isLong, setLong] = useState(false);
  return (
    <li className={styles.note} tabIndex={-1}>
      <span className={styles.message}>
        {visible(message)}{' '}
        {alsoAt.length > 0 && (
          <Button {...roving} look="quiet" aria-expanded={isLong} onClick={() => setLong(!isLong)}>
            {isLong ? 'Only the first' : `${count(alsoAt.length)}${alsoAt.length < maxPlaces ? '' : ' or'} more`}
          </Button>
        )}
      </span>
      {place !== undefined && <Place place={place} inWhole={inWhole} />}
      {isLong && (
        <ul className={styles.further} aria-label="Further places">
          {alsoAt.map((other, at) => (
            // Two places may be in one line of a file that is no longer available.
            <li key={at} className={styles.note}>
              <Place place={other} inWhole={inWhole} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
