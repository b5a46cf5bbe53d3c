import type { RunStart } from '../../worker/run-protocol.ts';

/** A start, made when it is wanted, and what its run is called where nobody says. */
export interface Wanted {
  readonly start: RunStart | (() => Promise<RunStart>);
  /** Over the title that the start brings. */
  readonly title?: string;
  /** Where it brings none. */
  readonly untitled?: string;
}
