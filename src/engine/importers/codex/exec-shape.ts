import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import { ExecEvent, ExecItem } from './exec-format.ts';
import { firstValues } from '../../importing/values/elements.ts';

/** The number of lines checked to recognise the format. */
const maxLines = 20;

/** True for the output of `codex exec --json`. */
export function isExecStream(value: Value): boolean {
  const first = firstValues(value, maxLines).flatMap((line) => {
    const event = v.safeParse(ExecEvent, line);
    return event.success ? [event.output] : [];
  });
  return first.some(({ type, thread_id, item }) =>
    type === 'thread.started' ? thread_id !== undefined : type.startsWith('item.') && v.is(ExecItem, item),
  );
}
