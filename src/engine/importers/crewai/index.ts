import * as v from 'valibot';
import { isList } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Importer } from '../../importing/importer.ts';
import { CrewOutput, TaskOutput } from './format.ts';

export const crewai: Importer = {
  id: 'crewai',
  title: 'CrewAI output',
  claim: ({ value }) => (isOutput(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};

/** Whether the value is the output of a crew or of one of its tasks. */
function isOutput(value: Value): boolean {
  if (isList(value)) return false;
  const crew = v.safeParse(CrewOutput, value);
  const [first] = crew.success ? crew.output.tasks_output : [value];
  return v.is(TaskOutput, first) && (crew.success || v.is(AloneTask, value));
}

/** Many formats have descriptions and agents; only CrewAI has these two fields. */
const AloneTask = v.looseObject({ expected_output: v.unknown(), output_format: v.unknown() });
