import type { Entry } from './lines.ts';
import { promptOf } from './prompts.ts';

/**
 * What the user typed while the agent was at work is told to it between two calls, and no line of its own says so: the
 * queue alone has it. What a later line repeats, and commands to the program, are not told twice.
 */
export function queuedIn(entries: readonly Entry[]): ReadonlyMap<Entry, string> {
  const said = new Set(
    entries.flatMap(({ line, message }) =>
      line.type === 'user' && message !== undefined ? [promptOf(message.content)?.trim()] : [],
    ),
  );
  const queued = new Map<Entry, string>();
  for (const entry of entries) {
    const { type, operation, content } = entry.line;
    if (type !== 'queue-operation' || operation !== 'enqueue' || typeof content !== 'string') continue;
    const text = content.trim();
    if (text !== '' && !text.startsWith('/') && !text.startsWith('<') && !said.has(text)) queued.set(entry, content);
  }
  return queued;
}
