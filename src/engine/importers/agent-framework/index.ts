import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import type { Importer } from '../../importing/importer.ts';
import { Content, Message, Run } from './format.ts';
import { runsIn } from './shapes.ts';

export const agentFramework: Importer = {
  id: 'agent-framework',
  title: 'Microsoft Agent Framework conversation',
  claim: ({ value }) => (runsIn(value).some(([run]) => isRun(run)) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};

function isRun(value: Value): boolean {
  const run = v.safeParse(Run, value);
  const [first] = run.success ? run.output.messages : [];
  const message = v.safeParse(Message, first);
  return message.success && message.output.contents.every((content) => v.is(Content, content));
}
