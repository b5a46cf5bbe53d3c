import type { Value } from '../../model/value.ts';
import { elementsAt, textAt } from '../values/where.ts';

/**
 * Whether a list of messages begins with a task in the tags of Cline and its relatives. They keep conversations in the form of
 * a provider's messages, but write calls and results as text.
 */
export const isWrappedTask = (messages: Value): boolean =>
  elementsAt(messages, ['messages.0.content', '0.content']).some((part) => wrapped.test(textAt(part, 'text') ?? ''));

/** Roo Code’s newer versions write `user_message`, those of Cline `user_input`. */
const wrapped = /^<(?:task|user_message|user_input mode="\w{1,20}")>/;
