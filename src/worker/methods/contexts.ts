import { ok } from '../../base/result.ts';
import { ownOf } from '../../engine/model/context-view.ts';
import type { History } from '../../engine/model/history.ts';
import type { ContextUse } from '../protocol.ts';
import type { Methods } from '../serve.ts';
import { asked, type OpenSources } from './open-sources.ts';

/** What each derived context called, and what it shares with its parent. */
export const contextMethods = (sources: OpenSources): Pick<Methods, 'contexts'> => ({
  contexts: asked(sources, ({ history }) => ok(usesOf(history))),
});

function usesOf(history: History): readonly ContextUse[] {
  const calls = new Map(history.nodes.map(({ id }) => [id, new Map<string, number>()]));
  for (const { node, function: key } of history.invocations) {
    const ofNode = calls.get(node);
    ofNode?.set(key, (ofNode.get(key) ?? 0) + 1);
  }
  return history.nodes.map(({ id, parent }) => ({
    functions: Array.from(calls.get(id) ?? [], ([key, uses]) => ({ key, calls: uses })),
    sharesContext: parent === null || ownOf(history, id) === ownOf(history, parent),
  }));
}
