import { err, ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { SessionEntry, Read } from '../../importing/importer.ts';
import { entriesIn, withRefusals } from './entries.ts';
import type { Found } from './entries.ts';
import { conversationsIn } from './exchanges.ts';
import type { Conversation } from './exchanges.ts';
import { refusalsBetween } from './http-refusals.ts';
import { entriesAnywhere } from './search.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = (document) => {
  const { value } = document;
  const { entries: found, strangers } = foundIn(value);
  const entries = withRefusals(found, refusalsBetween(document));
  const sessions = conversationsIn(entries).map((conversation, index) =>
    entryOf(conversation, value, index === 0 ? strangers : []),
  );
  if (sessions.length > 0) return ok({ sessions });
  return err({
    code: 'import/malformed',
    message: 'This looks like the A2A protocol, but it holds no task, message, status or artifact that can be read.',
  });
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
