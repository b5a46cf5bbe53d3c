import { verdictInk, paintVerdicts } from '../paintVerdicts.ts';
import { element, pictureFont, writerInto } from '../savePicture.ts';
import { SvgBrush } from '../svgBrush.ts';
import { cutText } from '../textBrush.ts';
import type { Row } from './rows.ts';
import { changeInWords, inShort } from './words.ts';

/** In CSS pixels. */
const [titleWidth, ribbonWidth, countWidth, half, wordsWidth, line] = [240, 320, 96, 48, 240, 24] as const;
const space = 12;

interface BacktestPictureProps {
  /** In the order of the table. */
  readonly rows: readonly Row[];
  /** Index of the draft among the rules. */
  readonly draft: number;
  /** A colour of the page's theme, by the name of its token. */
  readonly token: (name: string) => string;
}

/** All sessions of the table, each with the draft's ribbon and what the draft changes. */
export function backtestPicture({ rows, draft, token }: BacktestPictureProps): SVGSVGElement {
  const whole = element('svg', {});
  const measure = new SvgBrush('');
  measure.font = `400 ${pictureFont.size}px ${pictureFont.family}`;
  const write = writerInto(whole, token);
  const bar = (x: number, y: number, width: number, ink: string) => {
    if (width > 0) whole.append(element('rect', { x, y: y + 6, width, height: 12, fill: token(ink) }));
  };

  const most = Math.max(1, ...rows.map(({ change }) => Math.max(change?.blocked ?? 0, change?.released ?? 0)));
  const lengthOf = (turns: number) => (turns === 0 ? 0 : Math.max(2, (turns / most) * half));
  const ribbonAt = titleWidth + space;
  const countAt = ribbonAt + ribbonWidth + space;
  const zero = countAt + countWidth + half;
  for (const [at, { title, rules, change }] of rows.entries()) {
    const y = at * line;
    write(cutText(measure, title, titleWidth), 0, y + 16, '--data');
    const judged = rules[draft] ?? null;
    if (judged !== null && judged.cells.length > 0) {
      const brush = new SvgBrush(token('--surface'));
      const width = Math.min(ribbonWidth, judged.cells.length * 8);
      paintVerdicts(
        brush,
        judged.cells,
        { width, height: 16, scale: 1, cells: judged.cells.length },
        verdictInk(token),
      );
      brush.group.setAttribute('transform', `translate(${ribbonAt} ${y + 4})`);
      whole.append(brush.group);
    }
    write(inShort(judged), countAt, y + 16, '--data');
    if (change === null) continue;
    bar(zero - lengthOf(change.released), y, lengthOf(change.released), '--pass');
    bar(zero, y, lengthOf(change.blocked), '--fire');
    write(changeInWords(change), zero + half + space, y + 16, '--chrome');
  }
  const isCompared = rows.some(({ change }) => change !== null);
  whole.setAttribute('width', String(isCompared ? zero + half + space + wordsWidth : countAt + countWidth));
  whole.setAttribute('height', String(Math.max(1, rows.length) * line));
  return whole;
}
