import { verdictKinds, worstOfParts } from '../../engine/model/verdict.ts';
import type { Rule } from '../../worker/protocol.ts';
import { paintVerdicts, verdictInk } from '../paintVerdicts.ts';
import { element, pictureFont, writerInto } from '../savePicture.ts';
import { SvgBrush } from '../svgBrush.ts';
import { cutText } from '../textBrush.ts';
import { hookTitles, verdictWords } from '../words.ts';
import { kindBars, mapSize } from './SessionMap.tsx';

export interface KindPath {
  readonly kind: (typeof kindBars)[number]['kind'];
  /** As high and wide as a map in the list. */
  readonly path: string;
}

export interface PictureRow {
  /** Of the file that holds the session and others, or of the samples; null for a file of one session. */
  readonly group: string | null;
  readonly title: string;
  /** `14 turns, task` */
  readonly facts: string;
  /** The verdict at each turn; empty where the rule judges none. */
  readonly codes: Uint8Array;
  /** The kinds of the turns, which show where there are no verdicts. */
  readonly kinds: readonly KindPath[];
  /** `fires at 1 of 2 eligible` */
  readonly words: string;
  readonly fires: boolean;
}

interface SessionsPictureProps {
  /** In the order of the list. */
  readonly rows: readonly PictureRow[];
  readonly rule: Rule | null;
  /** A colour of the page's theme, by the name of its token. */
  readonly token: (name: string) => string;
}

/** In CSS pixels. The maps are twice as wide as in the list, where there is less room. */
const [titleWidth, factsWidth, mapWidth, wordsWidth, line, space] = [264, 104, 2 * mapSize.width, 176, 24, 12] as const;
const factsAt = titleWidth + space;
const mapAt = factsAt + factsWidth + space;
const wordsAt = mapAt + mapWidth + space;
const width = wordsAt + wordsWidth;
const ribbonHeight = 16;

const kindWords = { input: 'input', llm: 'model call', capability: 'tool call' } as const;

/** All sessions of the list, each with its map and how often the rule fires in it, and below them what the signs mean. */
export function sessionsPicture({ rows, rule, token }: SessionsPictureProps): SVGSVGElement {
  const whole = element('svg', {});
  const write = writerInto(whole, token);
  const measure = new SvgBrush('');
  measure.font = `400 ${pictureFont.size}px ${pictureFont.family}`;
  const ribbon = (codes: Uint8Array, x: number, y: number, wide: number) => {
    const cells = worstOfParts(codes, Math.min(codes.length, wide));
    const brush = new SvgBrush(token('--surface'));
    const sheet = { width: wide, height: ribbonHeight, scale: 1, cells: cells.length };
    paintVerdicts(brush, cells, sheet, verdictInk(token));
    brush.group.setAttribute('transform', `translate(${x} ${y + 4})`);
    whole.append(brush.group);
  };
  const bars = (paths: readonly string[], x: number, y: number, scale: number) => {
    const group = element('g', {
      transform: `translate(${x} ${y + 4}) scale(${scale} ${ribbonHeight / mapSize.height})`,
      fill: token('--model'),
      'fill-opacity': 0.4,
    });
    for (const d of paths) group.append(element('path', { d }));
    whole.append(group);
  };

  let y = 0;
  for (const part of rule === null ? [] : linesOf(measure, ruleInWords(rule))) {
    write(part, 0, y + 16, '--chrome');
    y += textLine;
  }
  if (rule !== null) y += space;
  let group: string | null = null;
  for (const row of rows) {
    if (row.group !== null && row.group !== group) {
      write(cutText(measure, row.group, width), 0, y + 16, '--chrome', 600);
      y += line;
    }
    ({ group } = row);
    write(cutText(measure, row.title, titleWidth), 0, y + 16, '--data');
    write(cutText(measure, row.facts, factsWidth), factsAt, y + 16, '--chrome');
    if (row.codes.length > 0) ribbon(row.codes, mapAt, y, mapWidth);
    else
      bars(
        row.kinds.map(({ path }) => path),
        mapAt,
        y,
        mapWidth / mapSize.width,
      );
    write(row.words, wordsAt, y + 16, row.fires ? '--fire-ink' : '--chrome', row.fires ? 600 : 400);
    y += line;
  }

  y += space;
  let x = 0;
  const sign = (words: string, draw: () => void) => {
    const wide = signWidth + 4 + Math.ceil(measure.measureText(words).width) + 16;
    if (x + wide > width) [x, y] = [0, y + line];
    draw();
    write(words, x + signWidth + 4, y + 16, '--chrome');
    x += wide;
  };
  const codes = new Set<number>();
  for (const row of rows) for (const code of row.codes) codes.add(code);
  for (const code of [...codes].toSorted((one, other) => other - one)) {
    const kind = verdictKinds[code];
    if (kind !== undefined) sign(verdictWords[kind], () => ribbon(Uint8Array.of(code), x, y, signWidth));
  }
  const kinds = new Set(rows.flatMap((row) => (row.codes.length === 0 ? row.kinds.map(({ kind }) => kind) : [])));
  for (const { kind, height } of kindBars) {
    const bar = `M0 ${mapSize.height - 1}v${-height}h${signWidth}v${height}z`;
    if (kinds.has(kind)) sign(kindWords[kind], () => bars([bar], x, y, 1));
  }
  whole.setAttribute('width', String(width));
  whole.setAttribute('height', String(y + line));
  return whole;
}

const signWidth = 8;
const textLine = 18;
/** Lines of a rule at most. */
const mostLines = 6;

/** A rule may have no blank to break a line at, so it is broken after any letter. */
function linesOf(measure: SvgBrush, text: string): readonly string[] {
  const lines: string[] = [];
  let rest = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  while (rest.length > 0 && lines.length < mostLines - 1) {
    let fits = rest.length;
    for (let room = 0; room !== fits;) {
      room = fits;
      const wide = measure.measureText(rest.slice(0, fits).join('')).width;
      if (wide > width) fits = Math.max(1, Math.min(fits - 1, Math.floor((fits * width) / wide)));
    }
    lines.push(rest.slice(0, fits).join(''));
    rest = rest.slice(fits);
  }
  return rest.length === 0 ? lines : [...lines, cutText(measure, rest.join(''), width)];
}

/** `Before a tool call, send_money: input.amount <= 1000` */
const ruleInWords = ({ hook, match, expression }: Rule): string =>
  `${hookTitles[hook]}${match === null ? '' : `, ${match}`}: ${expression.replaceAll(/\s+/g, ' ').trim()}`;
