/**
 * The bars of a sparkline as one SVG path, standing on `height`. All sparklines of a tree share `most`, so that they can
 * be compared; where anything happened at all, something is seen.
 */
export function barsPath(density: readonly number[], most: number, width: number, height: number): string {
  const step = width / Math.max(1, density.length);
  const gap = step > 3 ? 1 : 0;
  return density
    .map((turns, part) => {
      if (turns === 0) return '';
      const tall = Math.max(1, Math.round((turns / Math.max(1, most)) * height));
      return `M${round(part * step)} ${height}v-${tall}h${round(step - gap)}v${tall}z`;
    })
    .join('');
}

const round = (value: number) => Math.round(value * 100) / 100;
