import { toJson } from '../../model/json.ts';
import { isRecord } from '../../model/value.ts';
import type { AnyMessage } from '../../importing/messages/any-message.ts';
import { textOf } from '../../importing/content/content.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { Placed } from './moments.ts';

/**
 * What the updates of a graph's nodes add. A node writes new messages, also ones that say the same as before; but some write
 * the end of the conversation, or all of it, once more.
 */
export class Updates {
  readonly #told: string[] = [];
  readonly #known = new Set<string>();

  /** Of the messages of an update, how many at its beginning repeat what was told; what is new is remembered. */
  repeated(messages: readonly Placed[]): number {
    const keys = messages.map(({ value }) => toJson(value));
    // A message alone is a new one.
    const isWhole = keys.length > 1 && keys[0] === this.#told[0];
    const count = isWhole ? this.#whole(keys) : this.#end(keys);
    for (const key of keys.slice(count)) this.#told.push(key);
    return count;
  }

  #end(keys: readonly string[]): number {
    for (let count = Math.min(keys.length - 1, this.#told.length, most); count > 0; count--) {
      const from = this.#told.length - count;
      if (keys.slice(0, count).every((key, index) => key === this.#told[from + index])) return count;
    }
    return 0;
  }

  /** As far as an update has the whole conversation in its order, from which some leave messages out. */
  #whole(keys: readonly string[]): number {
    let from = 0;
    const index = keys.findIndex((key) => {
      const at = this.#told.indexOf(key, from);
      from = at + 1;
      return at === -1;
    });
    return index === -1 ? keys.length : index;
  }

  /** Whether the user has said the words before. */
  hasAsked = (message: AnyMessage): boolean => this.#known.has(textOf(message.parts));

  /** Whether nobody has said anything. */
  isEmpty = true;

  heard(message: AnyMessage): void {
    this.isEmpty = false;
    if (message.role === 'user') this.#known.add(textOf(message.parts));
  }
}

/** More messages are not compared. */
const most = 500;

/** Nodes that write what a person answered are named after the person, or after what the person does. */
const ofPerson = /human|user|person|customer|client|input|feedback|approv|__start__/i;

/**
 * Whether a message of a person was written by a node: an agent hands its words on under the node’s name, or a node puts what
 * it has to say to the next one into a person’s mouth, as reflecting agents do.
 */
export function isOfNode(message: AnyMessage, node: string, before: Updates, wasAsked: boolean): boolean {
  const names = message.parts.map(({ metadata }) =>
    metadata !== undefined && isRecord(metadata) ? metadata['name'] : undefined,
  );
  if (names.includes(node)) return true;
  const isNamed = names.some((name) => name !== undefined);
  // What comes first is what the graph was asked, and what follows a question to a person is the answer.
  return !isNamed && !wasAsked && !before.isEmpty && !ofPerson.test(node) && !before.hasAsked(message);
}

export const noteAgentAsUser = ({ place }: AnyMessage, report: ImportReport): void =>
  report.note(
    'assumed',
    'langgraph/agent-as-user',
    place,
    (n) => `${counted(n, 'message')} of a person that a node of the graph wrote: the agent’s words, not the user’s.`,
  );
