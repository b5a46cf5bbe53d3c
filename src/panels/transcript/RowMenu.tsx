import { useId, useState } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { TurnRow } from '../../worker/protocol.ts';
import { reportFailures } from '../reportFailures.ts';
import { useAttachDeps } from '../sessionActions.ts';
import styles from './Transcript.module.css';
import { useRowActions } from './useRowActions.ts';

/** What can be done with the cursor's turn. */
export function RowMenu({ row }: { readonly row: TurnRow }) {
  const [opener, setOpener] = useState<HTMLButtonElement | null>(null);
  const id = useId();
  const actions = useRowActions(row);
  const { notify } = useAttachDeps();
  return (
    <>
      <IconButton
        icon="more"
        label={`Actions for turn ${row.index}`}
        className={styles.menu}
        tabIndex={-1}
        aria-haspopup="menu"
        popoverTarget={id}
        aria-expanded={opener !== null}
        onClick={(event) => {
          // By itself, the browser would close what opens here.
          event.preventDefault();
          setOpener(opener === null ? event.currentTarget : null);
        }}
      />
      {opener !== null && (
        <Menu
          id={id}
          label={`Actions for turn ${row.index}`}
          opener={opener}
          items={actions.map(({ title, run }) => ({ title, onChoose: () => reportFailures(run(), notify) }))}
          onClose={() => setOpener(null)}
        />
      )}
    </>
  );
}
