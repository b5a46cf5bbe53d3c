import { useQuery } from '@tanstack/react-query';
import { type ReactNode, use, useState } from 'react';
import { formatPath, type Path } from '../../engine/model/path.ts';
import { explainedValueQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { emptyRule, useDecisions, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import type { ExplainedPart, Input, ValuePreview } from '../../worker/protocol.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import { visible } from '../../ui/visible.tsx';
import { ExplainedContext } from './useExplanation.ts';
import styles from './Why.module.css';

type Outcome = Pick<ExplainedPart, 'id' | 'outcome' | 'value' | 'message' | 'path'>;

/** Longer results have a line of their own. */
const mostBeside = 24;

/** Whether a result has room at the end of its part's line. */
export const isBeside = ({ outcome, value }: Pick<Outcome, 'outcome' | 'value'>): boolean =>
  outcome === 'unreached' || (value !== null && value.text.length <= mostBeside);

/** A part's result: its value, or why it has none. */
export function PartValue({ part: { id, outcome, value, message, path } }: { readonly part: Outcome }) {
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
      return value === null ? null : <ReadValue path={path} value={value} of={{ part: id, element: null }} />;
  }
}

interface ReadValueProps {
  /** Where it was read; null if it was computed. */
  readonly path: Path | null;
  readonly value: ValuePreview;
  /** Whose value it is, to show the whole of one that was computed. */
  readonly of?: Whole | undefined;
}

type Whole = Pick<Input<'explainedValue'>, 'part' | 'element'>;

/** A value in one line, cut in the middle. A click shows the whole: at its path if it has one, or else in place. */
export function ReadValue({ path, value, of }: ReadValueProps) {
  const actions = useViewActions();
  const place = path === null ? null : placeOf(path);
  if (path === null || place === null) return <Unfolding value={value} of={of} />;
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

function Unfolding({ value, of }: Pick<ReadValueProps, 'value' | 'of'>) {
  // The text that is shown in full. Another value starts cut again.
  const [unfolded, setUnfolded] = useState<string | null>(null);
  if (value.text.length <= mostBeside) return <Preview value={value} />;
  const isUnfolded = unfolded === value.text;
  return (
    <button
      type="button"
      className={styles.link}
      aria-expanded={isUnfolded}
      title={value.text}
      onClick={() => setUnfolded(isUnfolded ? null : value.text)}
    >
      {isUnfolded ? <WholeValue value={value} of={of} /> : <Preview value={value} />}
    </button>
  );
}

/** The beginning and the end stay until the whole is there. */
function WholeValue({ value, of }: Pick<ReadValueProps, 'value' | 'of'>) {
  const { ref: session } = useSession();
  const decisions = useDecisions();
  const explained = use(ExplainedContext);
  const isAsked = value.cut && of !== undefined && explained !== null;
  const query = useQuery({
    ...explainedValueQuery(useEngine(), {
      session,
      decisions,
      rule: explained?.rule ?? emptyRule,
      turn: explained?.turn ?? 0,
      part: of?.part ?? 0,
      element: of?.element ?? null,
    }),
    enabled: isAsked,
  });
  const whole = query.data ?? value;
  return (
    <code className={styles.whole} aria-busy={isAsked && query.isPending}>
      {visible(whole.text)}
    </code>
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
