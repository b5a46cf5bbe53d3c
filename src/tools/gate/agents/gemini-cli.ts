import { blocking, readCommon, type HookAgent } from './hook-agent.ts';

/**
 * The hooks of Gemini CLI: https://github.com/google-gemini/gemini-cli/blob/main/docs/hooks/reference.md. They can deny but not
 * ask the user, so what would be asked is denied.
 */
export const geminiCli: HookAgent = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  asksAt: [],
  read: (input) =>
    readCommon(input, {
      BeforeAgent: 'prompt',
      BeforeTool: 'before-call',
      AfterTool: 'after-call',
      AfterAgent: 'answer',
    }),
  answer: (hook, decision) => blocking(hook, decision, 'deny'),
};
