import type { SessionFacts } from '../../model/history-builder.ts';
import { isRecord, type Value } from '../../model/value.ts';
import type { AdkEvent } from './event.ts';
import type { AdkHeader } from './header.ts';
import type { SessionEvent } from './session-event.ts';

/** A longer path is an attack or a mistake: the rest beyond this depth stays one name. */
const maxDepth = 64;

/**
 * Maps branches to the nodes of a run. Each branch is a node, and so is every part of its path, even if no event names
 * it. The root has the branch of its context, usually the empty one. By the documented rule, paths start with the root
 * agent's name, which means the root itself rather than a child. In a recording without branches (the field is null or
 * missing), each agent but the first has a node of its own below the root.
 */
export class Branches {
  readonly #root: string;
  readonly #documentedRoot: string | undefined;
  readonly #seen = new Set<string>();
  /** The agent that speaks in the root, where events have no branch; undefined until the first agent speaks. */
  #rootSpeaker: string | undefined;

  constructor({ context, dialect }: AdkHeader, rootAgent: string | undefined) {
    this.#rootSpeaker = rootAgent;
    this.#root = textOr(context?.['branch'], '');
    this.#documentedRoot = dialect === 'documented' && this.#root === '' ? rootAgent : undefined;
  }

  /** The id of a branch's node; undefined for the root. */
  node(branch: string): string | undefined {
    return branch === '' || branch === this.#root || branch === this.#documentedRoot ? undefined : branch;
  }

  /** The node in which an event happened. */
  nodeOf(event: SessionEvent): string | undefined {
    return typeof event['branch'] === 'string' ? this.node(event['branch']) : this.#nodeOfSpeaker(event);
  }

  #nodeOfSpeaker(event: SessionEvent): string | undefined {
    const speaker = speakerOf(event);
    if (speaker === undefined) return undefined;
    this.#rootSpeaker ??= speaker;
    return speaker === this.#rootSpeaker || speaker === '' ? undefined : speaker;
  }

  /** The nodes that this event names first, parents before children. */
  *newIn(event: AdkEvent): IterableIterator<SessionFacts['nodes'][number]> {
    const branch = branchOf(event);
    if (branch === undefined) return yield* this.#newSpeaker(event);
    if (this.#seen.has(branch)) return;
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

  *#newSpeaker(event: AdkEvent): IterableIterator<SessionFacts['nodes'][number]> {
    if (event.type !== 'event-appended' && event.type !== 'event-yielded') return;
    const id = this.#nodeOfSpeaker(event.event);
    if (id === undefined || this.#seen.has(id)) return;
    this.#seen.add(id);
    yield { id, parent: undefined, title: id };
  }
}

const spoken = new Set<Value | undefined>(['agent_message', 'tool_response', 'agent_start', 'agent_end']);

/** The agent that an event belongs to; undefined for events of the user and for those without an agent. */
export function speakerOf({ type, agent_name, author }: SessionEvent): string | undefined {
  if (!spoken.has(type)) return undefined;
  const name = textOr(agent_name, '') || textOr(author, '');
  return name === 'user' ? undefined : name;
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

/** The agent of the root: named by the context, or the first agent that a recording shows in the root. */
export function rootAgentOf({ context, dialect }: AdkHeader, events: readonly AdkEvent[]): string | undefined {
  const named = context?.['agent_name'];
  if (typeof named === 'string') return named;
  const root = textOr(context?.['branch'], '');
  for (const event of events) {
    if (event.type !== 'event-appended' && event.type !== 'event-yielded') continue;
    if (textOr(event.event['branch'], '') !== root) continue;
    const name = speakerOf(event.event);
    if (name === '') break;
    if (name !== undefined) return name;
  }
  return dialect === 'documented' ? firstSegment(events) : undefined;
}

/** By the documented rule, every path starts with the root agent. */
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

/** The branch that a session's event names; an event without one happened in the root. */
export const eventBranch = (event: { readonly [key: string]: Value }): string =>
  isRecord(event) ? textOr(event['branch'], '') : '';
