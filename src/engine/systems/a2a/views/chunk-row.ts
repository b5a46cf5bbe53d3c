import { preview } from '../../../cel/index.ts';
import type { TurnIndex } from '../../../model/history.ts';
import { historyText, type Part } from '../part.ts';
import { sizeOf, type Emission } from './artifact-log.ts';

/** One emission, as a row. */
export interface ChunkRow {
  readonly index: number;
  readonly turn: TurnIndex;
  readonly at: string | null;
  /** `begun`: the first chunk; `replaced`: it replaced all earlier ones. */
  readonly how: 'begun' | 'appended' | 'replaced';
  readonly isLast: boolean;
  readonly parts: number;
  readonly size: number;
  /** Its content in one line, cut. */
  readonly text: string;
  /** Whether it belongs to the turn on the screen. */
  readonly isHere: boolean;
}

export function chunkRow({ turn, at, chunk, base, isLast }: Emission, index: number, isHere: boolean): ChunkRow {
  return {
    index,
    turn,
    at: at ?? null,
    how: index === 0 ? 'begun' : base === index ? 'replaced' : 'appended',
    isLast,
    parts: chunk.parts.length,
    size: chunk.parts.reduce((sum, part) => sum + sizeOf(part), 0),
    text: chunk.parts.map(lineOf).join(' ').slice(0, maxText),
    isHere,
  };
}

const maxText = 200;

function lineOf(part: Part): string {
  if ('text' in part) return historyText([part]).slice(0, maxText);
  if ('data' in part) return preview(part.data, maxText).text;
  return part.filename ?? ('url' in part ? part.url : (part.media_type ?? 'bytes'));
}
