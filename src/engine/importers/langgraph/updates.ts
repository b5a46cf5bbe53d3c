import { toJson } from '../../model/json.ts';
import { isRecord } from '../../model/value.ts';
import type { AnyMessage } from '../../importing/messages/any-message.ts';
import { textOf } from '../../importing/content/content.ts';
import { assumed } from '../../importing/import-report.ts';
import type { PlacedMessage } from './messages.ts';

/**
 * Finds the messages that the updates of a graph's nodes add. A node writes new messages, including ones with the same text as
 * before. Some nodes repeat the end of the conversation, or all of it.
 */
export class Updates {
  readonly #recorded: string[] = [];
  readonly #known = new Set<string>();

  /** How many messages at the beginning of an update repeat recorded ones. Records the remaining, new messages. */
  repeated(messages: readonly PlacedMessage[]): number {
    const keys = messages.map(({ value }) => toJson(value));
    // A single message is always new.
    const isWhole = keys.length > 1 && keys[0] === this.#recorded[0];
    const count = isWhole ? this.#whole(keys) : this.#end(keys);
    for (const key of keys.slice(count)) this.#recorded.push(key);
    return count;
  }

  #end(keys: readonly string[]): number {
    for (let count = Math.min(keys.length - 1, this.#recorded.length, maxCompared); count > 0; count--) {
      const from = this.#recorded.length - count;
      if (keys.slice(0, count).every((key, index) => key === this.#recorded[from + index])) return count;
    }
    return 0;
  }

  /** How far an update repeats the whole conversation in order. Some updates leave messages out. */
  #whole(keys: readonly string[]): number {
    let from = 0;
    const index = keys.findIndex((key) => {
      const at = this.#recorded.indexOf(key, from);
      from = at + 1;
      return at === -1;
    });
    return index === -1 ? keys.length : index;
  }

  /** Whether the user has already sent the same text. */
  hasAsked = (message: AnyMessage): boolean => this.#known.has(textOf(message.parts));

  /** Whether there is no message yet. */
  isEmpty = true;

  remember(message: AnyMessage): void {
    this.isEmpty = false;
    if (message.role === 'user') this.#known.add(textOf(message.parts));
  }
}

/** The maximum number of messages to compare. */
const maxCompared = 500;

/** Nodes that write a person's answer are named after the person, or after the person's action. */
const ofPerson = /human|user|person|customer|client|input|feedback|approv|__start__/i;

/**
 * Whether a node wrote a message with a person's role. An agent forwards its text under the node’s name, or a node addresses
 * the next one with a user message, as reflecting agents do.
 */
export function isOfNode(message: AnyMessage, node: string, before: Updates, wasAsked: boolean): boolean {
  const names = message.parts.map(({ metadata }) =>
    metadata !== undefined && isRecord(metadata) ? metadata['name'] : undefined,
  );
  if (names.includes(node)) return true;
  const isNamed = names.some((name) => name !== undefined);
  // The first message is the input of the graph, and a message after a question to a person is the answer.
  return !isNamed && !wasAsked && !before.isEmpty && !ofPerson.test(node) && !before.hasAsked(message);
}

export const noteAgentAsUser = assumed(
  'langgraph/agent-as-user',
  '{# message} with a human role, written by a node of the graph: shown as the agent’s, not the user’s.',
);
