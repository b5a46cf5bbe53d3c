import type { Path } from '../../model/path.ts';
import type { StateEntry } from '../../importing/transcript/transcript.ts';
import { elementsAt, fieldAt, textAt } from '../../importing/values/where.ts';
import type { Event, PlacedEvent } from './events.ts';

/** Facts that only a sample’s events record: its messages hold the conversation, but neither times nor tokens. */
export interface Facts {
  toolCall(id: string | undefined): Event | undefined;
  /** The approval event that stopped the call, if there was one. */
  refusal(id: string | undefined): Event | undefined;
  /** Changes of the store during this call; without an id, those before any call. */
  storeChanges(id: string | undefined): readonly StoreChange[];
  readonly limits: readonly Path[];
  /** Events that are not part of the conversation. */
  readonly others: readonly Path[];
  /** Names of the tools that the model could call in the sample's own conversation. */
  readonly offered: readonly string[];
}

export type StoreChange = Pick<StateEntry, 'state' | 'place'>;

export function factsOf(events: readonly PlacedEvent[], isHeard: (event: Event) => boolean): Facts {
  const offers: string[] = [];
  const tools = new Map<string, Event>();
  const refusals = new Map<string, Event>();
  const changes = new Map<string | undefined, StoreChange[]>();
  const limits: Path[] = [];
  const others: Path[] = [];
  let call: string | undefined;
  for (const { event, place } of events) {
    switch (event['event']) {
      case 'model':
        if (isHeard(event)) offers.push(...elementsAt(event, 'tools').flatMap((tool) => textAt(tool, 'name') ?? []));
        break;
      case 'tool':
        call = textAt(event, 'id');
        if (call !== undefined) tools.set(call, event);
        break;
      case 'approval': {
        const refused = textAt(event, 'call.id');
        if (refusing.has(textAt(event, 'decision') ?? '') && refused !== undefined) refusals.set(refused, event);
        break;
      }
      case 'store': {
        const state = changesIn(event);
        if (state.length > 0) changes.set(call, [...(changes.get(call) ?? []), { state, place }]);
        break;
      }
      case 'sample_limit':
        limits.push(place);
        break;
      // `recordingOf` already includes the score’s value.
      case 'score':
      case 'sample_init':
      case 'span_begin':
      case 'span_end':
      case 'step':
      case 'state':
        break;
      default:
        others.push(place);
    }
  }
  return {
    toolCall: (id) => (id === undefined ? undefined : tools.get(id)),
    refusal: (id) => (id === undefined ? undefined : refusals.get(id)),
    storeChanges: (id) => changes.get(id) ?? [],
    limits,
    others,
    offered: offers,
  };
}

const refusing = new Set(['reject', 'terminate', 'escalate']);

/**
 * Report only keys of the store that were set or removed as a whole; ignore changes inside a key’s value.
 * https://datatracker.ietf.org/doc/html/rfc6902
 */
function changesIn(event: Event): StoreChange['state'] {
  return elementsAt(event, 'changes').flatMap((change) => {
    const [op, path] = [textAt(change, 'op'), textAt(change, 'path')];
    if (op === undefined || path?.startsWith('/') !== true || path.indexOf('/', 1) !== -1) return [];
    const key = path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
    return [{ key, value: op === 'remove' ? undefined : fieldAt(change, 'value') }];
  });
}
