import { isRecord, type Value } from '../../model/value.ts';
import type { Importer } from '../../importing/importer.ts';
import { areAnswersAlone, exchangeIn } from './shapes.ts';
import { isWrappedTask } from '../../importing/messages/wrapped-task.ts';
import { firstValues } from '../../importing/values/elements.ts';

export const anthropicMessages: Importer = {
  id: 'anthropic-messages',
  title: 'Anthropic messages',
  claim({ value }) {
    // Cline and its relatives keep the same messages, with their own words around tasks and results.
    if (isWrappedTask(value)) return 'possible';
    if (exchangeIn(value) !== undefined) return 'certain';
    return isLog(value) || areAnswersAlone(firstValues(value, preamble)) ? 'likely' : 'no';
  },
  load: async () => (await import('./read.ts')).read,
};

/** How many lines may come before the first exchange. */
const preamble = 3;

/** Answers alone look like items of other formats, and do not continue one another. */
const isLog = (value: Value): boolean =>
  firstValues(value, preamble).some((line) => isRecord(line) && exchangeIn(line)?.request !== undefined);
