import { element, pictureFont, writerInto } from '../savePicture.ts';
import type { Drawing } from './drawings.ts';
import type { Layout } from './layout.ts';
import type { Tick } from './Ruler.tsx';
import { SvgBrush } from '../svgBrush.ts';

interface Timeline {
  readonly layout: Layout;
  readonly ticks: readonly Tick[];
  /** From top to bottom. */
  readonly drawings: readonly Drawing[];
  /** A colour of the page's theme, by the name of its token. */
  readonly token: (name: string) => string;
}

/** In CSS pixels. */
const rulerHeight = 24;
const space = 8;
const { size: fontSize, family } = pictureFont;
const line = 16;

/** The timeline as the page shows it, with what is beside its lanes and ribbons in words. */
export function timelinePicture({ layout, ticks, drawings, token }: Timeline): SVGSVGElement {
  const brush = (ground = token('--surface')) => new SvgBrush(ground);
  const widest = brush();
  widest.font = `400 ${fontSize}px ${family}`;
  const captions = drawings.flatMap((drawing) => drawing.captions.flatMap(({ text, words = '' }) => [text, words]));
  const labels = Math.ceil(Math.max(...captions.map((text) => widest.measureText(text).width))) + 2 * space;

  const whole = element('svg', {});
  const write = writerInto(whole, token);

  for (const { text, left, width, mark } of ticks) {
    write(text, labels + left + width / 2, fontSize, '--chrome').setAttribute('text-anchor', 'middle');
    whole.append(
      element('path', { d: `M${labels + mark} ${rulerHeight - 5}v5`, stroke: token('--edge'), 'stroke-width': 1 }),
    );
  }
  let y = rulerHeight;
  whole.append(
    element('path', { d: `M${labels} ${y}h${layout.width}`, stroke: token('--hairline'), 'stroke-width': 1 }),
  );
  for (const { height, paint, hatchedFrom, captions: own, layout: laid } of drawings) {
    y += space;
    const one = brush();
    const { width, cells, lefts } = laid;
    paint(one, { width, height, scale: 1, cells, edges: lefts }, (name) => (name === '--text' ? family : token(name)));
    if (hatchedFrom !== undefined)
      one.group.append(
        element('path', { d: hatching(hatchedFrom, width, height), stroke: token('--edge'), 'stroke-width': 1 }),
      );
    one.group.setAttribute('transform', `translate(${labels} ${y})`);
    whole.append(one.group);
    for (const [lane, { text, words }] of own.entries()) {
      const top = y + (lane * height) / own.length;
      // Beside several lanes there is no room for a second line.
      if (words !== undefined && own.length > 1) write(words, 0, top + fontSize, '--chrome');
      else write(text, 0, top + fontSize, '--data', words === undefined ? 400 : 600);
      if (words !== undefined && own.length === 1) write(words, 0, top + fontSize + line, '--chrome');
    }
    // Two lines beside one lane may be higher than it.
    y += Math.max(height, own.length === 1 ? 2 * line : 0);
  }
  whole.setAttribute('width', String(labels + layout.width));
  whole.setAttribute('height', String(y));
  return whole;
}

/** Between two strokes, in CSS pixels across. */
const strokeSpace = 8.5;

/** Strokes from bottom left to top right, within a rectangle. */
function hatching(left: number, right: number, height: number): string {
  const strokes: string[] = [];
  for (let foot = left - height + strokeSpace; foot < right; foot += strokeSpace) {
    const [from, to] = [Math.max(left, foot), Math.min(right, foot + height)];
    strokes.push(`M${from} ${height - (from - foot)}L${to} ${height - (to - foot)}`);
  }
  return strokes.join('');
}
