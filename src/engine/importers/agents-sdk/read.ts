import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Read } from '../../importing/importer.ts';
import { firstFault } from '../../importing/values/schema.ts';
import { RunState } from './format.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const parsed = v.safeParse(RunState, value);
  if (!parsed.success) {
    const message = `This looks like a run state of the Agents SDK, but ${firstFault(parsed.issues)}.`;
    return err({ code: 'import/malformed', message });
  }
  const state = parsed.output;
  const beside = isRecord(value) ? unreadIn(value) : [];
  return ok({ sessions: [{ title: titleOf(state), system: 'task', open: () => ok(toSession(state, beside)) }] });
};

/** What else stands in a state, and holds anything. */
const unreadIn = (state: RecordValue): readonly string[] =>
  Object.entries(state).flatMap(([key, value]) =>
    Object.hasOwn(RunState.pipe[2].entries, key) || isNothing(value) ? [] : [key],
  );

const isNothing = (value: Value): boolean =>
  value === null || (isList(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0);
