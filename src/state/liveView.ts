import type { TurnIndex } from '../engine/model/history.ts';
import type { LiveReport } from '../worker/live-protocol.ts';
import type { SessionOutline } from '../worker/protocol.ts';
import { cursorOf, shownLive, type ShownSession } from './useSession.ts';
import type { ViewStore } from './view.ts';

/** Where a turn of a session is after turns were inserted before it. */
function movedTo(turn: TurnIndex, { ref }: SessionOutline, { moves }: Pick<LiveReport, 'moves'>): TurnIndex {
  const entry = Number(ref.id.split(':')[1]);
  return moves
    .filter((move) => move.entry === entry && move.revision > ref.revision)
    .reduce((index, { from, by }) => (index >= from ? index + by : index), turn);
}

/** Keeps the cursor at its turn, or at the newest one. `shown` is the session before it grew. */
export function keepCursor(view: ViewStore, shown: ShownSession, live: Pick<LiveReport, 'moves'>): void {
  const { turn, actions } = view.getState();
  const cursor = cursorOf(turn, shown);
  actions.sessionGrew({ turns: shown.outline.turns, cursor, movedTo: movedTo(cursor, shown.outline, live) });
}

/** Pauses the view of a live session, or shows everything that has arrived since; recording continues in both cases. */
export function togglePause(view: ViewStore, shown: ShownSession): void {
  const { isPaused, actions } = view.getState();
  if (isPaused) keepCursor(view, shown, shownLive(view.getState()) ?? { moves: [] });
  actions.pauseView(!isPaused);
}
