import { count, counted } from '../../../ui/format.ts';
import type { Point } from './points.ts';

/** `12 fire · 2 error of 480 eligible turns` */
export function pointText({ counts }: Point): string {
  if (counts.eligible === 0) return 'no eligible turn';
  const parts = (['fire', 'error', 'unknown', 'value'] as const)
    .filter((kind) => kind === 'fire' || counts[kind] > 0)
    .map((kind) => `${count(counts[kind])} ${kind}`);
  return `${parts.join(' · ')} of ${counted(counts.eligible, 'eligible turn')}`;
}
