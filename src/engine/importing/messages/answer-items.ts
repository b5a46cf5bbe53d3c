import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { ImportReport } from '../import-report.ts';
import { callOutput, clientCall, hostedCall, outcomeOf } from '../responses/response-calls.ts';
import { callNameOf, clientCalls, hostedCalls, isCallOutput } from '../responses/response-item.ts';
import { textAt } from '../values/where.ts';
import { blank, type AnyMessage } from './any-message.ts';
import { noteReasoning } from '../notes.ts';

/** OpenLLMetry gives a model's reasoning a role of its own. */
const isThought = (value: Value): boolean => isRecord(value) && value['role'] === 'thinking';

/** Is it an item of the Responses API other than a message? https://platform.openai.com/docs/api-reference/responses */
export const isItem = (value: Value): value is RecordValue => {
  const type = isRecord(value) ? value['type'] : undefined;
  if (isThought(value)) return true;
  return (
    typeof type === 'string' &&
    (type === 'reasoning' || clientCalls.has(type) || hostedCalls.has(type) || isCallOutput(type))
  );
};

/** Such an item as a message; undefined for anything else. */
export function itemOf(item: Value, place: Path, report: ImportReport): AnyMessage | undefined {
  if (!isItem(item)) return undefined;
  const type = textAt(item, 'type') ?? '';
  if (type === 'reasoning' || isThought(item)) {
    noteReasoning(place, report);
    return { ...blank('assistant', place), isReasoning: true };
  }
  if (isCallOutput(type)) {
    const { id, output } = callOutput(item, place, report);
    const mark = { id, name: textAt(item, 'name') ?? callNameOf(type), place };
    return { ...blank('results', place), results: [{ mark, result: outcomeOf(item, output) }] };
  }
  const call = hostedCalls.has(type) ? hostedCall(item, place, report) : clientCall(item, place, report);
  return call.name === '' ? undefined : { ...blank('assistant', place), calls: [call] };
}

/** Consecutive items belong to one answer: its reasoning, its texts, each of its calls. */
export function withAnswersWhole(entries: readonly { readonly message: AnyMessage; readonly isItem: boolean }[]) {
  const whole: { message: AnyMessage; isItem: boolean }[] = [];
  for (const { message, isItem: isOne } of entries) {
    const before = whole.at(-1);
    const goesOn = before?.message.role === 'assistant' && message.role === 'assistant' && (isOne || before.isItem);
    if (goesOn) Object.assign(before, { message: joined([before.message, message]), isItem: true });
    else whole.push({ message, isItem: isOne });
  }
  return whole.map(({ message }) => message);
}

/** Joins messages into one with all their texts and calls. */
export function joined(messages: readonly [AnyMessage, ...AnyMessage[]]): AnyMessage {
  const [first] = messages;
  return {
    ...first,
    parts: messages.flatMap(({ parts }) => parts),
    calls: messages.flatMap(({ calls }) => calls),
    unread: messages.reduce((sum, { unread }) => sum + unread, 0),
    isReasoning: messages.some(({ isReasoning }) => isReasoning),
    ended: messages.map(({ ended }) => ended).findLast((ended) => ended !== undefined),
  };
}
