import type { CallBar } from '../../engine/systems/noetic/views/call-window.ts';
import type { WindowPart } from '../../engine/systems/noetic/views/window-parts.ts';

export type PartKind = WindowPart['kind'];

/** From the bottom up: parts that stay the same between calls are below parts that grow. */
const order: readonly PartKind[] = ['instructions', 'tools', 'layer', 'history'];

interface Piece {
  readonly kind: PartKind;
  /** Distance from the base. */
  readonly from: number;
  readonly to: number;
}

/** The pieces of one bar, scaled so that `most` tokens have the height `height`; empty ones are left out. */
export function stackOf({ tokens }: Pick<CallBar, 'tokens'>, most: number, height: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let below = 0;
  for (const kind of order) {
    if (tokens[kind] === 0) continue;
    const above = below + tokens[kind];
    pieces.push({ kind, from: (below / most) * height, to: (above / most) * height });
    below = above;
  }
  return pieces;
}

/** Which call a key steps to, as sliders do; null for any other key. */
export function stepTo(key: string, call: number, calls: number): number | null {
  const within = (to: number) => Math.max(0, Math.min(calls - 1, to));
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return within(call + 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(call - 1);
    case 'PageUp':
      return within(call + 10);
    case 'PageDown':
      return within(call - 10);
    case 'Home':
      return 0;
    case 'End':
      return calls - 1;
    default:
      return null;
  }
}
