import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import { elementsOf, rowsIn, type Placed } from '../../importing/values/elements.ts';
import { findAt, numberAt } from '../../importing/values/where.ts';

/**
 * Executions of n8n with agents: one as its API and its page give it, or the list of them. Each node has its runs under its
 * name.
 * https://github.com/n8n-io/n8n/blob/master/packages/workflow/src/interfaces.ts (`IRun`, `ITaskData`)
 */
export const n8n = chatImporter({
  id: 'n8n',
  title: 'n8n execution',
  turns: [''],
  message: { startTime: 'number', data: 'record' },
  find: ({ value }) => rowsIn(value, ['data'], ['results']).flatMap(executionIn),
  reading: async () => (await import('./reading.ts')).reading,
});

/** The runs of models, tools and agents in the order in which they began; other nodes only move data. */
function executionIn(execution: Placed): readonly FoundConversation[] {
  const nodes = findAt(execution.value, ['data.resultData.runData', 'resultData.runData']);
  if (nodes === undefined || !isRecord(nodes.value)) return [];
  const runs = Object.entries(nodes.value).flatMap(([name, list]) =>
    elementsOf(list).map((value, index): Placed => ({
      value,
      place: [...execution.place, ...nodes.path, name, index] satisfies Path,
    })),
  );
  const isOfAgent = ({ value }: Placed) =>
    [...sides, 'data.main.0.0.json.intermediateSteps'].some((place) => findAt(value, place) !== undefined);
  const messages = runs.filter(
    (run) => isOfAgent(run) || findAt(run.value, 'data.main.0.0.json.chatInput') !== undefined,
  );
  return messages.some(isOfAgent) ? [{ holder: execution, messages: messages.toSorted(byStart) }] : [];
}

/** A run that failed or was cancelled may have its input alone. */
const sides = ['data.ai_languageModel', 'data.ai_tool', 'inputOverride.ai_languageModel', 'inputOverride.ai_tool'];

const byStart = (one: Placed, other: Placed): number => startOf(one.value) - startOf(other.value);

/** A tool that was requested but did not run yet has times of 0. */
function startOf(run: Value): number {
  if (numberAt(run, 'startTime') === 0) return Infinity;
  const found = findAt(run, ['executionIndex', 'startTime'])?.value;
  return typeof found === 'number' ? found : 0;
}
