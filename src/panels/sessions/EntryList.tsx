import { useState } from 'react';
import type { Opened } from '../../worker/protocol.ts';
import { count } from '../../ui/format.ts';
import { RovingList } from '../../ui/RovingList.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { SessionButton } from './SessionButton.tsx';
import styles from './SessionsPanel.module.css';

interface EntryListProps {
  readonly opened: Opened;
  readonly current: number | null;
  readonly onChoose: (entry: number) => void;
}

/** Sessions listed at most; others are found by typing. */
const maxEntries = 50;

/** The sessions of a file that holds several. */
export function EntryList({ opened, current, onChoose }: EntryListProps) {
  const [filter, setFilter] = useState('');
  const found = matching(opened.sessions, filter);
  const listed = found.slice(0, maxEntries);
  return (
    <>
      <div className={styles.filter}>
        <TextField label="Filter sessions" placeholder="Filter by title" isFilter value={filter} onChange={setFilter} />
        <span className={styles.meta}>
          {count(found.length)} of {count(opened.sessions.length)}
        </span>
      </div>
      <RovingList className={styles.entries} aria-label="Sessions of this file">
        {listed.map(({ title, entry }) => (
          <li key={entry}>
            <SessionButton
              title={title}
              about={`session ${entry + 1} of ${opened.sessions.length}`}
              source={opened.source}
              // Only opened sessions are loaded, because a file may contain thousands.
              load={entry === current}
              walked
              entry={entry}
              current={entry === current}
              onChoose={() => onChoose(entry)}
            />
          </li>
        ))}
      </RovingList>
      {found.length > listed.length && (
        <p className={styles.more}>{count(found.length - listed.length)} more. Type to narrow the list.</p>
      )}
    </>
  );
}

/** Sessions whose title contains every typed word, with their index in the file. */
export function matching(sessions: Opened['sessions'], filter: string) {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return sessions
    .map(({ title }, entry) => ({ title, entry }))
    .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
}
