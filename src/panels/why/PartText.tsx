import { Fragment } from 'react';
import { useRule } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import type { ExplainedPart } from '../../worker/protocol.ts';
import { triedIn, writtenPlace } from '../tried.ts';
import { visible } from '../../ui/visible.tsx';
import styles from './Why.module.css';

/** A part of the rule as it is written; pressing it marks the same part in the editor. */
export function PartText({ part }: { readonly part: Pick<ExplainedPart, 'start' | 'end' | 'text'> }) {
  const actions = useViewActions();
  const { expression } = useRule();
  const trial = useView((view) => view.trial);
  // Reasons are of the text that is tried; the editor has the written one.
  const { start, end } = writtenPlace(part, triedIn(expression, trial));
  const isMarked = useView(({ highlight }) => highlight?.start === start && highlight.end === end);
  return (
    <button
      type="button"
      className={styles.part}
      title={part.text}
      aria-pressed={isMarked}
      onClick={() => actions.highlightPart(isMarked ? null : { start, end })}
    >
      <code>{breakable(part.text.replace(/\s+/g, ' '))}</code>
    </button>
  );
}

/** A long path may go on in the next line where a step begins, rather than in the middle of a name. */
function breakable(text: string) {
  const [first = '', ...steps] = text.split(/(?=\.[A-Za-z_])/);
  let offset = first.length;
  return [
    visible(first),
    ...steps.map((step) => {
      const key = offset;
      offset += step.length;
      return (
        <Fragment key={key}>
          <wbr />
          {visible(step)}
        </Fragment>
      );
    }),
  ];
}
