import type { GatewayHookId } from '../../model/hooks.ts';
import type { Environment } from '../environment.ts';
import { gatewayLibrary } from './functions.ts';
import { GatewayScope, promptTurn } from './scope.ts';

/**
 * The environment of agentgateway, a proxy for MCP and model traffic: `mcp`, `llm`, and what it knows of a request.
 * https://github.com/agentgateway/agentgateway, schema/cel.md
 */
export const agentgateway: Environment<GatewayHookId> = {
  id: 'agentgateway',
  scope: (session, hook, decisions) => new GatewayScope(session, hook, decisions),
  library: () => gatewayLibrary,
  writtenAt(session, _hook, [root, field, index], turn) {
    if (root !== 'mcp' && root !== 'llm') return null;
    if (field !== 'prompt') return turn;
    return typeof index === 'number' ? promptTurn(session, turn, index) : turn - 1 < 0 ? null : turn - 1;
  },
};
