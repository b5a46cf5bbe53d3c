import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatPath, type Path } from '../engine/model/path.ts';
import type { UserNote } from '../engine/model/user-note.ts';
import { valueTextQuery } from '../services/engine/queries.ts';
import { useEngine } from '../services/engine/useEngine.ts';
import { useDecisions, useSession } from '../state/useSession.ts';
import { useNoticeActions } from '../state/useNotices.ts';
import { useViewActions } from '../state/useView.ts';
import { IconButton } from '../ui/Button.tsx';
import { CopyAsItIs } from './CopyAsItIs.tsx';
import { Scrolling } from '../ui/Scrolling.tsx';
import { visible } from '../ui/visible.tsx';
import styles from './FocusedValue.module.css';
import { NoteList } from './NoteList.tsx';
import { useUserNotes } from './useUserNotes.ts';

const none: readonly UserNote[] = [];

/** Characters that a browser can lay out without a pause; the rest can be copied. */
const limit = 20_000;

/** The full value at the focused path. `actions` are further buttons. */
export function FocusedValue({
  path,
  turn,
  actions,
}: {
  readonly path: Path;
  readonly turn: number;
  readonly actions?: ReactNode;
}) {
  const engine = useEngine();
  const { ref: session } = useSession();
  const { focusPath } = useViewActions();
  const whole = { session, turn, path, decisions: useDecisions() };
  const value = useQuery(valueTextQuery(engine, { ...whole, limit }));
  const text = value.data?.text;
  const name = formatPath(path);
  const { writeNote } = useNoticeActions();
  const notes = useUserNotes()?.byPath.get(name) ?? none;
  return (
    <div className={styles.focused} role="group" aria-label="Focused value">
      <div className={styles.bar}>
        <code className={styles.path} title={name}>
          {visible(name)}
        </code>
        {value.data?.cut === true && <span className={styles.aside}>cut here; copying gives all of it</span>}
        {actions}
        <IconButton
          icon="note"
          label="Write a note on this path"
          onClick={() => writeNote({ turn: Math.max(0, turn), path, isOnPath: true, note: null })}
        />
        <CopyAsItIs label="Copy the path" text={name} />
        <CopyAsItIs
          label="Copy the value"
          text={async () => (await engine.valueText(whole)).text}
          field={path.findLast((step) => typeof step === 'string') ?? null}
        />
        <IconButton icon="close" label="Unfocus this path" onClick={() => focusPath(null)} />
      </div>
      {notes.length > 0 && <NoteList notes={notes} names="turn" />}
      <Scrolling as="pre" className={styles.text} aria-label="Value">
        {value.isError ? value.error.message : text === '' ? 'not there at this turn' : visible(text ?? '…')}
      </Scrolling>
    </div>
  );
}
