import { claudeCode } from './claude-code.ts';
import { geminiCli } from './gemini-cli.ts';
import type { HookAgent } from './hook-agent.ts';

export const hookAgents: readonly [HookAgent, ...HookAgent[]] = [claudeCode, geminiCli];
