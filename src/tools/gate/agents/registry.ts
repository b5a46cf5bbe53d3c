import { claudeCode } from './claude-code.ts';
import { copilotCli } from './copilot-cli.ts';
import { codex } from './codex.ts';
import { geminiCli } from './gemini-cli.ts';
import type { HookAgent } from './hook-agent.ts';

export const hookAgents: readonly [HookAgent, ...HookAgent[]] = [claudeCode, geminiCli, codex, copilotCli];

/** The options have checked the name. */
export const agentNamed = (id: string): HookAgent => hookAgents.find((agent) => agent.id === id) ?? hookAgents[0];
