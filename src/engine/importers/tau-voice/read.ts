import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { firstFault } from '../../importing/values/schema.ts';
import { Simulation } from './format.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const parsed = v.safeParse(Simulation, value);
  if (!parsed.success) {
    return err({
      code: 'import/malformed',
      message: `This looks like a call of tau²-bench, but ${firstFault(parsed.issues)}.`,
    });
  }
  const run = parsed.output;
  return ok({ sessions: [{ title: titleOf(run), system: 'voice', open: () => ok(toSession(run)) }] });
};
