import type { Importer } from '../../importing/importer.ts';
import type { Value } from '../../model/value.ts';
import { firstValues } from '../../importing/values/elements.ts';
import { fits } from '../../importing/values/where.ts';

/**
 * The log of OpenAI's framework for evaluations (`oaieval`): a line with the specification of the run, one for each event,
 * and one with the final report. A sampling is one model call; other events evaluate it.
 * https://github.com/openai/evals/blob/main/evals/record.py
 */
export const openaiEvals: Importer = {
  id: 'openai-evals',
  title: 'OpenAI Evals log',
  // The specification and a few events are enough to recognise a log.
  claim: ({ value }) =>
    firstValues(value, 5).some((line) => isEvent(line) && fits(line, { event_id: 'there' })) ? 'certain' : 'no',
  load: async () => (await import('./read.ts')).read,
};

export const isEvent = (line: Value): boolean => fits(line, { sample_id: 'text', type: 'text', data: 'record' });
