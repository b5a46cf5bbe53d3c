import { QueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Page } from './Page.tsx';
import { chooseFirst, openFirst, shownQuery } from './shown.ts';
import { ok } from '../base/result.ts';
import { drawings } from '../panels/timeline/drawings.ts';
import { element } from '../panels/savePicture.ts';
import { digitWidth } from '../panels/timeline/Marks.tsx';
import styles from '../panels/timeline/Timeline.module.css';
import { SvgBrush } from '../panels/svgBrush.ts';
import { answerTo } from '../services/answerTo.ts';
import { turnColumnsQuery } from '../services/engine/queries.ts';
import { createKeeping } from '../services/keeping/keeping.ts';
import { memoryStore } from '../services/keeping/store.ts';
import { createNoticeStore } from '../state/notices.ts';
import { createViewStore } from '../state/view.ts';
import type { EngineClient } from '../worker/connect.ts';

/**
 * The first screen of a first visit, as HTML that fits any width: the page itself draws it, with the engine behind it, into a
 * document without layout, in which each track is `trackWidth` CSS pixels wide.
 */
export async function drawFirstScreen(engine: EngineClient, trackWidth: number): Promise<string> {
  const queries = new QueryClient();
  const view = createViewStore();
  const keeping = createKeeping({ open: async () => ok(memoryStore()), channel: null, now: () => Date.now() });
  await openFirst(engine, queries);
  await chooseFirst(queries, view);
  const { outline } = await answerTo(queries, shownQuery(engine, queries, view.getState().session));
  await answerTo(queries, turnColumnsQuery(engine, outline.ref));

  const place = document.createElement('div');
  document.body.append(place);
  const notices = createNoticeStore();
  flushSync(() => createRoot(place).render(<Page {...{ engine, queries, view, notices, keeping }} workspace="" />));
  for (const canvas of place.querySelectorAll('canvas')) canvas.replaceWith(stretchingPicture(canvas));
  stretch(place, trackWidth);
  const [screen] = place.children;
  screen?.setAttribute('data-prerendered', '');
  // Nothing answers yet.
  screen?.setAttribute('inert', '');
  return place.innerHTML;
}

/** What a canvas shows, without its words, which must not be stretched. */
function stretchingPicture(canvas: HTMLCanvasElement): SVGElement {
  const drawing = drawings.get(canvas);
  if (drawing === undefined) throw new Error('A canvas of the first screen says nothing of what it shows.');
  const { layout, height, paint } = drawing;
  const { width, cells, lefts } = layout;
  const token = (name: string) => `var(${name})`;
  const brush = new SvgBrush(token('--surface'));
  paint(brush, { width, height, scale: 1, cells, edges: lefts }, token);
  for (const words of brush.group.querySelectorAll('text')) words.remove();
  const picture = element('svg', {
    class: canvas.className,
    viewBox: `0 0 ${width} ${height}`,
    width: '100%',
    height,
    preserveAspectRatio: 'none',
    'shape-rendering': 'crispEdges',
    'aria-hidden': 'true',
  });
  picture.append(brush.group);
  return picture;
}

/** Places the marks over the tracks in parts of a track's width. Words stay as wide as they are, around the same centre. */
function stretch(drawn: Element, trackWidth: number): void {
  const part = (pixels: number) => `${(100 * pixels) / trackWidth}%`;
  const marks = ['mark', 'tick', 'flag', 'cursor'] as const;
  for (const { style, textContent: words } of drawn.querySelectorAll<HTMLElement>(
    marks.map((name) => `.${styles[name]}`).join(', '),
  )) {
    const left = parseFloat(style.left || style.transform.replace('translateX(', ''));
    const width = words === '' ? parseFloat(style.width) : parseFloat(style.width) || digitWidth * words.length;
    style.transform = '';
    style.left = words === '' ? part(left) : `calc(${part(left + width / 2)} - ${width / 2}px)`;
    if (words === '' && style.width !== '') style.width = part(width);
  }
}
