import { useState } from 'react';
import type { RefusedText } from '../../state/notices.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyAsItIs } from '../CopyAsItIs.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { bytes } from '../../ui/format.ts';
import { Scrolling } from '../../ui/Scrolling.tsx';
import { visible } from '../../ui/visible.tsx';
import styles from './RefusedDialog.module.css';
import type { TextRange } from '../../engine/model/problem.ts';

interface RefusedDialogProps {
  readonly refused: RefusedText;
  readonly onClose: () => void;
  readonly onRetry: (text: string) => void;
  /** Offered if the text could be read and only its format is unknown. */
  readonly onMap?: (() => void) | undefined;
}

/** Characters above which a text box becomes slow. */
const maxEditable = 1_000_000;

/** A text that could not be opened: the problem, its place, and the text itself to correct it and try again. */
export function RefusedDialog({ refused, onClose, onRetry, onMap }: RefusedDialogProps) {
  const { name, text, problem } = refused;
  const [edited, setEdited] = useState(text);
  const place = problem.range === undefined ? null : placeOf(text, problem.range.start);
  const excerpt = problem.range === undefined ? null : excerptAround(text, problem.range);

  return (
    <Dialog title={`Could not open ${name}`} size="large" onClose={onClose}>
      <div className={styles.refused}>
        <p className={styles.sentence} role="alert">
          {visible(problem.message)}
        </p>
        {problem.range !== undefined && (
          <p>
            {place === null || problem.range.start === 0
              ? 'None of it could be read.'
              : `It could be read up to this place: ${bytes(problem.range.start)} of ${bytes(text.length)}.`}
          </p>
        )}
        {place !== null && excerpt !== null && (
          <figure className={styles.fault}>
            <figcaption>
              Line {place.line}, column {place.column}
            </figcaption>
            <Scrolling as="pre" aria-label="The place in the text" className={styles.excerpt}>
              {visible(excerpt.before)}
              <mark>{visible(excerpt.at)}</mark>
              {visible(excerpt.after)}
            </Scrolling>
          </figure>
        )}
        {text.length <= maxEditable ? (
          <textarea
            className={styles.text}
            aria-label="The original text"
            spellCheck={false}
            value={edited}
            onChange={(event) => setEdited(event.target.value)}
          />
        ) : (
          <p>The text has {bytes(text.length)}, too much to edit here. Correct the file and open it again.</p>
        )}
        <div className={styles.actions}>
          <CopyAsItIs label="Copy the text" text={edited} />
          <Button onClick={onClose}>Close</Button>
          {onMap !== undefined && <Button onClick={onMap}>Map its fields</Button>}
          {text.length <= maxEditable && (
            <Button look="main" disabled={edited === text} onClick={() => onRetry(edited)}>
              Try again
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** Line and column of an offset, both from 1. */
export function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

const reach = 160;

/** A little text around a fault. At the end of the text the fault is shown as `⏎`. */
export function excerptAround(text: string, { start, end }: TextRange) {
  const from = Math.max(0, start - reach);
  const to = Math.max(end, start + 1);
  return {
    before: `${from > 0 ? '…' : ''}${text.slice(from, start)}`,
    at: text.slice(start, Math.min(to, start + reach)) || '⏎',
    after: `${text.slice(to, to + reach)}${to + reach < text.length ? '…' : ''}`,
  };
}
