import { useId, useState } from 'react';
import type {
  FilledPlaceholder,
  TemplatePreview,
  LastWritten,
} from '../../engine/systems/voice/views/template-preview.ts';
import { useViewActions } from '../../state/useView.ts';
import { ChoiceRow } from '../../ui/ChoiceRow.tsx';
import { CopyAsItIs } from '../CopyAsItIs.tsx';
import { MiddleCut } from '../../ui/MiddleCut.tsx';
import { atTurn } from '../words.ts';
import styles from './Templates.module.css';
import { useSession } from '../../state/useSession.ts';
import { useRoving } from '../../ui/useRoving.ts';

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
          <CopyAsItIs label="Copy the filled text" text={now} />
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

/** The placeholders with path, value or gap, writer and turn. Arrow keys move between paths and turns. */
function Placeholders({ placeholders }: { readonly placeholders: readonly FilledPlaceholder[] }) {
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

/** A part of a template: plain text, or a placeholder with its value. */
type Piece =
  | { readonly kind: 'text'; readonly start: number; readonly text: string }
  | { readonly kind: 'placeholder'; readonly start: number; readonly placeholder: FilledPlaceholder };

/** A template cut at its placeholders. */
export function piecesOf({ text, placeholders }: Pick<TemplatePreview, 'text' | 'placeholders'>): readonly Piece[] {
  const pieces: Piece[] = [];
  let position = 0;
  for (const placeholder of placeholders) {
    const { start, end } = placeholder;
    if (start > position) pieces.push({ kind: 'text', start: position, text: text.slice(position, start) });
    pieces.push({ kind: 'placeholder', start, placeholder });
    position = end;
  }
  if (position < text.length) pieces.push({ kind: 'text', start: position, text: text.slice(position) });
  return pieces;
}

/** The text that a caller hears, up to where the preview is cut. */
export const heardText = (preview: TemplatePreview): string =>
  piecesOf(preview)
    .map((piece) => (piece.kind === 'text' ? piece.text : piece.placeholder.filled))
    .join('');

/** The results of the placeholders: `2 filled, 1 by default, 1 gap`. */
export function summaryOf({ placeholders, more }: TemplatePreview): string {
  if (placeholders.length === 0) return 'no placeholders';
  const counted = (found: FilledPlaceholder['found']) => placeholders.filter((one) => one.found === found).length;
  const gaps = counted('unresolved');
  const parts = [
    [counted('value'), 'filled'],
    [counted('default'), 'by default'],
    [gaps, gaps === 1 ? 'gap' : 'gaps'],
    [more, 'more not shown'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ');
}
