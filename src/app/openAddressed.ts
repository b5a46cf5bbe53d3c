import { type Addressed, fetchAddressed } from '../services/addressed.ts';
import { ProblemError } from '../worker/connect.ts';
import type { OpeningDeps } from './commandContext.ts';
import { openFile } from './opening.ts';
import { chooseFirst } from './shown.ts';

/**
 * Opens the recordings of the page's address, and then what the link chose among them. If the chosen one could not be
 * read, the first sample is shown.
 */
export async function openAddressed(deps: OpeningDeps, addressed: readonly Addressed[], page: string): Promise<null> {
  const { view, notices } = deps;
  const { session, turn, actions } = view.getState();
  for (const { address, source } of addressed) {
    try {
      await openFile(deps, await fetchAddressed(address, page), { source });
    } catch (cause) {
      if (!(cause instanceof ProblemError)) throw cause;
      notices.getState().actions.notify(cause.problem.message, { tone: 'failure' });
    }
  }
  const { sources, session: chosen } = view.getState();
  const isOpen = (id: string) => sources.some(({ opened }) => opened.source === id);
  if (session?.kind === 'source' && isOpen(session.source)) actions.restore({ session, turn });
  else if (chosen?.kind === 'source' && !isOpen(chosen.source)) {
    actions.restore({ session: null, turn: null });
    await chooseFirst(deps.queries, view);
  }
  return null;
}
