import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { fieldAt, recordAt, textAt } from '../../systems/a2a/wire/field.ts';
import { contextOf } from '../../systems/a2a/wire/likeness.ts';
import { isNewSpelling } from '../../systems/a2a/wire/spelling.ts';
import type { Claim, Importer } from '../../importing/importer.ts';
import { firstValues } from '../../importing/values/elements.ts';
import { entriesIn, type Entry } from './entries.ts';
import { isProtocolError, methods } from './format.ts';

export const a2aProtocol: Importer = {
  id: 'a2a-protocol',
  title: 'A2A tasks, messages and streams',
  claim: ({ value }) => claimOn(value),
  load: async () => (await import('./read.ts')).read,
};

/** How many elements of a list are checked for the claim. */
const sample = 20;

function claimOn(value: Value): Claim {
  const { entries, strangers } = entriesIn(isList(value) ? firstValues(value, sample) : value);
  if (entries.length > strangers.length) {
    if (entries.some(isUnmistakable)) return 'certain';
    return entries.some(isLikely) ? 'likely' : 'possible';
  }
  return entries.length > 0 ? 'possible' : 'no';
}

/** Whether the entry has a mark of A2A only: a method, a kind, an upper-case state or role, or its three ids. */
function isUnmistakable({ kind, value, method }: Entry): boolean {
  if (method !== undefined) return methods.has(method);
  if (['task', 'status-update', 'artifact-update', 'message'].includes(textAt(value, 'kind') ?? '')) return true;
  if (isUpperCase(recordAt(value, 'status'), 'state') || isUpperCase(value, 'role')) return true;
  if (contextOf(value) === null) return false;
  // A message with a context id, a task id and its own id.
  return kind === 'task' || (textAt(value, 'taskId') !== undefined && textAt(value, 'messageId') !== undefined);
}

/** Other formats also number their states and roles, so only text counts. */
const isUpperCase = (value: RecordValue, name: 'state' | 'role'): boolean =>
  typeof fieldAt(value, name) === 'string' && isNewSpelling(fieldAt(value, name));

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
