import { Fragment } from 'react';
import { useRule } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import type { ExplainedPart } from '../../worker/protocol.ts';
import { triedIn, writtenPlace } from '../tried.ts';
import { visible } from '../../ui/visible.tsx';
import styles from './Why.module.css';

/** A part of the rule; a click marks it in the editor. */
export function PartText({ part }: { readonly part: Pick<ExplainedPart, 'start' | 'end' | 'text'> }) {
  const actions = useViewActions();
  const { expression } = useRule();
  const trial = useView((view) => view.trial);
  // The reasons belong to the tried text; the editor has the written one.
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

/** Allows a line break before each step of a path, rather than within a name. */
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
