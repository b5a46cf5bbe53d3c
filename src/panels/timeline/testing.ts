import type { Brush } from '../paintVerdicts.ts';

export interface Stroke {
  readonly ink: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Records the strokes instead of painting them. */
export function sketch(paint: (brush: Brush) => void): readonly Stroke[] {
  const strokes: Stroke[] = [];
  paint({
    fillStyle: '',
    clearRect: () => undefined,
    fillRect(x, y, width, height) {
      strokes.push({ ink: typeof this.fillStyle === 'string' ? this.fillStyle : '', x, y, width, height });
    },
  });
  return strokes;
}
