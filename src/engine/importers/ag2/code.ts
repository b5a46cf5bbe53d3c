import type { RecordValue, Value } from '../../model/value.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';

/** The name under which the execution of code is shown; AG2 has none for it. */
export const codeExecution = 'execute_code_blocks';

/** What an agent says once it has executed the code of the message before: its exit code, and what it printed. */
const executed = /^exitcode: (-?\d+) \((?:execution succeeded|execution failed)\)\nCode output: ?\n?/;

export function executionIn(text: string): CallResult | undefined {
  const match = executed.exec(text);
  if (match === null) return undefined;
  const output = text.slice(match[0].length);
  if (match[1] === '0') return { outcome: 'ok', output };
  const reason = output.trim() === '' ? `exit code ${match[1]}` : output;
  return { outcome: 'error', output: undefined, reason };
}

/** The code blocks of a text, as AG2 finds them: `{language, code}`. */
export function codeIn(text: string): RecordValue {
  const blocks: Value[] = [...text.matchAll(/```[ \t]*(\w*)[^\n]*\n([^]*?)\n?[ \t]*```/g)].map(
    ([, language = '', code = '']) => ({ language, code }),
  );
  return { code_blocks: blocks };
}
