import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import { isList } from '../../model/value.ts';
import type { Read } from '../../importing/importer.ts';
import { firstFault } from '../../importing/values/schema.ts';
import { Run } from './format.ts';
import { areMessagesAlone } from './shapes.ts';
import { sessionOfMessages, titleOf, titleOfMessages, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  if (isList(value) && areMessagesAlone(value)) {
    const messages = [...value];
    const open = () => ok(sessionOfMessages(messages));
    return ok({ sessions: [{ title: titleOfMessages(messages), system: 'task', open }] });
  }
  const parsed = v.safeParse(Run, value);
  if (!parsed.success) {
    return err({
      code: 'import/malformed',
      message: `This looks like an AgentDojo run, but ${firstFault(parsed.issues)}.`,
    });
  }
  const run = parsed.output;
  return ok({ sessions: [{ title: titleOf(run), system: 'task', open: () => ok(toSession(run)) }] });
};
