import type { ChatReading, Entry } from '../../importing/describing/chat-reading.ts';
import { findAt, textAt } from '../../importing/values/where.ts';
import { info } from '../../importing/import-report.ts';
import type { Placed } from '../../importing/values/elements.ts';

export const reading: ChatReading = {
  messages: {
    // A request without a prompt only loads or unloads the model.
    kind: (answer) => (/^(?:un)?load$/.test(textAt(answer, 'done_reason') ?? '') ? 'skip' : 'llm'),
    skipped: info('ollama/load', '{# answer} that only reported a model being loaded or unloaded: not shown as turns.'),
    joins: 'pieces',
    text: ['message.content', 'response'],
    reasoning: ['message.thinking', 'thinking'],
    // There are no ids of calls.
    calls: { list: 'message.tool_calls', id: 'id', name: 'function.name', arguments: 'function.arguments' },
    time: 'created_at',
    model: 'model',
    end: 'done_reason',
    tokens: { prompt: 'prompt_eval_count', completion: 'eval_count' },
    tookMs(answer) {
      const nanos = findAt(answer, 'total_duration')?.value;
      return typeof nanos === 'number' ? Math.round(nanos / 1e6) : undefined;
    },
  },
  session: {
    title: () => 'answer of Ollama',
    arrange: answersIn,
    notes(_, report) {
      const message = 'Ollama’s answers contain only the model’s side: its input is not recorded.';
      report.note('lost', 'ollama/no-input', null, () => message);
    },
  },
};

/** Lines belong to one answer until one of them is the last. */
function answersIn(lines: readonly Placed[]): readonly Entry[] {
  const answers: (Placed & { readonly more: Placed[] })[] = [];
  let isOpen = false;
  for (const one of lines) {
    const last = answers.at(-1);
    if (isOpen && last !== undefined) last.more.push(one);
    else answers.push({ ...one, more: [] });
    const isLast = findAt(one.value, 'done')?.value;
    if (typeof isLast === 'boolean') isOpen = !isLast;
  }
  return answers;
}
