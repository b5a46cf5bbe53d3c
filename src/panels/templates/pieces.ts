import type { FilledPlaceholder, TemplatePreview } from '../../engine/systems/voice/views/template-preview.ts';

/** A part of a template: plain text, or a placeholder with its value. */
export type Piece =
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
