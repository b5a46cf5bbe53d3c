import { isRecord, type Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { entriesAt, fits, hasListAt, type Shape } from '../../importing/values/where.ts';

/**
 * Runs of smolagents: the steps of an agent's memory (`agent.memory.get_full_steps()`, `RunResult`), as JSON or printed; the
 * messages that are made from them; and lines of its benchmarks, which contain such messages.
 * https://github.com/huggingface/smolagents/blob/main/src/smolagents/memory.py
 * https://github.com/huggingface/smolagents/blob/main/examples/smolagents_benchmark/run.py
 */
export const smolagents = chatImporter({
  id: 'smolagents',
  title: 'smolagents run',
  turns: ['', 'steps', 'intermediate_steps'],
  message: {},
  find({ value }, most) {
    const root = { value, place: [] };
    const single = runIn(root);
    if (single !== undefined) return [single];
    const lines = entriesAt(root, '', most);
    const isOfRuns = lines.slice(0, 3).some((line) => runIn(line) !== undefined);
    // A line without a run keeps its place in the list, so that the others keep their numbers.
    return isOfRuns ? lines.map((line) => runIn(line) ?? { holder: line, messages: [] }) : [];
  },
  reading: async () => (await import('./reading.ts')).reading,
});

/** The steps or messages of a run, in any container. */
function runIn(holder: Placed): FoundConversation | undefined {
  const { value } = holder;
  // One question of a benchmark. If no agent was used, the steps repeat the answer as text.
  if (fits(value, { intermediate_steps: 'text', question: 'text', answer: 'there' }))
    return { holder, messages: [holder] };
  const list = ['', 'intermediate_steps', 'steps'].find((where) => hasListAt(value, where));
  const messages = list === undefined ? [] : entriesAt(holder, list);
  return isOwn(messages.slice(0, sample).map((entry) => entry.value)) ? { holder, messages } : undefined;
}

const sample = 20;

const step: Shape = { step_number: 'number' };
const kinds: readonly Shape[] = [step, { task: 'text' }, { plan: 'text' }, { system_prompt: 'text' }];

/** Only smolagents writes roles with a hyphen, and steps with a number and the model's output. */
function isOwn(first: readonly Value[]): boolean {
  const [begins] = first;
  if (begins === undefined || !isRecord(begins)) return false;
  const isMessage = fits(begins, { role: ['system', 'user', 'assistant', 'tool-call', 'tool-response'] });
  if (isMessage && first.some((entry) => fits(entry, { role: ['tool-call', 'tool-response'] }))) return true;
  return (
    kinds.some((kind) => fits(begins, kind)) && first.some((entry) => fits(entry, { ...step, model_output: 'there' }))
  );
}
