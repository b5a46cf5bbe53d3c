import { isRecord, type Value } from '../../model/value.ts';
import type { Placed } from '../../importing/values/one-or-many.ts';
import { rowsIn } from '../../importing/values/rows-in.ts';

/** Every call of a file: of a list, of an answer of the API, or one alone. */
export const callsIn = (value: Value): readonly Placed[] =>
  rowsIn(value, ['calls'], ['data']).flatMap(({ value: one, place }) => {
    if (isOwn(one)) return [{ value: one, place }];
    const held = isRecord(one) ? one['call'] : undefined;
    return held !== undefined && isOwn(held) ? [{ value: held, place: [...place, 'call'] }] : [];
  });

const isOwn = (call: Value): boolean =>
  isRecord(call) && typeof call['op_name'] === 'string' && typeof call['trace_id'] === 'string' && 'inputs' in call;
