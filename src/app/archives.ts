import { sessionQuery } from '../services/engine/queries.ts';
import { keptMappings } from '../state/mappings.ts';
import { storageOf } from '../state/preferences.ts';
import { counted } from '../ui/format.ts';
import { ProblemError } from '../worker/connect.ts';
import { type OpeningDeps, whileReading } from './openingDeps.ts';

/** Of a file that is no plain text: the text in it, gzipped or in UTF-16. An archive is opened, which gives no text. */
export async function openPacked(deps: OpeningDeps, file: File): Promise<string | null> {
  const { tell } = deps.notices.getState().actions;
  const { name } = file;
  try {
    const recording = { id: name, name, kind: 'file', file } as const;
    const content = await whileReading(deps, name, (signal) => deps.engine.readRecording({ recording }, { signal }));
    if (content === null) return null;
    if (content.kind === 'text') return content.text;
    await openArchive(deps, content.archive, name);
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    tell(cause.problem.message, { tone: 'failure' });
  }
  return null;
}

/** Shows the sessions in an archive, and says which of its files hold none. */
async function openArchive(deps: OpeningDeps, archive: Blob, name: string) {
  const { engine, queries, view, notices } = deps;
  const { tell } = notices.getState().actions;
  try {
    const remembered = keptMappings(storageOf(globalThis));
    const listed = await whileReading(deps, name, (signal) =>
      engine.openArchive({ archive, name, remembered }, { signal }),
    );
    if (listed === null) return;
    const { refused, ...opened } = listed;
    view.getState().actions.addSource({ name, opened });
    const left = refused.length === 0 ? '' : ` ${leftOut(refused)}`;
    tell(`${opened.importerTitle}: ${counted(opened.sessions.length, 'session')}.${left}`, { fades: left === '' });
    await queries.prefetchQuery(sessionQuery(engine, opened.source, 0));
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    tell(`${name}: ${cause.problem.message}`, { tone: 'failure' });
  }
}

const leftOut = (refused: readonly { readonly message: string }[]): string =>
  refused.length === 1
    ? `One file was left out: ${refused[0]?.message ?? ''}`
    : `${refused.length} files were left out, the first of them: ${refused[0]?.message ?? ''}`;
