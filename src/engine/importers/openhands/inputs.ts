import type { Path } from '../../model/path.ts';
import { valueAt, type RecordValue, type Value } from '../../model/value.ts';
import type { Part } from '../../importing/content/content.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { elementsAt, fieldAt, fits, recordAt, textAt } from '../../importing/values/where.ts';

/** Keys that describe the action itself, not its arguments. */
const bookkeeping = new Set([
  'thought',
  'keep_prompt',
  'is_confirmed',
  'confirmation_state',
  'action_risk',
  'security_risk',
  'blocking',
  'hidden',
  'action',
  'id',
  'source',
  'timestamp',
  'message',
  'tool_call_metadata',
  'llm_metrics',
  'timeout',
  'translated_ipython_code',
]);

export const withoutBookkeeping = (args: RecordValue): RecordValue =>
  Object.fromEntries(Object.entries(args).filter(([key]) => !bookkeeping.has(key)));

/** The arguments as the model wrote them, if its answer is kept. An action contains only what the program derived from it. */
export function writtenInput(event: RecordValue, place: Path, report: ImportReport): Value | undefined {
  const called = recordAt(event, 'tool_call_metadata');
  const [choice] = elementsAt(called, 'model_response.choices');
  const call = elementsAt(choice, 'message.tool_calls').find(
    (one) =>
      fits(one, { id: 'text', 'function.arguments': 'there' }) && textAt(one, 'id') === textAt(called, 'tool_call_id'),
  );
  return call && openArguments(fieldAt(call, 'function.arguments'), [...place, 'tool_call_metadata'], report);
}

/** The agent ends with a call whose argument is its final message. */
export function finalWords(event: RecordValue): readonly Part[] {
  const text = textAt(event, 'action.kind') === 'FinishAction' ? (textAt(event, 'action.message') ?? '') : '';
  return text === '' ? [] : [{ mimeType: 'text/plain', text }];
}

/** The model's own text, or, if it is no longer recorded, the text that the program made from it. */
export function inputOf(event: RecordValue, place: Path, report: ImportReport): Value | undefined {
  const written = valueAt(event, ['tool_call', 'arguments']);
  if (written !== undefined) return openArguments(written, [...place, 'tool_call', 'arguments'], report);
  const action = recordAt(event, 'action');
  if (action === undefined) return undefined;
  const { kind: _kind, ...input } = action;
  return input satisfies RecordValue;
}
