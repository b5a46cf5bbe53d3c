import type { RunStart } from '../../worker/run-protocol.ts';

/** The requested start of a run, with its title. */
export interface Wanted {
  readonly start: RunStart | (() => Promise<RunStart>);
  /** Takes precedence over the start's own title. */
  readonly title?: string;
  /** Used if the start has no title. */
  readonly untitled?: string;
}
