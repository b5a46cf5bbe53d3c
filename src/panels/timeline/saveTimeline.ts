import { savePicture } from '../savePicture.ts';
import type { PictureKind } from '../SaveMenu.tsx';
import { drawings, timelines } from './drawings.ts';
import { ticksOn } from './Ruler.tsx';
import { timelinePicture } from './timelinePicture.ts';

/** Downloads a picture of all lanes and ribbons, also of those that are scrolled away, in the colours of the page. */
export async function saveTimeline(rows: Element, kind: PictureKind) {
  const timeline = timelines.get(rows);
  if (timeline === undefined) return;
  const { layout, times, session, hide } = timeline;
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
