import { useCallback, useMemo } from 'react';
import { useView } from '../../state/useView.ts';
import { count } from '../../ui/format.ts';
import type { TurnColumns } from '../../worker/protocol.ts';
import { type Brush, edgeOf, isRoomy, type Sheet } from '../paintVerdicts.ts';
import { tokensInWords } from '../words.ts';
import type { LaneRowProps } from './KindsRow.tsx';
import { firstTurnOf, type Layout } from './layout.ts';
import { RowLabel } from './RowLabel.tsx';
import styles from './Timeline.module.css';
import { LaneTrack } from './Track.tsx';

/**
 * The tokens of each model call: completion above prompt above what of it was read from a cache, against the model's limit
 * or the largest call.
 */
export function TokensRow({ layout, columns, onCursor, onHover, onPan }: LaneRowProps) {
  const chosen = useView((view) => view.windowLimit);
  const limit = chosen ?? columns.contextWindow;
  const largest = useMemo(() => largestIn(columns, 0, layout.turns), [columns, layout.turns]);
  const hasCached = useMemo(() => columns.cached.some((tokens) => tokens > 0), [columns]);
  const most = tokensOf(columns, largest);
  const paint = useCallback(
    (brush: Brush, sheet: Sheet, token: (name: string) => string) =>
      paintTokens(brush, largestPerCell(columns, layout), { columns, most, limit }, sheet, {
        prompt: token('--prompt'),
        cached: token('--cached'),
        completion: token('--completion'),
        limit: token('--edge'),
      }),
    [columns, layout, most, limit],
  );
  const scale = scaleText(limit, chosen === null);
  return (
    <>
      <RowLabel
        aside={
          <span className={styles.of} title={scale}>
            {limit === null ? `up to ${count(most)}` : `${count(most)} of ${count(limit)}`}
          </span>
        }
        below={<TokenLegend hasCached={hasCached} />}
      >
        <span className={styles.name}>tokens</span>
      </RowLabel>
      <LaneTrack
        name="tokens per model call"
        summary={`the largest has ${count(most)}, at turn ${largest}; ${scale}`}
        layout={layout}
        onCursor={onCursor}
        onPan={onPan}
        onHover={(cell) =>
          onHover(
            cell === null ? null : { cell, words: tokensAt(columns, layout, cell, limit === null ? scale : null) },
          )
        }
        paint={paint}
        captions={[
          {
            text: 'tokens',
            words: limit === null ? `up to ${count(most)}` : `up to ${count(most)} of ${count(limit)}`,
          },
        ]}
        height={28}
      />
    </>
  );
}

function scaleText(limit: number | null, isRecorded: boolean): string {
  if (limit === null) return 'no limit is known: bars are scaled to the largest call';
  return `limit ${count(limit)}${isRecorded ? ', as recorded' : ''}`;
}

function TokenLegend({ hasCached }: { readonly hasCached: boolean }) {
  return (
    <div className={styles.legend}>
      {(['prompt', 'cached', 'completion'] as const).map(
        (part) =>
          (part !== 'cached' || hasCached) && (
            <span key={part} className={styles.part} data-part={part}>
              {part}
            </span>
          ),
      )}
    </div>
  );
}

const tokensOf = ({ prompt, completion }: TurnColumns, turn: number): number =>
  (prompt[turn] ?? 0) + (completion[turn] ?? 0);

/** The first turn with the most tokens. */
function largestIn(columns: TurnColumns, from: number, to: number): number {
  let found = from;
  for (let turn = from; turn < to; turn++) if (tokensOf(columns, turn) > tokensOf(columns, found)) found = turn;
  return found;
}

/** For each cell its turn with the most tokens. */
export const largestPerCell = (columns: TurnColumns, layout: Layout): Uint32Array =>
  Uint32Array.from({ length: layout.cells }, (_, cell) =>
    largestIn(columns, firstTurnOf(layout, cell), firstTurnOf(layout, cell + 1)),
  );

function tokensAt(columns: TurnColumns, layout: Layout, cell: number, scale: string | null): string {
  const turn = largestIn(columns, firstTurnOf(layout, cell), firstTurnOf(layout, cell + 1));
  if (tokensOf(columns, turn) === 0) return 'no tokens recorded';
  const cached = columns.cached[turn] ?? 0;
  const read = cached === 0 ? '' : `, ${count(cached)} of the prompt from a cache`;
  const words = `${tokensInWords({ prompt: columns.prompt[turn] ?? 0, completion: columns.completion[turn] ?? 0 })} tokens${read}`;
  return scale === null ? words : `${words}; ${scale}`;
}

interface TokenScale {
  readonly columns: TurnColumns;
  /** Tokens of the largest call. */
  readonly most: number;
  readonly limit: number | null;
}

interface TokenInk {
  readonly prompt: string;
  readonly cached: string;
  readonly completion: string;
  readonly limit: string;
}

/** A bar per cell, of its largest call; a dotted line at the limit. */
export function paintTokens(
  brush: Brush,
  turns: Uint32Array,
  { columns, most, limit }: TokenScale,
  sheet: Sheet,
  ink: TokenInk,
): void {
  brush.clearRect(0, 0, sheet.width, sheet.height);
  const full = Math.max(1, most, limit ?? 0);
  const heightOf = (tokens: number) =>
    tokens === 0 ? 0 : Math.max(sheet.scale, Math.round((tokens / full) * (sheet.height - sheet.scale)));
  for (const [cell, turn] of turns.entries()) {
    const [prompt, completion] = [columns.prompt[turn] ?? 0, columns.completion[turn] ?? 0];
    if (prompt + completion === 0) continue;
    const x = edgeOf(sheet, cell);
    const width = Math.max(sheet.scale, edgeOf(sheet, cell + 1) - x - (isRoomy(sheet, cell) ? sheet.scale : 0));
    const all = heightOf(prompt + completion);
    const upper = Math.min(all, heightOf(completion));
    const lower = Math.min(all - upper, heightOf(columns.cached[turn] ?? 0));
    brush.fillStyle = ink.completion;
    brush.fillRect(x, sheet.height - all, width, upper);
    brush.fillStyle = ink.prompt;
    if (lower < all - upper) brush.fillRect(x, sheet.height - all + upper, width, all - upper - lower);
    brush.fillStyle = ink.cached;
    if (lower > 0) brush.fillRect(x, sheet.height - lower, width, lower);
  }
  if (limit === null) return;
  brush.fillStyle = ink.limit;
  const y = sheet.height - heightOf(limit);
  for (let x = 0; x < sheet.width; x += 6 * sheet.scale) brush.fillRect(x, y, 3 * sheet.scale, sheet.scale);
}
