import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import { createImportReport } from '../../importing/import-report.ts';
import { Message, TaskStep } from './format.ts';

/** The text that smolagents puts in front of a task. */
const heading = /^New task:\n/;

export const withoutHeading = (text: string): string => text.replace(heading, '');

/** The task that a message or step gives the agent. */
export function taskIn(entry: Value): string | undefined {
  const step = v.safeParse(TaskStep, entry);
  if (step.success) return step.output.task;
  const message = v.safeParse(Message, entry);
  if (!message.success || message.output.role !== 'user') return undefined;
  const text = withoutHeading(textOf(readContent(message.output.content, [], createImportReport())));
  return text.trim() === '' ? undefined : text;
}
