import type { QueryClient } from '@tanstack/react-query';
import { answerTo } from '../services/answerTo.ts';
import { sessionQuery, suggestionsQuery } from '../services/engine/queries.ts';
import { type ShownSession, shownKey } from '../state/useSession.ts';
import type { EngineClient } from '../worker/connect.ts';
import type { SessionOutline } from '../worker/protocol.ts';

/**
 * Shows a session that has grown, as a run or a live session does, under the same choice. A rule is suggested as soon as
 * the session has something to judge, and then stays.
 */
export async function followSession(engine: EngineClient, queries: QueryClient, outline: SessionOutline) {
  const [source = '', entry = '0'] = outline.ref.id.split(':');
  queries.setQueryData(sessionQuery(engine, source, Number(entry)).queryKey, outline);
  const key = shownKey({ kind: 'source', source, entry: Number(entry) });
  const before = queries.getQueryData<ShownSession>(key);
  if (before === undefined) return;
  const shown: ShownSession = { ...before, outline };
  queries.setQueryData(key, shown);
  if (before.starter !== null) return;
  const suggestions = await answerTo(queries, suggestionsQuery(engine, outline.ref));
  const starter = suggestions[0]?.rule;
  if (starter === undefined) return;
  // A session that grows quickly has a newer state by now; its rule is suggested all the same, if there is none yet.
  queries.setQueryData<ShownSession>(key, (now) => (now?.starter === null ? { ...now, starter, suggestions } : now));
}
