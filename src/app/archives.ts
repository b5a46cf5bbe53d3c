import type { Bytes } from '../engine/readers/archives/bytes.ts';
import { sessionQuery } from '../services/engine/queries.ts';
import { keptMappings } from '../services/keeping/mappings.ts';
import { counted } from '../ui/format.ts';
import { ProblemError } from '../worker/connect.ts';
import { type OpeningDeps, whileReading } from './commandContext.ts';

/** Returns the text of a gzipped or UTF-16 file. Opens an archive and returns null. */
export async function openPacked(deps: OpeningDeps, file: File): Promise<string | null> {
  const { notify } = deps.notices.getState().actions;
  const { name } = file;
  try {
    const recording = { id: name, name, kind: 'file', file } as const;
    const content = await whileReading(deps, name, (signal) => deps.engine.readRecording({ recording }, { signal }));
    if (content === null) return null;
    if (content.kind === 'text') return content.text;
    await openArchive(deps, content.archive, name);
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    notify(cause.problem.message, { tone: 'failure' });
  }
  return null;
}

/** Opens the sessions in an archive, and reports the files that hold none. */
async function openArchive(deps: OpeningDeps, archive: Bytes, name: string) {
  const { engine, queries, view, notices } = deps;
  const { notify } = notices.getState().actions;
  try {
    const remembered = await keptMappings(deps.keeping);
    const listed = await whileReading(deps, name, (signal) =>
      engine.openArchive({ archive, name, remembered }, { signal }),
    );
    if (listed === null) return;
    const { refused, ...opened } = listed;
    view.getState().actions.addSource({ name, opened });
    const left = refused.length === 0 ? '' : ` ${leftOut(refused)}`;
    notify(`${opened.importerTitle}: ${counted(opened.sessions.length, 'session')}.${left}`, { fades: left === '' });
    await queries.prefetchQuery(sessionQuery(engine, opened.source, 0));
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    notify(`${name}: ${cause.problem.message}`, { tone: 'failure' });
  }
}

const leftOut = (refused: readonly { readonly message: string }[]): string =>
  refused.length === 1
    ? `One file was left out: ${refused[0]?.message ?? ''}`
    : `${refused.length} files were left out, the first because: ${refused[0]?.message ?? ''}`;
