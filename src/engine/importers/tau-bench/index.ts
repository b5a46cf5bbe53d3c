import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import { entriesAt, fits, type Shape } from '../../importing/values/where.ts';
import type { Placed } from '../../importing/values/elements.ts';

/** https://github.com/sierra-research/tau-bench/blob/main/tau_bench/types.py (EnvRunResult) */
const run: Shape = { task_id: 'number', reward: 'number', info: 'record', traj: 'list' };

/** https://github.com/sierra-research/tau2-bench/blob/main/src/tau2/data_model/simulation.py (Results) */
const results: Shape = { info: 'record', tasks: 'list', simulations: 'list' };
const simulation: Shape = { task_id: 'there', messages: 'list' };
/** A simulation without its file is recognised by how it ended, and by its reward. */
const simulationAlone: Shape = { ...simulation, termination_reason: 'text', reward_info: 'there' };
/** Only tau2-bench numbers messages like this. */
const numbered: Shape = { role: 'text', turn_idx: 'there', content: 'there' };

/** Results of tau-bench: a list of runs; and of tau2-bench: tasks and simulations, or a part of them. */
export const tauBench = chatImporter({
  id: 'tau-bench',
  title: 'tau-bench results',
  turns: ['messages'],
  message: { role: ['system', 'user', 'assistant', 'tool'] },
  counted: 'run',
  find({ value }) {
    const root = { value, place: [] };
    const list = entriesAt(root, '');
    if (list.length > 0 && list.slice(0, 20).every((one) => fits(one.value, numbered)))
      return [{ holder: { value: { task_id: 'unknown' }, place: [] }, messages: list }];
    const isResults = fits(value, results);
    const runs = isResults ? entriesAt(root, 'simulations') : list.length > 0 ? list : [root];
    const shapes = isResults ? [simulation] : [run, simulationAlone];
    return shapes.some((shape) => fits(runs[0]?.value ?? null, shape)) ? runs.map(conversationOf) : [];
  },
  reading: async () => (await import('./reading.ts')).reading,
});

/** No messages if it is not a run: it keeps its number. */
const conversationOf = (holder: Placed): FoundConversation => ({
  holder,
  messages: fits(holder.value, run)
    ? entriesAt(holder, 'traj')
    : fits(holder.value, simulation)
      ? entriesAt(holder, 'messages')
      : [],
});
