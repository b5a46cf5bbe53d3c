import { formatPath, type Path } from '../engine/model/path.ts';
import { useViewActions } from '../state/useView.ts';
import { visible } from '../ui/visible.tsx';
import styles from './links.module.css';

/** A path in a system's own state; a click shows it in the state view. */
export function PlaceLink({ path }: { readonly path: Path }) {
  const { focusPath, openTab, showRoot } = useViewActions();
  const name = formatPath(path);
  return (
    <button
      type="button"
      className={styles.place}
      title={`${name}: show it in the state`}
      onClick={() => {
        showRoot('system');
        focusPath(path);
        openTab('state');
      }}
    >
      {visible(name)}
    </button>
  );
}
