import type { Path } from '../../model/path.ts';
import { readContent, textOf } from '../../importing/messages/content.ts';
import { openResult } from '../../importing/values/json-text.ts';
import type { Noting } from '../../importing/noting.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { ToolEnd } from './format.ts';

/**
 * | in the log | outcome |
 * | --- | --- |
 * | `permission.completed` of the call with a `kind` that begins with `denied` | restricted, with the error's text or the kind |
 * | `error.code` of `tool.execution_complete` is `denied` or `rejected` | restricted, with the error's text |
 * | `permission.requested` that nothing answers before the log ends | restricted: it waits |
 * | `success: false` | errored, with the error's text or the result's |
 * | anything else | successful |
 */
export function outcomeOf(end: ToolEnd, denial: string | undefined, place: Path, noting: Noting): CallResult {
  const { success, result, error } = end;
  const where = [...place, 'data', 'result', 'content'];
  if (denial !== undefined || error?.code === 'denied' || error?.code === 'rejected') {
    return { outcome: 'blocked_before', output: undefined, reason: error?.message ?? denial ?? 'the user said no' };
  }
  const parts = readContent(result?.content, where, noting);
  const text = textOf(parts);
  if (success === false) {
    const said = error?.message ?? (text === '' ? undefined : text);
    return { outcome: 'error', output: undefined, reason: said ?? 'the call failed; the log does not say why' };
  }
  if (parts.length === 0) return { outcome: 'ok', output: undefined };
  const isText = parts.every((part) => typeof part['text'] === 'string');
  return { outcome: 'ok', output: isText ? openResult(text, where, noting) : parts };
}
