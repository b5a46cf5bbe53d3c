import { Fragment } from 'react';
import type { Note } from '../../engine/model/problem.ts';
import { useOptionalSession } from '../../state/useSession.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { counted } from '../../ui/format.ts';
import { grouped } from './grouped.ts';
import styles from './ReportDialog.module.css';

/** What the importer understood, repaired, assumed and lost. Nothing is dropped silently. */
export function ReportDialog({ onClose }: { readonly onClose: () => void }) {
  const outline = useOptionalSession()?.outline;
  return (
    <Dialog title="Import report" size="large" onClose={onClose}>
      {outline === undefined ? (
        <EmptyState title="No session is open." />
      ) : (
        <div className={styles.report}>
          <p className={styles.summary}>
            <strong>{outline.title}</strong> was read as {outline.importer}: {counted(outline.turns, 'turn')} (
            {outline.kinds.input} input, {outline.kinds.llm} llm, {outline.kinds.capability} capability),{' '}
            {counted(outline.functions.length, 'function')}, {counted(outline.nodes.length, 'context')}.
          </p>
          {outline.origin !== null && (
            <p className={styles.origin}>
              From {outline.origin.source}, {outline.origin.licence}. {outline.origin.note}
            </p>
          )}
          {outline.notes.length === 0 ? (
            <p>Nothing was lost, repaired or assumed.</p>
          ) : (
            grouped(outline.notes).map(({ severity, title, notes }) => (
              <NoteGroup key={severity} severity={severity} title={title} notes={notes} />
            ))
          )}
        </div>
      )}
    </Dialog>
  );
}

/** A path that breaks before its dots and brackets, so that its names stay whole. */
function Breakable({ path }: { readonly path: string }) {
  return path.split(/(?=[.[])/).map((part, at) => (
    // Parts of a text have no names of their own, and never move.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

function NoteGroup({
  severity,
  title,
  notes,
}: {
  readonly severity: Note['severity'];
  readonly title: string;
  readonly notes: readonly Note[];
}) {
  return (
    <section className={styles.group} aria-label={title} data-severity={severity}>
      <h3 className={styles.heading}>
        {title} <span className={styles.many}>{notes.length}</span>
      </h3>
      <ul>
        {notes.map((note) => (
          <li key={`${note.code} ${note.place} ${note.message}`} className={styles.note}>
            <span>{note.message}</span>
            {note.place !== undefined && (
              <code className={styles.place}>
                <Breakable path={note.place} />
              </code>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
