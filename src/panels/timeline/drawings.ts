import type { Sheet } from '../paintVerdicts.ts';
import type { TextBrush } from './textBrush.ts';
import type { Layout } from './layout.ts';

export type Paint = (brush: TextBrush, sheet: Sheet, token: (name: string) => string) => void;

/** A text beside a lane or ribbon. */
export interface Caption {
  readonly text: string;
  /** In a quieter colour, below or beside the name. */
  readonly words?: string | undefined;
}

/** What a canvas shows, so that it can be drawn again in a picture of the whole timeline. */
export interface Drawing {
  readonly layout: Layout;
  /** In CSS pixels. */
  readonly height: number;
  readonly paint: Paint;
  /** One for each of the lanes in it, which are equally high. */
  readonly captions: readonly Caption[];
}

/** By the canvas. Those that have no caption are no part of the picture. */
export const drawings = new WeakMap<HTMLCanvasElement, Drawing>();
