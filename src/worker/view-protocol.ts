import type { Decisions } from '../engine/model/decisions.ts';
import type { TurnIndex } from '../engine/model/history.ts';
import type { SessionRef } from '../engine/model/session.ts';
import type { Sharing } from '../engine/systems/adk/sharing/sharing.ts';
import type { Lifecycle } from '../engine/systems/lifecycle.ts';

/** What some systems show of themselves, after a turn. Asked only of sessions whose outline lists the view. */
export interface ViewApi {
  lifecycle(input: SeenAt): Lifecycle;
  sharing(input: SeenAt): Sharing;
}

export interface SeenAt {
  readonly session: SessionRef;
  /** -1 is the start. */
  readonly turn: TurnIndex;
  readonly decisions: Decisions;
}
