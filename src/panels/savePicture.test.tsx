import { expect, test } from 'vitest';
import { hideTexts, inlined, pictureOf } from './savePicture.ts';

test('a saved picture has its title, its colours, and no class of the page', async () => {
  document.documentElement.style.setProperty('--surface', '#fafafa');
  document.body.innerHTML = `<style>.line { stroke: rgb(1, 2, 3) }</style>
    <svg width="100" height="50"><path class="line" d="M0 0H9"></path><text>12 &lt; 13</text></svg>`;
  const drawing = document.querySelector('svg');
  expect.assert(drawing !== null);
  // jsdom does not lay out, so it lacks the size in pixels.
  for (const [name, value] of [
    ['width', 100],
    ['height', 50],
  ] as const)
    Object.defineProperty(drawing, name, { value: { baseVal: { value } } });
  const blob = await pictureOf(inlined(drawing), 'A <title>', getComputedStyle(drawing), 'svg');
  const saved = new DOMParser().parseFromString(await blob.text(), 'image/svg+xml');
  expect(saved.querySelector('title')?.textContent).toBe('A <title>');
  expect(saved.documentElement.getAttribute('width')).toBe('124');
  expect(saved.querySelector('rect')?.getAttribute('fill')).toBe('#fafafa');
  expect(saved.querySelector('path')?.getAttribute('stroke')).toBe('rgb(1, 2, 3)');
  expect(saved.querySelector('[class]')).toBeNull();
  expect(saved.querySelectorAll('text')[1]?.textContent).toBe('12 < 13');
});

test('private values in its labels are replaced', async () => {
  document.body.innerHTML = '<svg><title>for ann</title><text>to ann</text><text>of 3</text></svg>';
  const drawing = document.querySelector('svg');
  expect.assert(drawing !== null);
  await hideTexts(drawing, async (text) => text.replaceAll('ann', 'xyz'));
  expect([...drawing.children].map(({ textContent }) => textContent)).toEqual(['for xyz', 'to xyz', 'of 3']);
});
