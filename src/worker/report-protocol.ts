import type { LeftOut } from '../engine/opening/left-out.ts';
import type { SessionRef } from '../engine/model/session.ts';
import type { Surroundings } from '../engine/readers/lines.ts';

/** The data of the import report beside its notes. */
export interface ReportApi {
  /**
   * The lines around the place of a note; null when the note has no place in the text. `inWhole`: the place counts from
   * the beginning of the file, and the session's recording may be a part of it.
   */
  placeInSource(input: {
    readonly session: SessionRef;
    readonly place: string;
    readonly inWhole?: boolean;
  }): Surroundings | null;
  /** Fields of a session's text that are in none of its sessions, found without the importer's notes. */
  leftOut(input: { readonly session: SessionRef }): LeftOut;
}
