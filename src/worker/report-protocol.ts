import type { LeftOut } from '../engine/left-out.ts';
import type { SessionRef } from '../engine/model/session.ts';
import type { Surroundings } from '../engine/readers/lines.ts';

/** What the import report shows beside its notes. */
export interface ReportApi {
  /**
   * The lines around a place that a note names; null where it names none in the text. `inWhole`: it is counted from the whole
   * file, of which the session's recording may be a part.
   */
  placeInSource(input: {
    readonly session: SessionRef;
    readonly place: string;
    readonly inWhole?: boolean;
  }): Surroundings | null;
  /** What a session's text holds and none of the sessions made of it does, whatever the importer says. */
  leftOut(input: { readonly session: SessionRef }): LeftOut;
}
