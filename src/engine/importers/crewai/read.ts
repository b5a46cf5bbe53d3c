import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { Read } from '../../importing/importer.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { firstFault } from '../../importing/values/schema.ts';
import { CrewOutput, TaskOutput } from './format.ts';
import { toSession } from './to-session.ts';

export const read: Read = (document) => {
  const crew = v.safeParse(CrewOutput, document.value);
  const alone = v.safeParse(TaskOutput, document.value);
  if (!crew.success && !alone.success) {
    return err({
      code: 'import/malformed',
      message: `This looks like the output of a crew of CrewAI, but ${firstFault(crew.issues)}.`,
    });
  }
  const tasks: readonly Value[] = crew.success ? crew.output.tasks_output : [document.value];
  const placeOf = (index: number): Path => (crew.success ? ['tasks_output', index] : []);
  const first = v.safeParse(TaskOutput, tasks[0]);
  const title = first.success ? shortTitle(first.output.description) : 'run of a crew';
  const open = () => ok(toSession({ title, tasks, placeOf, crew: crew.success ? crew.output : undefined }, document));
  return ok({ sessions: [{ title, system: 'task', open }] });
};
