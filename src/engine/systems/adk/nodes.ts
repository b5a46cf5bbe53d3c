import type { SessionFacts } from '../../model/history-builder.ts';
import { isRecord, type Value } from '../../model/value.ts';
import type { AdkEvent } from './event.ts';
import type { AdkHeader } from './header.ts';

/** A longer path is an attack or a mistake: what is beyond stays one name. */
const maxDepth = 64;

/**
 * The contexts of a run by their branches: each branch is a node, and so is every part of its path, whether or not
 * an event names it. The root has the branch that its context has (an empty one, as a rule); by the documented rule
 * paths start with the root agent's name, which is the root again and no child of it.
 */
export class Branches {
  readonly #root: string;
  readonly #documentedRoot: string | undefined;
  readonly #seen = new Set<string>();

  constructor({ context, dialect }: AdkHeader, rootAgent: string | undefined) {
    this.#root = textOr(context?.['branch'], '');
    this.#documentedRoot = dialect === 'documented' && this.#root === '' ? rootAgent : undefined;
  }

  /** The id of a branch's node; undefined for the root. */
  node(branch: string): string | undefined {
    return branch === '' || branch === this.#root || branch === this.#documentedRoot ? undefined : branch;
  }

  /** The nodes that an event is the first to name, parents first. */
  *newIn(event: AdkEvent): IterableIterator<SessionFacts['nodes'][number]> {
    const branch = branchOf(event);
    if (branch === undefined || this.#seen.has(branch)) return;
    let parent: string | undefined;
    let from = 0;
    for (let depth = 1; from <= branch.length; depth++) {
      const dot = depth < maxDepth ? branch.indexOf('.', from) : -1;
      const end = dot === -1 ? branch.length : dot;
      const id = branch.slice(0, end);
      if (this.node(id) !== undefined) {
        if (!this.#seen.has(id)) yield { id, parent, title: branch.slice(from, end) || id };
        this.#seen.add(id);
        parent = id;
      }
      from = end + 1;
    }
  }
}

function branchOf(event: AdkEvent): string | undefined {
  switch (event.type) {
    case 'context-derived':
      return event.branch;
    case 'context-created':
      return textOr(event.fields['branch'], undefined);
    case 'event-appended':
    case 'event-yielded':
    case 'event-pushed':
    case 'event-streamed':
      return textOr(event.event['branch'], undefined);
    default:
      return undefined;
  }
}

/** The agent that speaks in the root: as the context has it, or the first that a recording shows there. */
export function rootAgentOf({ context, dialect }: AdkHeader, events: readonly AdkEvent[]): string | undefined {
  const named = context?.['agent_name'];
  if (typeof named === 'string') return named;
  const root = textOr(context?.['branch'], '');
  for (const event of events) {
    if (event.type !== 'event-appended' && event.type !== 'event-yielded') continue;
    const { type, branch, agent_name, author } = event.event;
    if (type === 'user_message' || textOr(branch, '') !== root) continue;
    const name = textOr(agent_name, '') || textOr(author, '');
    if (name !== '') return name;
  }
  return dialect === 'documented' ? firstSegment(events) : undefined;
}

/** By the documented rule every path starts with the root agent. */
function firstSegment(events: readonly AdkEvent[]): string | undefined {
  for (const event of events) {
    const branch = branchOf(event);
    if (branch !== undefined && branch !== '') return branch.split('.', 1)[0];
  }
  return undefined;
}

export function textOr<T>(value: Value | undefined, otherwise: T): string | T {
  return typeof value === 'string' ? value : otherwise;
}

/** The branch that a session's event names; what names none happened in the root. */
export const eventBranch = (event: { readonly [key: string]: Value }): string =>
  isRecord(event) ? textOr(event['branch'], '') : '';
