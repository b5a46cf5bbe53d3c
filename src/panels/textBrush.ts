import type { Brush } from './paintVerdicts.ts';

/** A brush that also writes. */
export type TextBrush = Brush &
  Pick<CanvasRenderingContext2D, 'font' | 'textBaseline' | 'fillText'> & {
    measureText(text: string): Pick<TextMetrics, 'width'>;
  };

/** Fewer letters before an ellipsis say less than the initial alone. */
const fewest = 3;

/** As much of a text as has room, in pixels: the whole, its beginning, its initial, or nothing. */
export function cutText(brush: Pick<TextBrush, 'measureText'>, text: string, room: number): string {
  const whole = brush.measureText(text).width;
  if (whole <= room) return text;
  for (let many = Math.floor((room * text.length) / whole); many >= fewest; many--) {
    // The first half of a letter that takes two units of UTF-16 is no letter.
    const shown = `${text.slice(0, many).replace(/[\uD800-\uDBFF]$/, '')}…`;
    if (brush.measureText(shown).width <= room) return shown;
  }
  const initial = String.fromCodePoint(text.codePointAt(0) ?? 0x20);
  return brush.measureText(initial).width <= room ? initial : '';
}
