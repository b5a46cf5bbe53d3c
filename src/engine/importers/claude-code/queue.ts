import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import { QueuedCommand } from './format.ts';
import type { Entry } from './lines.ts';
import { promptOf } from './prompts.ts';

/** What a line hands to the agent from the queue, as newer versions write it. */
export function handedOver({ line }: Entry): Value | undefined {
  const attachment = v.safeParse(QueuedCommand, line.attachment);
  return attachment.success ? attachment.output.prompt : undefined;
}

/**
 * What the user typed while the agent was at work is told to it between two calls, and in older versions no line of its
 * own says so: the queue alone has it. What a later line repeats, and commands to the program, are not told twice.
 */
export function queuedIn(entries: readonly Entry[]): ReadonlyMap<Entry, string> {
  const said = new Set(
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
    if (text !== '' && !text.startsWith('/') && !text.startsWith('<') && !said.has(text)) queued.set(entry, content);
  }
  return queued;
}
