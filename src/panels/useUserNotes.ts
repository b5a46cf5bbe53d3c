import { useQuery } from '@tanstack/react-query';
import { useEngine } from '../services/engine/useEngine.ts';
import { ownSource } from '../services/keeping/browser.ts';
import type { SessionNotes } from '../services/keeping/notes.ts';
import { userNotesQuery } from '../services/keeping/queries.ts';
import { useKeeping } from '../services/keeping/useKeeping.ts';
import { useSession } from '../state/useSession.ts';
import { useView } from '../state/useView.ts';
import type { SessionOutline } from '../worker/protocol.ts';

/** The notes on a session, the shown one unless another is given; null until they are there. */
export function useNotesOf({ ref, isRun }: Pick<SessionOutline, 'ref' | 'isRun'>): SessionNotes | null {
  const [source = '', entry] = ref.id.split(':');
  // Reports about a live session come too often to render something for each.
  const kept = useView(({ sources }) => {
    const found = sources.find(({ opened }) => opened.source === source);
    return found === undefined ? null : (found.kept ?? ownSource(source));
  });
  const grows = useView(({ sources }) => sources.some(({ opened, live }) => opened.source === source && live)) || isRun;
  const own = kept === null && !isRun ? null : `${kept ?? ownSource(source)}:${entry}`;
  return useQuery(userNotesQuery(useEngine(), useKeeping(), ref, { own, grows })).data ?? null;
}

export const useUserNotes = (): SessionNotes | null => useNotesOf(useSession());
