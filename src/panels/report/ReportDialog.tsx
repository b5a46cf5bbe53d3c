import type { SessionOutline } from '../../worker/protocol.ts';
import { useOptionalSession } from '../../state/useSession.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { counted } from '../../ui/format.ts';
import { visible } from '../../ui/visible.tsx';
import { grouped, reportText } from './grouped.ts';
import { LeftOutFields } from './LeftOutFields.tsx';
import { NoteList } from './NoteList.tsx';
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
  const { title, importer, turns, kinds, functions, nodes, origin, notes } = outline;
  const summary = ` was read as ${importer}: ${kinds.snapshot > 0 ? 'a snapshot without turns' : `${counted(turns, 'turn')} (${kinds.input} input, ${kinds.llm} llm, ${kinds.capability} capability)`}, ${counted(functions.length, 'function')}, ${counted(nodes.length, 'context')}.`;
  return (
    <div className={styles.report}>
      <div className={styles.top}>
        <p className={styles.summary}>
          <strong dir="auto">{visible(title)}</strong>
          {summary}
        </p>
        <CopyButton label="Copy the report" text={reportText(title + summary, notes)} />
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
      {!outline.isRun && <LeftOutFields session={outline.ref} />}
    </div>
  );
}
