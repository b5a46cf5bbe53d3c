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
      <PartCode text={part.text} />
    </button>
  );
}

/** Shorter paths stay in one line. */
const longPath = 24;

export function PartCode({ text }: { readonly text: string }) {
  return <code>{breakable(text.replace(/\s+/g, ' '))}</code>;
}

/** Besides at spaces, a line may break after a bracket and before a step of a long path, but not within a name. */
function breakable(text: string) {
  const pieces = (text.match(/[\w.]+|[([{]|[^\w.([{]+/g) ?? []).flatMap((piece) =>
    piece.length < longPath ? [piece] : piece.split(/(?=\.[A-Za-z_])/),
  );
  let offset = 0;
  return pieces.map((piece, at) => {
    const key = offset;
    offset += piece.length;
    const isBreak = piece.startsWith('.') || /[([{]/.test(pieces[at - 1] ?? '');
    return (
      <Fragment key={key}>
        {isBreak && <wbr />}
        {visible(piece)}
      </Fragment>
    );
  });
}
