import { useQuery } from '@tanstack/react-query';
import { formatPath, type Path } from '../../engine/model/path.ts';
import { valueTextQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useDecisions, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { IconButton } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import styles from './InspectorPanel.module.css';

/** The whole value at the focus path, as every panel points at it. */
export function FocusedPlace({ path, turn }: { readonly path: Path; readonly turn: number }) {
  const { ref } = useSession();
  const { focusPath } = useViewActions();
  const value = useQuery({
    ...valueTextQuery(useEngine(), ref, turn, path, useDecisions()),
    enabled: path[0] === 'context',
  });
  const text = value.data?.text;
  const name = formatPath(path);
  return (
    <div className={styles.focused} role="group" aria-label="Focused value">
      <div className={styles.focusedBar}>
        <code className={styles.path} title={name}>
          {name}
        </code>
        <CopyButton label="Copy the path" text={name} />
        {text !== undefined && <CopyButton label="Copy the value" text={text} />}
        <IconButton icon="close" label="Let go of this place" onClick={() => focusPath(null)} />
      </div>
      {path[0] === 'context' && (
        // A long value scrolls, so it must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={styles.whole} tabIndex={0} aria-label="Value">
          {value.isError ? value.error.message : (text ?? '…')}
        </pre>
      )}
    </div>
  );
}
