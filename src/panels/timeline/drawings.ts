import type { Sheet } from '../paintVerdicts.ts';
import type { TextBrush } from '../textBrush.ts';
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
  /** Hatched from here on, in CSS pixels. */
  readonly hatchedFrom?: number | undefined;
  /** One for each of the lanes in it, which are equally high. */
  readonly captions: readonly Caption[];
}

/** A timeline on the page, so that its picture can be saved from anywhere. */
export interface ShownTimeline {
  readonly layout: Layout;
  /** On an axis in time: those of all turns. */
  readonly times: Float64Array | null;
  /** The title of the session. */
  readonly session: string;
  /** Puts stand-ins for private values in a text. */
  readonly hide: (text: string) => Promise<string>;
}

/** By the element with its rows. */
export const timelines = new WeakMap<Element, ShownTimeline>();

/** By the canvas. Those that have no caption are no part of the picture. */
export const drawings = new WeakMap<HTMLCanvasElement, Drawing>();
