import type { Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import { firstValues } from '../../importing/values/elements.ts';
import { entriesAt, fits, textAt, type Shape } from '../../importing/values/where.ts';

const step: Shape = { action: 'text', observation: 'there' };

/**
 * A trajectory of SWE-agent: the steps, and a history of messages that repeats them together with demonstrations. Of
 * mini-swe-agent: chat messages, each with the program's own data about it under `extra`. The reader of SWE-agent's
 * printed log makes the latter too, with the format `swe-agent-log` (`readers/transcript/swe-agent-console.ts`).
 * https://swe-agent.com/latest/usage/trajectories/
 * https://mini-swe-agent.com/latest/usage/output_files/
 */
export const sweAgent = chatImporter({
  id: 'swe-agent',
  title: 'SWE-agent trajectory',
  turns: ['trajectory', 'messages', ''],
  message: step,
  find: ({ value }, most) => trajectoriesIn(value, most),
  reading: async () => (await import('./reading.ts')).reading,
});

function trajectoriesIn(value: Value, most: number | undefined): readonly FoundConversation[] {
  const holder = { value, place: [] };
  const messages = entriesAt(holder, 'messages', most);
  const isMini =
    fits(value, { info: 'record', trajectory_format: 'text' }) &&
    /^(?:mini-swe-agent|swe-agent-log)/.test(textAt(value, 'trajectory_format') ?? '') &&
    messages.slice(0, 3).some((message) => fits(message.value, { role: 'text' }));
  if (isMini) return [{ holder, messages }];
  const steps = entriesAt(holder, 'trajectory', most);
  const [first] = steps;
  if (first !== undefined && fits(first.value, step)) return [{ holder, messages: steps }];
  return areStepsAlone(value) ? [{ holder, messages: entriesAt(holder, '', most) }] : [];
}

/** The steps, copied without the trajectory around them. */
function areStepsAlone(value: Value): boolean {
  const first = firstValues(value, 20);
  return first.length > 0 && first.every((one) => fits(one, { ...step, response: 'text', thought: 'text' }));
}
