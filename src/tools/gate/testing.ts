import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GateChoices } from './options.ts';

/** What a hook was given, with the path of the transcript and some fields of its own. */
export function hookInput(fixture: string, transcript: string, changes: object = {}): string {
  const given = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', `${fixture}.json`), 'utf8')) as object;
  return JSON.stringify({ ...given, transcript_path: transcript, ...changes });
}

export const choicesFor = (policy: string, changes: Partial<GateChoices> = {}): GateChoices => ({
  policy,
  agent: 'claude-code',
  onFailure: 'deny',
  onUnknown: 'ask',
  log: null,
  to: null,
  timeoutMs: 30_000,
  inProcess: true,
  isCheck: false,
  ...changes,
});

let lines = 0;
const session = 'abc123';

/** A line of a transcript of Claude Code. */
function line(role: 'user' | 'assistant', content: unknown): string {
  lines += 1;
  const own =
    role === 'assistant' ? { id: `msg_${lines}`, model: 'claude', usage: { input_tokens: 10, output_tokens: 5 } } : {};
  const timestamp = new Date(Date.UTC(2026, 0, 1) + lines * 1000).toISOString();
  return `${JSON.stringify({ type: role, uuid: `line-${lines}`, sessionId: session, timestamp, message: { role, content, ...own } })}\n`;
}

/** Lines as Claude Code writes them. */
export const written = {
  prompt: (text: string) => line('user', text),
  call: (id: string, name: string, input: unknown) => line('assistant', [{ type: 'tool_use', id, name, input }]),
  result: (id: string, content: unknown, isError = false) =>
    line('user', [{ type: 'tool_result', tool_use_id: id, content, ...(isError && { is_error: true }) }]),
  answer: (text: string) => line('assistant', [{ type: 'text', text }]),
};
