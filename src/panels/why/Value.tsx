import { formatPath, type Path } from '../../engine/model/path.ts';
import { useViewActions } from '../../state/useView.ts';
import type { ExplainedPart, ValuePreview } from '../../worker/protocol.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import { visible } from '../../ui/visible.tsx';
import styles from './Why.module.css';

/** A part's result. A value that was read from a path links to the path and to the turn that wrote it. */
export function PartValue({ part }: { readonly part: ExplainedPart }) {
  switch (part.outcome) {
    case 'unreached':
      return <span className={styles.quiet}>not reached</span>;
    case 'error':
      return (
        <span className={styles.error}>
          <Sentence text={part.message ?? 'error'} />
        </span>
      );
    case 'unknown':
      return (
        <span className={styles.unknown}>
          <Sentence text={part.message ?? 'unknown'} />
        </span>
      );
    case 'value':
      return part.value === null ? null : <ReadValue part={part} value={part.value} />;
  }
}

/** A value with links to its path and to the turn that wrote it. */
export function ReadValue({
  part: { path, writtenAt },
  value,
}: {
  readonly part: Pick<ExplainedPart, 'path' | 'writtenAt'>;
  readonly value: ValuePreview;
}) {
  const actions = useViewActions();
  const place = path === null ? null : placeOf(path);
  if (path === null || place === null) return <Preview value={value} />;
  const show = () => {
    if (place === 'state') {
      actions.showRoot('context');
      actions.focusPath(path);
    }
    actions.openTab(place);
  };
  return (
    <>
      <button type="button" className={styles.link} title={`Show ${formatPath(path)}`} onClick={show}>
        <Preview value={value} />
      </button>
      {writtenAt !== null && (
        <button
          type="button"
          className={styles.written}
          aria-label={`written at turn ${writtenAt}`}
          title={`Written at turn ${writtenAt}: go there`}
          onClick={() => actions.moveCursor(writtenAt)}
        >
          turn {writtenAt}
        </button>
      )}
    </>
  );
}

/** The inspector's view for a path: values passed by a hook are shown in the call. */
function placeOf([root]: Path): 'state' | 'call' | null {
  if (root === 'context') return 'state';
  return root === 'input' || root === 'output' ? 'call' : null;
}

/** A value in one line, with its type as tooltip. */
export function Preview({ value }: { readonly value: ValuePreview }) {
  return (
    <code
      className={styles.value}
      data-type={value.type}
      title={`${value.type}${value.cut ? ', cut in the middle' : ''}`}
    >
      {visible(value.text)}
    </code>
  );
}
