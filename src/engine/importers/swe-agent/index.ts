import type { Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import { firstValues, type Placed } from '../../importing/values/elements.ts';
import { countAt, entriesAt, fits, textAt, type Shape } from '../../importing/values/where.ts';

const step: Shape = { action: 'text', observation: 'there' };

/**
 * A trajectory of SWE-agent has the steps, and a history of messages that repeats them together with demonstrations. A
 * trajectory of mini-swe-agent has chat messages, each with the program's own data about it under `extra`. The reader of
 * SWE-agent's printed log (`readers/transcript/swe-agent-console.ts`) writes such messages too, with the format
 * `swe-agent-log`.
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
  const attempts = attemptsIn(holder, most);
  if (attempts.length > 1) return attempts;
  const run = runIn(holder, most);
  if (run !== undefined) return [run];
  return areStepsAlone(value) ? [{ holder, messages: entriesAt(holder, '', most) }] : [];
}

function runIn(holder: Placed, most: number | undefined): FoundConversation | undefined {
  const steps = entriesAt(holder, 'trajectory', most);
  const [first] = steps;
  return first !== undefined && fits(first.value, step) ? { holder, messages: steps } : undefined;
}

/** Several attempts at one task, each a run. The file repeats the chosen one outside the list; it comes first. */
function attemptsIn(holder: Placed, most: number | undefined): readonly FoundConversation[] {
  const attempts = entriesAt(holder, 'attempts', most);
  const chosen = countAt(holder.value, 'info.best_attempt_idx');
  const found = attempts.flatMap((attempt, index) => {
    const run = runIn(attempt, most);
    const which = `attempt ${index + 1} of ${attempts.length}${index === chosen ? ', chosen' : ''}`;
    return run === undefined ? [] : [{ ...run, suffix: ` (${which})`, isChosen: index === chosen }];
  });
  return found.toSorted((a, b) => Number(b.isChosen) - Number(a.isChosen));
}

/** The steps, copied without the trajectory around them. */
function areStepsAlone(value: Value): boolean {
  const first = firstValues(value, 20);
  return first.length > 0 && first.every((one) => fits(one, { ...step, response: 'text', thought: 'text' }));
}
