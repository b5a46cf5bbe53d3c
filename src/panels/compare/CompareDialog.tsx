import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { samplesQuery } from '../../services/samples.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { sameSession, type SessionChoice } from '../../state/view/sessions.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { count } from '../../ui/format.ts';
import { RovingList, roving } from '../../ui/RovingList.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { visible } from '../../ui/visible.tsx';
import styles from './CompareDialog.module.css';

interface Offered {
  readonly choice: SessionChoice;
  readonly title: string;
  readonly from: string;
}

/** Sessions listed at most; others are found by typing. */
const mostListed = 100;

/** Chooses the session that the shown one is compared with. */
export function CompareDialog({ onClose }: { readonly onClose: () => void }) {
  const shown = useView((view) => view.session);
  const sources = useView((view) => view.sources);
  const samples = useQuery(samplesQuery()).data ?? [];
  const { compareWith } = useViewActions();
  const [typed, setTyped] = useState('');
  const offered: readonly Offered[] = [
    ...sources.toReversed().flatMap(({ name, opened }) =>
      opened.sessions.map(({ title }, entry) => ({
        choice: { kind: 'source' as const, source: opened.source, entry },
        title,
        from: name,
      })),
    ),
    ...samples.map(({ id, title }) => ({
      choice: { kind: 'sample' as const, sample: id, entry: 0 },
      title,
      from: 'sample',
    })),
  ].filter(({ choice }) => !sameSession(choice, shown));
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = offered.filter(({ title, from }) =>
    words.every((word) => `${title} ${from}`.toLowerCase().includes(word)),
  );
  const listed = found.slice(0, mostListed);
  const choose = (choice: SessionChoice) => {
    onClose();
    compareWith(choice);
  };
  return (
    <Dialog title="Compare with" onClose={onClose}>
      <form
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = listed;
          if (first !== undefined) choose(first.choice);
        }}
      >
        <TextField
          label="Find a session"
          placeholder="Find a session by its name"
          value={typed}
          onChange={setTyped}
          data-autofocus
        />
        {listed.length === 0 && (
          <EmptyState title={offered.length === 0 ? 'No other session is open.' : 'No session has this name.'}>
            Open its file or paste its text first. Then compare the two.
          </EmptyState>
        )}
        <RovingList className={styles.list} aria-label="Sessions to compare with">
          {listed.map(({ choice, title, from }) => (
            <li key={JSON.stringify(choice)}>
              <button type="button" {...roving} className={styles.choice} onClick={() => choose(choice)}>
                <span className={styles.title}>{visible(title)}</span>
                <span className={styles.from}>{visible(from)}</span>
              </button>
            </li>
          ))}
        </RovingList>
        {found.length > listed.length && (
          <p className={styles.from}>{count(found.length - listed.length)} more. Type to narrow the list.</p>
        )}
      </form>
    </Dialog>
  );
}
