import { indexOf } from './history-index.ts';
import type { History } from './history.ts';
import type { NodeId, TurnIndex } from './invocation.ts';
import type { DefinedTool } from './tool-definition.ts';

/**
 * The definition of a function that holds at a turn: the latest in the turn's own context, or else in the root, or else in any
 * other, because agents of one session share tools.
 */
export function definitionAt(history: History, key: string, turn: TurnIndex, node?: NodeId): DefinedTool | undefined {
  const recorded = definitionsOf(history, key).filter((one) => one.turn < turn);
  const root = history.nodes[0]?.id;
  const latestIn = (own: NodeId | undefined) => recorded.findLast((one) => one.node === own);
  return latestIn(node) ?? latestIn(root) ?? recorded.at(-1);
}

/** A server lists its tools without the prefix under which an agent calls them. */
function definitionsOf(history: History, key: string): readonly DefinedTool[] {
  const { definitions } = indexOf(history);
  const { server, name } = serverIn(key);
  return (
    definitions.get(key) ??
    (server === undefined ? [] : (definitions.get(name) ?? []).filter((one) => one.definition.server === server))
  );
}

/**
 * The server and the tool in the name of a function. Two underscores are between them, as in `mcp__github__create_issue` and
 * `github__create_issue`; a single one is part of most names.
 */
export function serverIn(key: string): { readonly server: string | undefined; readonly name: string } {
  const [, server, name] = /^(?:mcp__)?(.+?)__(.+)$/s.exec(key) ?? [];
  return server === undefined || name === undefined ? { server: undefined, name: key } : { server, name };
}
