import type { FilledPlaceholder, LastWritten } from '../../engine/systems/voice/views/template-preview.ts';
import { useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { MiddleCut } from '../../ui/MiddleCut.tsx';
import { useRoving } from '../../ui/useRoving.ts';
import styles from './Templates.module.css';

/** The placeholders with path, value or gap, writer and turn. Arrow keys move between paths and turns. */
export function Placeholders({ placeholders }: { readonly placeholders: readonly FilledPlaceholder[] }) {
  const { root } = useSession();
  const { focusPath, moveCursor, openTab, showRoot } = useViewActions();
  const { list, item } = useRoving<HTMLOListElement>(2 * placeholders.length);
  const show = (place: NonNullable<FilledPlaceholder['place']>) => {
    showRoot('system');
    focusPath([root, ...place]);
    openTab('state');
  };
  return (
    <ol className={styles.placeholders} aria-label="Values" ref={list}>
      {placeholders.map(({ start, path, found, value, why, place, written }, index) => (
        <li key={start} className={styles.placeholder} data-found={found}>
          {place === null ? (
            <code className={styles.path}>{path}</code>
          ) : (
            <button
              type="button"
              className={styles.path}
              title="Show it in the state"
              onClick={() => show(place)}
              {...item(2 * index)}
            >
              {path}
            </button>
          )}
          <span className={styles.value}>
            {value === null ? (
              <span className={styles.gap}>not filled: {why}</span>
            ) : (
              <code data-type={value.type} title={value.type}>
                <MiddleCut text={value.text} limit={96} />
              </code>
            )}
            {found === 'default' && <span className={styles.tag}>default</span>}
          </span>
          <span className={styles.written}>
            {wordsOf(path, found, written)}
            {written !== null && written.turn >= 0 && (
              <>
                {' '}
                <button
                  type="button"
                  className={styles.turn}
                  onClick={() => moveCursor(written.turn)}
                  {...item(2 * index + 1)}
                >
                  turn {written.turn}
                </button>
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

function wordsOf(path: string, found: FilledPlaceholder['found'], written: LastWritten | null): string {
  if (path === 'now') return 'the time of the turn';
  if (written === null)
    return found === 'default' ? 'never written; the prompt’s variables list it as missing' : 'never written';
  const by = written.isGone ? `removed by ${written.by}` : written.by;
  return written.turn < 0 && written.by !== 'the start' ? `${by}, before turn 0` : by;
}
