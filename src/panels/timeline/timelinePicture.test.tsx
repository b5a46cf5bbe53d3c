import { expect, test } from 'vitest';
import { verdictCodes } from '../../engine/model/verdict.ts';
import { paintVerdicts, verdictInk } from '../paintVerdicts.ts';
import { layoutOf } from './layout.ts';
import { ticksOf } from './Ruler.tsx';
import { timelinePicture } from './timelinePicture.ts';

const layout = layoutOf(4, 400);
const cells = Uint8Array.of(verdictCodes.pass, verdictCodes.fire, verdictCodes.pass, verdictCodes.error);

const draft = {
  layout,
  height: 32,
  paint: (...[brush, sheet, token]: Parameters<Parameters<typeof timelinePicture>[0]['drawings'][number]['paint']>) =>
    paintVerdicts(brush, cells, sheet, verdictInk(token)),
  captions: [{ text: 'draft', words: '1 fire · 1 error of 4 eligible' }],
};
const lanes = {
  ...draft,
  height: 40,
  paint: () => undefined,
  captions: [{ text: 'kinds', words: '4 inputs' }, { text: 'plan' }],
};

const pictureOf = (...drawings: Parameters<typeof timelinePicture>[0]['drawings']) =>
  timelinePicture({ layout, ticks: ticksOf(layout), drawings, token: (name) => `token${name}` });
const picture = () => pictureOf(lanes, draft);

test('a picture of the timeline has its ruler, and the names and counts of its lanes and ribbons', () => {
  const texts = [...picture().querySelectorAll('text')].map(({ textContent }) => textContent);
  expect(texts).toEqual(['0', '1', '2', '3', '4 inputs', 'plan', 'draft', '1 fire · 1 error of 4 eligible']);
});

test('its shapes have the colours of the theme, and what is cleared that of the ground', () => {
  const shapes = [...picture().querySelectorAll('g path')];
  const fills = shapes.map((shape) => shape.getAttribute('fill'));
  expect(new Set(fills)).toEqual(new Set(['token--pass', 'token--fire', 'token--error', 'token--surface']));
  const fire = shapes.find((shape) => shape.getAttribute('fill') === 'token--fire');
  expect(fire?.getAttribute('d')).toBe('M100 1h99v30h-99z');
});

test('turns that would have gone differently are hatched, and only those', () => {
  const strokesIn = (drawing: typeof draft & { readonly hatchedFrom?: number }) =>
    [...pictureOf(drawing).querySelectorAll('g path[stroke]')].flatMap((path) =>
      [...(path.getAttribute('d') ?? '').matchAll(/M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)/g)].map((stroke) =>
        stroke.slice(1).map(Number),
      ),
    );
  expect(strokesIn(draft)).toEqual([]);
  const strokes = strokesIn({ ...draft, hatchedFrom: 200 });
  expect(strokes.length).toBeGreaterThan(20);
  for (const [fromX = 0, fromY = 0, toX = 0, toY = 0] of strokes) {
    expect(fromX).toBeGreaterThanOrEqual(200);
    expect(toX).toBeLessThanOrEqual(400);
    expect(Math.min(fromY, toY)).toBeGreaterThanOrEqual(0);
    expect(Math.max(fromY, toY)).toBeLessThanOrEqual(32);
    expect(toX - fromX).toBeCloseTo(fromY - toY);
  }
});
