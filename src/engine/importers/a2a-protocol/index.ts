import { err, ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import { isList, isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { fieldAt, recordAt, textAt } from '../../systems/a2a/wire/field.ts';
import { contextOf } from '../../systems/a2a/wire/read-task.ts';
import type { Claim, Importer, SessionEntry } from '../importer.ts';
import { entriesIn } from './entries.ts';
import type { Entry, Found } from './entries.ts';
import { conversationsIn } from './exchanges.ts';
import type { Conversation } from './exchanges.ts';
import { isProtocolError, methods } from './format.ts';
import { entriesAnywhere } from './search.ts';
import { titleOf, toSession } from './to-session.ts';

export const a2aProtocol: Importer = {
  id: 'a2a-protocol',
  title: 'A2A tasks, messages and streams',
  claim: ({ value }) => claimOn(value),
  read({ value }) {
    const { entries, strangers } = foundIn(value);
    const sessions = conversationsIn(entries).map((conversation, index) =>
      entryOf(conversation, value, index === 0 ? strangers : []),
    );
    if (sessions.length > 0) return ok({ sessions });
    return err({
      code: 'import/malformed',
      message: 'This looks like the A2A protocol, but it holds no task, message, status or artifact that can be read.',
    });
  },
};

const entryOf = (conversation: Conversation, document: Value, strangers: readonly Path[]): SessionEntry => ({
  title: titleOf(conversation),
  system: 'a2a',
  open: () => ok(toSession(conversation, document, strangers)),
});

function foundIn(value: Value): Found {
  const found = entriesIn(value);
  return found.entries.length > 0 ? found : entriesAnywhere(value);
}

/** How many elements of a list are looked at before it is believed. */
const sample = 20;

function claimOn(value: Value): Claim {
  const { entries, strangers } = entriesIn(isList(value) ? firstOf(value) : value);
  if (entries.length > strangers.length) {
    if (entries.some(isUnmistakable)) return 'certain';
    return entries.some(isLikely) ? 'likely' : 'possible';
  }
  return entries.length > 0 || entriesAnywhere(value).entries.length > 0 ? 'possible' : 'no';
}

function firstOf(list: Iterable<Value>): readonly Value[] {
  const first: Value[] = [];
  for (const element of list) if (first.push(element) === sample) break;
  return first;
}

/** What no other format has: its methods, its kinds, its shouted states and roles. */
function isUnmistakable({ kind, value, method }: Entry): boolean {
  if (method !== undefined) return methods.has(method);
  if (['task', 'status-update', 'artifact-update', 'message'].includes(textAt(value, 'kind') ?? '')) return true;
  if (textAt(recordAt(value, 'status'), 'state')?.startsWith('TASK_STATE_') === true) return true;
  if (textAt(value, 'role')?.startsWith('ROLE_') === true) return true;
  return kind === 'task' && contextOf(value) !== null;
}

function isLikely({ kind, value }: Entry): boolean {
  switch (kind) {
    case 'failed':
      return isProtocolError(fieldAt(value, 'code'));
    case 'asked':
    case 'message':
      return textAt(value, 'messageId') !== undefined || isRecord(fieldAt(value, 'metadata') ?? null);
    default:
      return true;
  }
}
