import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { maxPlaces, type Note } from '../../engine/model/problem.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useOptionalSession } from '../../state/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { roving, RovingList } from '../../ui/RovingList.tsx';
import { counted, count } from '../../ui/format.ts';
import { visible } from '../../ui/visible.tsx';
import type { SessionOutline } from '../../worker/protocol.ts';
import { hidingWith } from '../hidingWith.ts';
import { LeftOutFields } from './LeftOutFields.tsx';
import { Place } from './Place.tsx';
import styles from './ReportDialog.module.css';

/** What the importer read, repaired, assumed and lost. Nothing is dropped silently. */
export function ReportDialog({ onClose }: { readonly onClose: () => void }) {
  const outline = useOptionalSession()?.outline;
  return (
    <Dialog title="Import report" size="large" onClose={onClose}>
      {outline === undefined ? <EmptyState title="No session is open." /> : <Report outline={outline} />}
    </Dialog>
  );
}

function Report({ outline }: { readonly outline: SessionOutline }) {
  const engine = useEngine();
  const { title, importer, turns, kinds, functions, nodes, origin, notes } = outline;
  const hasLosses = notes.some(({ severity }) => severity === 'lost');
  const summary = ` was read as ${importer}: ${kinds.snapshot > 0 ? 'a snapshot without turns' : `${counted(turns, 'turn')} (${kinds.input} input, ${kinds.llm} llm, ${kinds.capability} capability)`}, ${counted(functions.length, 'function')}, ${counted(nodes.length, 'context')}.`;
  return (
    <div className={styles.report}>
      <div className={styles.top}>
        <p className={styles.summary}>
          <strong dir="auto">{visible(title)}</strong>
          {summary}
        </p>
        <CopyButton label="Copy the report" text={() => hidingWith(engine)(reportText(title + summary, notes))} />
      </div>
      {origin !== null && (
        <p className={styles.origin}>
          From {origin.source}, {origin.licence}. {origin.note}
        </p>
      )}
      {notes.length === 0 ? (
        <p>The importer has no notes: everything was read as recorded.</p>
      ) : (
        grouped(notes).map((group) => <NoteList key={group.severity} group={group} />)
      )}
      {!outline.isRun && <LeftOutFields session={outline.ref} hasLosses={hasLosses} />}
    </div>
  );
}

/** Notes shown at first; a session file may contain any number. */
const maxNotes = 100;

function NoteList({ group: { severity, title, meaning, notes } }: { readonly group: NoteGroup }) {
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

/** Most severe first. */
const kinds = [
  ['lost', 'Lost', 'in the text, but not in the session'],
  ['repaired', 'Repaired', 'the text was faulty and has been repaired'],
  ['assumed', 'Assumed', 'not recorded, so a choice was made'],
  ['info', 'Worth knowing', 'as the format has it; no turn is missing'],
] as const;

interface NoteGroup {
  readonly severity: Note['severity'];
  readonly title: string;
  /** Explains the title. */
  readonly meaning: string;
  readonly notes: readonly Note[];
}

function grouped(notes: readonly Note[]): readonly NoteGroup[] {
  return kinds.flatMap(([severity, title, meaning]) => {
    const group = notes.filter((note) => note.severity === severity);
    return group.length === 0 ? [] : [{ severity, title, meaning, notes: group }];
  });
}

/** The report as text, for copying. */
export const reportText = (summary: string, notes: readonly Note[]): string =>
  [
    summary,
    ...grouped(notes).flatMap(({ title, notes: group }) => [
      '',
      title,
      ...group.map(({ message, place }) => `- ${message}${place === undefined ? '' : ` (${place})`}`),
    ]),
    '',
  ].join('\n');
