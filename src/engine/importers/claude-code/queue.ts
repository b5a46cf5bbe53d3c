import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import { QueuedCommand } from './format.ts';
import type { Entry } from './lines.ts';
import { promptOf } from './prompts.ts';

/** The queued message that a line passes to the agent. Only newer versions write such lines. */
export function handedOver({ line }: Entry): Value | undefined {
  const attachment = v.safeParse(QueuedCommand, line.attachment);
  return attachment.success ? attachment.output.prompt : undefined;
}

/**
 * The agent receives messages that the user typed during its work between two calls. Older versions write no separate line
 * for this, so only the queue contains the message. Messages that a later line repeats, and commands, are left out here.
 */
export function queuedIn(entries: readonly Entry[]): ReadonlyMap<Entry, string> {
  const shown = new Set(
    entries.flatMap((entry) => {
      const { line, message } = entry;
      const content = line.type === 'user' ? message?.content : handedOver(entry);
      return content === undefined ? [] : [promptOf(content)?.trim()];
    }),
  );
  const queued = new Map<Entry, string>();
  for (const entry of entries) {
    const { type, operation, content } = entry.line;
    if (type !== 'queue-operation' || operation !== 'enqueue' || typeof content !== 'string') continue;
    const text = content.trim();
    if (text !== '' && !text.startsWith('/') && !text.startsWith('<') && !shown.has(text)) queued.set(entry, content);
  }
  return queued;
}
