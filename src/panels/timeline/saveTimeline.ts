import { savePicture } from '../savePicture.ts';
import type { PictureKind } from '../SaveMenu.tsx';
import { drawings } from './drawings.ts';
import type { Layout } from './layout.ts';
import { ticksOn } from './Ruler.tsx';
import { timelinePicture } from './timelinePicture.ts';

interface Shown {
  readonly layout: Layout;
  /** On an axis in time: those of all turns. */
  readonly times: Float64Array | null;
  /** The title of the session. */
  readonly session: string;
  /** Puts stand-ins for private values in a text. */
  readonly hide: (text: string) => Promise<string>;
}

/** Downloads a picture of all lanes and ribbons, also of those that are scrolled away, in the colours of the page. */
export async function saveTimeline(rows: HTMLElement, { layout, times, session, hide }: Shown, kind: PictureKind) {
  const page = getComputedStyle(rows);
  const shown = [...rows.querySelectorAll('canvas')].flatMap((canvas) => drawings.get(canvas) ?? []);
  const drawing = timelinePicture({
    layout,
    ticks: ticksOn(layout, times),
    drawings: shown.filter(({ captions }) => captions.length > 0),
    token: (name) => page.getPropertyValue(name).trim(),
  });
  await savePicture(drawing, { session, name: 'timeline', page, hide }, kind);
}
