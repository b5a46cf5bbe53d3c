import type { TextBrush } from '../textBrush.ts';

export interface Stroke {
  readonly ink: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Records the strokes instead of painting them. */
export const sketch = (paint: (brush: TextBrush) => void): readonly Stroke[] => drawn(paint).strokes;

/** The strokes and the texts, in which each letter is six pixels wide. */
export function drawn(paint: (brush: TextBrush) => void) {
  const strokes: Stroke[] = [];
  const texts: { readonly text: string; readonly x: number; readonly y: number }[] = [];
  paint({
    fillStyle: '',
    font: '',
    textBaseline: 'alphabetic',
    clearRect: () => undefined,
    fillRect(x, y, width, height) {
      strokes.push({ ink: typeof this.fillStyle === 'string' ? this.fillStyle : '', x, y, width, height });
    },
    fillText: (text, x, y) => void texts.push({ text, x, y }),
    measureText: (text) => ({ width: 6 * text.length }),
  });
  return { strokes, texts };
}
