/**
 * A line through sizes, as steps in a box of this width and height; `from` up to, not with, `to` of them. Growth is
 * told by the shape alone: the largest size touches the top.
 */
export function growthLine(
  sizes: readonly number[],
  { width, height }: { readonly width: number; readonly height: number },
  from = 0,
): string {
  const most = Math.max(1, ...sizes);
  const step = width / Math.max(1, sizes.length);
  const y = (size: number) => round(height - (size / most) * height);
  const start = from === 0 ? `M0 ${round(height)}` : `M${round(from * step)} ${y(sizes[from - 1] ?? 0)}`;
  return sizes.slice(from).reduce((path, size, index) => {
    return `${path}V${y(size)}H${round((from + index + 1) * step)}`;
  }, start);
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** How many of the points came with the latest `here` of `chunks`; at least one where there was any. */
export const newPoints = (points: number, here: number, chunks: number): number =>
  here === 0 ? 0 : Math.max(1, Math.round((points * here) / Math.max(1, chunks)));
