import { withoutEnd } from '../../../base/scan.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';

/** The name under which the execution of code is shown; AG2 has none for it. */
export const codeExecution = 'execute_code_blocks';

/** The message of an agent after it has executed the code of the previous message: the exit code and the output. */
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
  const blocks: Value[] = [];
  for (let start = text.indexOf(fence); start !== -1;) {
    const line = text.indexOf('\n', start + fence.length);
    const end = line === -1 ? -1 : text.indexOf(fence, line + 1);
    if (end === -1) break;
    const [, language = ''] = /^[ \t]*(\w*)/.exec(text.slice(start + fence.length, line)) ?? [];
    blocks.push({ language, code: withoutEnd(text.slice(line + 1, end), /[ \t]/).replace(/\n$/, '') });
    start = text.indexOf(fence, end + fence.length);
  }
  return { code_blocks: blocks };
}

const fence = '```';
