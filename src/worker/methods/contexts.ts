import { ok } from '../../base/result.ts';
import { ownOf } from '../../engine/model/context-view.ts';
import type { History } from '../../engine/model/history.ts';
import type { ContextUse } from '../protocol.ts';
import type { Methods } from '../serve.ts';
import { asked, type OpenSources } from './open-sources.ts';

/** What each derived context called, the tokens of its model calls, and what it shares with its parent. */
export const contextMethods = (sources: OpenSources): Pick<Methods, 'contexts'> => ({
  contexts: asked(sources, ({ history }) => ok(usesOf(history))),
});

function usesOf(history: History): readonly ContextUse[] {
  const used = new Map(history.nodes.map(({ id }) => [id, nothingUsed()]));
  for (const { node, function: key } of history.invocations) {
    const functions = used.get(node)?.functions;
    functions?.set(key, (functions.get(key) ?? 0) + 1);
  }
  for (const { node, kind, tokens } of history.turns) {
    const ofNode = kind === 'llm' ? used.get(node)?.tokens : undefined;
    if (ofNode === undefined) continue;
    ofNode.recorded += (tokens?.prompt ?? 0) + (tokens?.completion ?? 0);
    ofNode.calls += 1;
    if (tokens?.prompt === undefined || tokens.completion === undefined) ofNode.uncounted += 1;
  }
  return history.nodes.map(({ id, parent }) => {
    const { functions, tokens } = used.get(id) ?? nothingUsed();
    return {
      functions: Array.from(functions, ([key, calls]) => ({ key, calls })),
      tokens,
      sharesContext: parent === null || ownOf(history, id) === ownOf(history, parent),
    };
  });
}

const nothingUsed = () => ({
  functions: new Map<string, number>(),
  tokens: { recorded: 0, calls: 0, uncounted: 0 },
});
