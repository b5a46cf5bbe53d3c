import { textBetween } from '../../../base/scan.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { restricted } from './outcomes.ts';

/**
 * In version 1 of mini-swe-agent, the model writes its command into the text, between marks. The result is the next
 * message in the user's place. https://mini-swe-agent.com/latest/advanced/control_flow/
 */
const block = /```bash[ \t]*\n([\s\S]*?)\n?```/g;

/** The command of an answer. The program refuses an answer with no command or with several, so nothing was run. */
export function commandIn(text: string): string | undefined {
  const found = [...text.matchAll(block)];
  return found.length === 1 ? found[0]?.[1] : undefined;
}

/**
 * | in the message | outcome |
 * | --- | --- |
 * | `<returncode>` that is not 0 | errored, with the printed output |
 * | the program's sentence that the command timed out | errored |
 * | the program's sentence that the user rejected the command | restricted |
 * | anything else | successful |
 */
export function observedIn(text: string): CallResult {
  if (/^\s*(?:Command not executed|The user rejected)/.test(text)) return restricted('blocked_before', text);
  if (/^\s*The last command[\s\S]{0,4000}? timed out/.test(text))
    return { outcome: 'error', output: undefined, reason: text };
  const code = /<returncode>\s*(-?\d+)\s*<\/returncode>/.exec(text)?.[1];
  const printed = textBetween(text, '<output>', '</output>')?.replace(/^\n/, '').replace(/\n$/, '') ?? text;
  return code === undefined || code === '0'
    ? { outcome: 'ok', output: printed }
    : { outcome: 'error', output: printed, reason: `exit code ${code}` };
}
