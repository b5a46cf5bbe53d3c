/**
 * A sparkline's bars as one SVG path, standing on `height`: of the session's turns in each part, how many are the
 * context's. Parts of equal length hold a turn more or less, which must not look like something that happened.
 */
export function barsPath(density: readonly number[], turns: number, width: number, height: number): string {
  const parts = density.length;
  const step = width / Math.max(1, parts);
  const gap = step > 3 ? 1 : 0;
  const firstOf = (part: number) => Math.ceil((part * turns) / parts);
  return density
    .map((own, part) => {
      if (own === 0) return '';
      const all = Math.max(1, firstOf(part + 1) - firstOf(part));
      const tall = Math.max(1, Math.round((own / all) * height));
      return `M${round(part * step)} ${height}v-${tall}h${round(step - gap)}v${tall}z`;
    })
    .join('');
}

const round = (value: number) => Math.round(value * 100) / 100;
