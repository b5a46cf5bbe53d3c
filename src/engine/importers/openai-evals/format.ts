import type { Value } from '../../model/value.ts';
import { fits } from '../../importing/values/where.ts';

/**
 * The log of OpenAI's framework for evaluations (`oaieval`): a line with the specification of the run, one for each event,
 * and one with the final report. A sampling is one model call; other events evaluate it.
 * https://github.com/openai/evals/blob/main/evals/record.py
 */
export const isEvent = (line: Value): boolean => fits(line, { sample_id: 'text', type: 'text', data: 'record' });
