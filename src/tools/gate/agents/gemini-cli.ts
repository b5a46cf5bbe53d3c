import { inJson, readCommon, type HookAgent } from './hook-agent.ts';

/**
 * The hooks of Gemini CLI: https://github.com/google-gemini/gemini-cli/blob/main/docs/hooks/reference.md. They can deny but not
 * ask the user, so what would be asked is denied.
 */
export const geminiCli: HookAgent = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  read: (input) => readCommon(input, { BeforeAgent: 'prompt', BeforeTool: 'before-call', AfterTool: 'after-call' }),
  answer(_hook, decision) {
    if (decision.kind === 'pass') return '';
    const { kind, reason } = decision;
    if (kind === 'unjudged') return inJson({ systemMessage: reason });
    const stop = kind === 'deny' && decision.locks === true ? { continue: false, stopReason: reason } : {};
    return inJson({ decision: 'deny', reason, ...stop });
  },
};
