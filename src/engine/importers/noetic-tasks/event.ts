import type { Value } from '../../model/value.ts';
import { fits, textAt } from '../../importing/values/where.ts';

/**
 * An event of the log of Noetic's tasks (`.noetic/tasks/_events.jsonl`): plans, starts and ends of its code agent's work.
 * https://github.com/mattapperson/noetic (EventSchema of the code agent's task store)
 */
export const isEvent = (value: Value): boolean =>
  fits(value, { id: 'number', taskId: 'there', kind: 'text', payload: 'record', ts: 'there' }) &&
  kinds.test(textAt(value, 'kind') ?? '');

const kinds = /^(?:task|session|log|milestone|slice|feature|assertion|validator|mission):\w+$/;
