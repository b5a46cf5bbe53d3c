import type { Problem } from '../../engine/model/problem.ts';
import type { EngineClient } from '../../worker/connect.ts';
import type { Opened, SourceId } from '../../worker/protocol.ts';
import type { Kept } from './kinds/registry.ts';
import type { Keeping, Listed } from './keeping.ts';

type KeptSession = Kept<'session'>;

interface Keepable {
  readonly name: string;
  readonly opened: Opened;
}

/**
 * Keeps an open source on this device: its sessions as session files, a run as its script. Rejects with a `ProblemError`
 * where the engine cannot write it; returns the problem if it is too long, or if the browser refuses it.
 */
export async function keepSession(
  { engine, keeping }: { readonly engine: EngineClient; readonly keeping: Keeping },
  { name, opened }: Keepable,
  id: string,
): Promise<Problem | null> {
  const { packed, tooLongToKeep } = await import('./packing.ts');
  const isRun = opened.importer === 'run';
  const { text, step } = isRun ? await runOf(engine, opened.source) : await filesOf(engine, opened);
  const tooLong = tooLongToKeep(text);
  if (tooLong !== null) return tooLong;
  const bytes = await packed(text);
  const { source: _source, ...facts } = opened;
  const value: KeptSession = {
    name,
    what: isRun ? 'run' : 'sessions',
    opened: { ...facts, sessions: [...facts.sessions] },
    bytes: bytes.length,
    keptAt: Date.now(),
    ...(step !== undefined && { step }),
  };
  return keeping.put('session', id, value, bytes);
}

interface Written {
  readonly text: string | Blob;
  readonly step?: number;
}

async function runOf(engine: EngineClient, source: SourceId): Promise<Written> {
  const { ref } = await engine.openSession({ source, entry: 0 });
  const { cursor } = await engine.runOutline({ session: ref });
  const { text } = await engine.exportRun({ session: ref, as: 'script' });
  return { text, step: cursor };
}

/** One session file, or a list of them: both open again as they are, with the same order of sessions. */
async function filesOf(engine: EngineClient, { source, sessions }: Opened): Promise<Written> {
  const texts: string[] = [];
  for (const entry of sessions.keys()) {
    const { ref } = await engine.openSession({ source, entry });
    texts.push((await engine.exportSession({ session: ref })).text);
  }
  const [only = ''] = texts;
  // A Blob, because together they may be longer than the longest text.
  return {
    text: texts.length === 1 ? only : new Blob(texts.flatMap((text, at) => [at === 0 ? '[' : ',', text]).concat(']')),
  };
}

/** Opens a kept source in the engine, under the id that the workspace knows, or a new one. Rejects with a `ProblemError`. */
export async function openKept(
  { engine, keeping }: { readonly engine: EngineClient; readonly keeping: Keeping },
  { id, value }: Listed<'session'>,
  known?: SourceId,
): Promise<SourceId> {
  const bytes = await keeping.text(id);
  const { unpacked } = await import('./packing.ts');
  // A text that is missing or damaged opens as an empty one, and the engine says so.
  const text = bytes === null ? '' : await unpacked(bytes);
  const under = known === undefined ? {} : { source: known };
  if (value.what === 'sessions') return (await engine.open({ text, name: value.name, ...under })).source;
  const { source, session } = await engine.startRun({ start: { script: text }, ...under });
  if (value.step !== undefined) await engine.rewind({ session: session.ref, step: value.step });
  return source;
}
