import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { Attributes } from './attributes.ts';
import type { LogEvent } from './log-event.ts';

/** What of a span may hold messages and values. */
export interface Source {
  readonly attributes: Attributes;
  readonly events: readonly Value[] | undefined;
  readonly place: Path;
  /** Where the events stand in the span, if not under that name. */
  readonly eventsAt?: string | undefined;
  /** Log records that bear the span's id. */
  readonly logged?: readonly LogEvent[] | undefined;
}
