import { sessionQuery } from '../services/engine/queries.ts';
import { counted } from '../ui/format.ts';
import { ProblemError } from '../worker/connect.ts';
import type { OpeningDeps } from './openingDeps.ts';

/** Shows the sessions in a ZIP archive, and says which of its files hold none. */
export async function openArchive({ engine, queries, view, notices }: OpeningDeps, archive: File) {
  const { tell } = notices.getState().actions;
  const { name } = archive;
  tell(`Listing ${name}…`, { fades: false });
  try {
    const { refused, ...opened } = await engine.openArchive({ archive, name });
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
