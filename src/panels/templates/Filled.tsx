import { useId, useState } from 'react';
import type { FilledPlaceholder, TemplatePreview } from '../../engine/systems/voice/views/template-preview.ts';
import { useViewActions } from '../../state/useView.ts';
import { ChoiceRow } from '../../ui/ChoiceRow.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { MiddleCut } from '../../ui/MiddleCut.tsx';
import { atTurn } from '../turnWords.ts';
import { heardText, piecesOf, summaryOf } from './pieces.ts';
import { Placeholders } from './Placeholders.tsx';
import styles from './Templates.module.css';

interface FilledProps {
  readonly preview: TemplatePreview;
  readonly turn: number;
  /** The turn that used the template last; null if none did, or if it is only tried. */
  readonly lastUsed: number | null;
}

/** A template with its placeholders filled, and each placeholder's value, source and writer. */
export function Filled({ preview, turn, lastUsed }: FilledProps) {
  const { moveCursor } = useViewActions();
  const heading = useId();
  const [look, setLook] = useState<'filled' | 'written'>('filled');
  const { cut, heard } = preview;
  const now = heardText(preview);
  return (
    <div className={styles.filled}>
      <section aria-labelledby={heading}>
        <div className={styles.bar}>
          <h3 className={styles.heading} id={heading}>
            Filled {atTurn(turn)}
          </h3>
          <span className={styles.aside} role="status" aria-label="Placeholders">
            {summaryOf(preview)}
          </span>
          {lastUsed !== null && lastUsed >= 0 && lastUsed !== turn && (
            <button type="button" className={styles.turn} onClick={() => moveCursor(lastUsed)}>
              used at turn {lastUsed}
            </button>
          )}
          <CopyButton label="Copy the filled text" text={now} />
        </div>
        <div className={styles.look}>
          <ChoiceRow
            label="Show the template"
            chosen={look}
            onChoose={setLook}
            choices={[
              { id: 'filled', title: 'filled', hint: 'The text that a caller hears' },
              { id: 'written', title: 'as written', hint: 'With its placeholders' },
            ]}
          />
        </div>
        <p className={styles.text} data-filled>
          {piecesOf(preview).map((piece) =>
            piece.kind === 'text' ? (
              <MiddleCut key={piece.start} text={piece.text} limit={4000} />
            ) : (
              <Mark
                key={piece.start}
                placeholder={piece.placeholder}
                text={
                  look === 'filled' ? piece.placeholder.filled : preview.text.slice(piece.start, piece.placeholder.end)
                }
              />
            ),
          )}
        </p>
        {cut && <p className={styles.aside}>The template is longer; its beginning is shown.</p>}
      </section>
      {heard !== null && heard !== now && (
        <section aria-label="Heard in this turn">
          <h3 className={styles.heading}>Heard in this turn</h3>
          <p className={styles.text}>
            <MiddleCut text={heard} limit={1000} />
          </p>
        </section>
      )}
      {preview.placeholders.length > 0 && <Placeholders placeholders={preview.placeholders} />}
    </div>
  );
}

interface MarkProps {
  readonly placeholder: FilledPlaceholder;
  readonly text: string;
}

/** The value of a placeholder; its kind is shown by the underline, not by colour alone. */
function Mark({ placeholder: { path, found, cut }, text }: MarkProps) {
  const title = { value: `{{${path}}}`, default: `{{${path}}}, by default`, unresolved: 'nothing fills it' }[found];
  return (
    <mark className={styles.mark} data-found={found} title={title}>
      {text === '' ? <span className={styles.empty}>empty</span> : <MiddleCut text={text} limit={160} />}
      {cut && text.length > 160 && '…'}
    </mark>
  );
}
