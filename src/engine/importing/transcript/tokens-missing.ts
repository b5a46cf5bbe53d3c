import type { Path } from '../../model/path.ts';
import type { ModelCalled, TaskEvent } from '../../systems/task/event.ts';
import { counted, type ImportReport } from '../import-report.ts';

/** Turns named in the message; the places lead to more. */
const mostNamed = 6;

const sides = ['prompt', 'completion'] as const;
type Side = (typeof sides)[number];

/**
 * A single model call without a count makes a running sum unknown. Where the recording counts the tokens of other calls,
 * the report names the turns that lack them. A total that the recording states later covers all turns before it.
 */
export function noteMissingTokens(
  events: readonly TaskEvent[],
  places: readonly (Path | null)[],
  report: ImportReport,
): void {
  const gaps = sides.map((side) => ({ side, ...gapsOf(side, events) })).filter(({ missing }) => missing.length > 0);
  const isCounted = gaps.some(({ known }) => known > 0) || (gaps.length === 1 && events.some(isModelCall));
  const [first, second] = gaps;
  if (first === undefined || !isCounted) return;
  const turnOf = new Map(gaps.flatMap(({ missing }) => missing.map(({ event, turn }) => [event, turn])));
  const missing = [...turnOf].toSorted(([a], [b]) => a - b);
  const counts = second === undefined ? `number of ${first.side} tokens` : 'number of tokens';
  const all = gaps.reduce((most, { known, missing: { length } }) => Math.max(most, known + length), 0);
  const turns = missing.slice(0, mostNamed).map(([, turn]) => turn);
  const more = missing.length - turns.length;
  for (const [event] of missing) {
    report.note(
      'info',
      'import/tokens-missing',
      places[event] ?? null,
      () =>
        `The recording has no ${counts} for ${missing.length} of ${counted(all, 'model turn')}, so the sum is unknown from the first of them on: ${missing.length === 1 ? 'turn' : 'turns'} ${turns.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
    );
  }
}

interface Missing {
  readonly turn: number;
  readonly event: number;
}

/** Model calls with and without a count of one side, since the last total that the recording states. */
function gapsOf(
  side: Side,
  events: readonly TaskEvent[],
): { readonly known: number; readonly missing: readonly Missing[] } {
  let turn = 0;
  let known = 0;
  let missing: Missing[] = [];
  events.forEach((event, index) => {
    if (event.type === 'tokens-totalled' && event.node === undefined && event[side] !== undefined) {
      known += missing.length;
      missing = [];
    }
    if (isModelCall(event)) {
      if (event.tokens?.[side] === undefined) missing.push({ turn, event: index });
      else known++;
    }
    if (isModelCall(event) || event.type === 'input-received' || event.type === 'capability-invoked') turn++;
  });
  return { known, missing };
}

const isModelCall = (event: TaskEvent): event is ModelCalled => event.type === 'model-called';
