import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const themes = ['light', 'dark', 'contrast'] as const;
const grounds = ['ground', 'surface', 'raised', 'hover', 'cursor'] as const;
const verdicts = ['pass', 'fire', 'error', 'unknown', 'value', 'n-a'] as const;

function colour(theme: string, token: string): string {
  const block = css.split(`[data-theme='${theme}'] {`)[1]?.split('}')[0] ?? '';
  const found = new RegExp(`--${token}: (#[0-9a-f]{6});`).exec(block)?.[1];
  if (found === undefined) throw new Error(`the ${theme} theme has no --${token}`);
  return found;
}

/** WCAG 2 relative luminance. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const pairs = themes.flatMap((theme) => grounds.map((ground) => [theme, ground] as const));

test.each(pairs)('in the %s theme, text on %s reads at 4.5 to 1', (theme, ground) => {
  for (const ink of ['data', 'ink', 'chrome', 'accent', ...verdicts.map((verdict) => `${verdict}-ink`)]) {
    expect.soft(contrast(colour(theme, ink), colour(theme, ground)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
});

test.each(pairs)('in the %s theme, verdict shapes on %s stand out at 3 to 1', (theme, ground) => {
  for (const verdict of [...verdicts, 'edge', 'focus']) {
    expect
      .soft(contrast(colour(theme, verdict), colour(theme, ground)), `${verdict} on ${ground}`)
      .toBeGreaterThanOrEqual(3);
  }
});

test.each(themes)('in the %s theme, text on the accent reads at 4.5 to 1', (theme) => {
  expect(contrast(colour(theme, 'accent-ink'), colour(theme, 'accent'))).toBeGreaterThanOrEqual(4.5);
});
