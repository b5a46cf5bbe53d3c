import type { QueryClient } from '@tanstack/react-query';
import { answerTo } from '../services/answerTo.ts';
import { sessionQuery, suggestionsQuery } from '../services/engine/queries.ts';
import { type ShownSession, shownKey } from '../state/useSession.ts';
import type { EngineClient } from '../worker/connect.ts';
import type { SessionOutline } from '../worker/protocol.ts';

/** Most sessions have no suggestion, and each search for one reads all their calls. */
const growthBetweenTries = 1.25;

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
  const isDue = before.starter === null && outline.turns >= growthBetweenTries * (before.triedAt ?? 0);
  const shown: ShownSession = { ...before, outline, ...(isDue && { triedAt: outline.turns }) };
  queries.setQueryData(key, shown);
  if (!isDue) return;
  const suggestions = await answerTo(queries, suggestionsQuery(engine, outline.ref));
  const starter = suggestions[0]?.rule;
  if (starter === undefined) return;
  // A session that grows quickly has a newer state by now; its rule is suggested all the same, if there is none yet.
  queries.setQueryData<ShownSession>(key, (now) => (now?.starter === null ? { ...now, starter, suggestions } : now));
}
