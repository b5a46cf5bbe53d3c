import { isRecord, type Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { entriesAt, fits, recordAt, textAt } from '../../importing/values/where.ts';
import { elementsOf } from '../../importing/values/elements.ts';

/**
 * A run of AgentDojo, a benchmark for prompt injection: one user task, mostly with an attack hidden in tool results.
 * https://github.com/ethz-spylab/agentdojo/blob/main/src/agentdojo/logging.py
 */
export const agentdojo = chatImporter({
  id: 'agentdojo',
  title: 'AgentDojo run',
  turns: ['', 'messages'],
  message: { role: ['system', 'user', 'assistant', 'tool'] },
  // A run is recognised by the fields around its messages; messages copied without them, by their own fields.
  find({ value }) {
    const isRun = fits(value, { suite_name: 'text', pipeline_name: 'text', user_task_id: 'text', messages: 'list' });
    const holder = { value, place: [] };
    const messages = entriesAt(holder, isRun ? 'messages' : '');
    const isOwn = isRun || messages.slice(0, 40).some((message) => isOwnMessage(message.value));
    return isOwn ? [{ holder, messages }] : [];
  },
  reading: async () => (await import('./reading.ts')).reading,
});

/**
 * Messages in a form that only AgentDojo writes: a call has its arguments under `args`, and a result repeats the whole
 * call.
 */
function isOwnMessage(message: Value): boolean {
  if (!isRecord(message)) return false;
  if (message['role'] === 'tool') return isCall(recordAt(message, 'tool_call') ?? null);
  return textAt(message, 'role') === 'assistant' && elementsOf(message['tool_calls'] ?? null).some(isCall);
}

const isCall = (call: Value): boolean => fits(call, { function: 'text', args: 'record' });
