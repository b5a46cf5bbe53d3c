import type { EngineClient } from '../../worker/connect.ts';
import type { SourceId } from '../../worker/protocol.ts';
import type { WrittenCall } from '../../worker/run-protocol.ts';

/** What stands in the call line of each run: it outlives the panel, which a narrow page takes off the screen. */
const drafts = new WeakMap<EngineClient, Map<SourceId, WrittenCall>>();

const empty: WrittenCall = { line: '' };

export const draftOf = (engine: EngineClient, run: SourceId): WrittenCall => drafts.get(engine)?.get(run) ?? empty;

export function keepDraft(engine: EngineClient, run: SourceId, draft: WrittenCall) {
  const kept = drafts.get(engine) ?? new Map<SourceId, WrittenCall>();
  drafts.set(engine, kept.set(run, draft));
}
