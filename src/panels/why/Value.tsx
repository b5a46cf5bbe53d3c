import { type ReactNode, useState } from 'react';
import { formatPath, type Path } from '../../engine/model/path.ts';
import { useViewActions } from '../../state/useView.ts';
import type { ExplainedPart, ValuePreview } from '../../worker/protocol.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import { visible } from '../../ui/visible.tsx';
import styles from './Why.module.css';

type Outcome = Pick<ExplainedPart, 'outcome' | 'value' | 'message' | 'path'>;

/** Longer results have a line of their own. */
const mostBeside = 24;

/** Whether a result has room at the end of its part's line. */
export const isBeside = ({ outcome, value }: Outcome): boolean =>
  outcome === 'unreached' || (value !== null && value.text.length <= mostBeside);

/** A part's result: its value, or why it has none. */
export function PartValue({ part: { outcome, value, message, path } }: { readonly part: Outcome }) {
  switch (outcome) {
    case 'unreached':
      return <span className={styles.quiet}>not reached</span>;
    case 'error':
    case 'unknown':
      return (
        <span className={outcome === 'error' ? styles.error : styles.unknown}>
          <Sentence text={message ?? outcome} />
        </span>
      );
    case 'value':
      return value === null ? null : <ReadValue path={path} value={value} />;
  }
}

interface ReadValueProps {
  /** Where it was read; null if it was computed. */
  readonly path: Path | null;
  readonly value: ValuePreview;
}

/** A value in one line, cut in the middle. A click shows the whole: at its path if it has one, or else in place. */
export function ReadValue({ path, value }: ReadValueProps) {
  const actions = useViewActions();
  const place = path === null ? null : placeOf(path);
  if (path === null || place === null) return <Unfolding value={value} />;
  const show = () => {
    if (place === 'state') {
      actions.showRoot('context');
      actions.focusPath(path);
    }
    actions.openTab(place);
  };
  return (
    <button type="button" className={styles.link} title={`${value.text}\nShow ${formatPath(path)}`} onClick={show}>
      <Preview value={value} />
    </button>
  );
}

function Unfolding({ value }: { readonly value: ValuePreview }) {
  // The text that is shown in full. Another value starts cut again.
  const [whole, setWhole] = useState<string | null>(null);
  if (value.text.length <= mostBeside) return <Preview value={value} />;
  const isWhole = whole === value.text;
  return (
    <button
      type="button"
      className={styles.link}
      aria-expanded={isWhole}
      title={value.text}
      onClick={() => setWhole(isWhole ? null : value.text)}
    >
      {isWhole ? <code className={styles.whole}>{visible(value.text)}</code> : <Preview value={value} />}
    </button>
  );
}

/** The inspector's view for a path: values passed by a hook are shown in the call. */
function placeOf([root]: Path): 'state' | 'call' | null {
  if (root === 'context') return 'state';
  return root === 'input' || root === 'output' ? 'call' : null;
}

/** The turn that wrote a value, as a link. */
export function WrittenAt({ turn }: { readonly turn: number | null }): ReactNode {
  const { moveCursor } = useViewActions();
  if (turn === null) return null;
  return (
    <button
      type="button"
      className={styles.written}
      aria-label={`written at turn ${turn}`}
      title={`Written at turn ${turn}: go there`}
      onClick={() => moveCursor(turn)}
    >
      turn {turn}
    </button>
  );
}

/** Characters at the end that are always shown: values that begin alike differ there. */
const tail = 12;

/** A value in one line, cut in the middle if it has no room, with its type as tooltip. */
export function Preview({ value: { type, text, cut } }: { readonly value: ValuePreview }) {
  // Do not split a surrogate pair.
  const end = text.length - tail - (/[\uDC00-\uDFFF]/.test(text.at(-tail) ?? '') ? 1 : 0);
  const isShort = text.length <= mostBeside;
  return (
    <code className={styles.value} data-type={type} title={`${type}${cut ? ', cut in the middle' : ''}`}>
      {isShort ? (
        visible(text)
      ) : (
        <>
          <span className={styles.head}>{visible(text.slice(0, end))}</span>
          {visible(text.slice(end))}
        </>
      )}
    </code>
  );
}
