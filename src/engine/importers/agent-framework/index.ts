import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import { isList, type Value } from '../../model/value.ts';
import type { Importer, SessionEntry } from '../importer.ts';
import { Content, Message, Run } from './format.ts';
import { titleOf, toSession } from './to-session.ts';

export const agentFramework: Importer = {
  id: 'agent-framework',
  title: 'Microsoft Agent Framework conversation',
  claim: ({ value }) => (runsIn(value).some(([run]) => isRun(run)) ? 'certain' : 'no'),
  read({ value }) {
    const sessions = runsIn(value).map(([run, place]) => entryOf(run, place));
    if (sessions.length > 0) return ok({ sessions });
    return err({ code: 'import/empty', message: 'This file of the Agent Framework holds no conversation.' });
  },
};

function runsIn(value: Value): readonly (readonly [Value, readonly number[]])[] {
  if (!isList(value)) return [[value, []]];
  return [...value].map((run, index) => [run, [index]]);
}

function isRun(value: Value): boolean {
  const run = v.safeParse(Run, value);
  const [first] = run.success ? run.output.messages : [];
  const message = v.safeParse(Message, first);
  return message.success && message.output.contents.every((content) => v.is(Content, content));
}

/** A line that holds no conversation keeps its place in the list, so that the others keep their numbers. */
function entryOf(value: Value, place: readonly number[]): SessionEntry {
  const parsed = v.safeParse(Run, value);
  if (parsed.success) {
    const run = parsed.output;
    return { title: titleOf(run), system: 'task', open: () => ok(toSession(run, place)) };
  }
  const message = `Line ${place.join('.')} of this file is no conversation.`;
  return { title: 'unreadable line', system: 'task', open: () => err({ code: 'import/malformed', message }) };
}
