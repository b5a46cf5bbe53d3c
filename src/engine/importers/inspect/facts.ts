import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import type { PlacedEvent } from './events.ts';
import { Change, Choice, type Event } from './format.ts';

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

export interface StoreChange {
  readonly state: readonly { readonly key: string; readonly value: Value | undefined }[];
  readonly place: Path;
}

export function factsOf(events: readonly PlacedEvent[], isHeard: (event: Event) => boolean): Facts {
  const offers: string[] = [];
  const tools = new Map<string, Event>();
  const refusals = new Map<string, Event>();
  const changes = new Map<string | undefined, StoreChange[]>();
  const limits: Path[] = [];
  const others: Path[] = [];
  let call: string | undefined;
  for (const { event, place } of events) {
    switch (event.event) {
      case 'model':
        if (isHeard(event)) offers.push(...(event.tools ?? []).flatMap(nameIn));
        break;
      case 'tool':
        call = event.id;
        if (call !== undefined) tools.set(call, event);
        break;
      case 'approval':
        if (event.decision !== undefined && refusing.has(event.decision) && event.call?.id !== undefined) {
          refusals.set(event.call.id, event);
        }
        break;
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

/** The id of the message in a model’s answer. */
export function answerIn({ output }: Event): string | undefined {
  const choice = v.safeParse(Choice, output?.choices?.[0]);
  return choice.success ? choice.output.message.id : undefined;
}

/** Why a model ended its answer. */
export function endOf(event: Event | undefined): string | undefined {
  const choice = v.safeParse(Choice, event?.output?.choices?.[0]);
  return choice.success ? choice.output.stop_reason : undefined;
}

function nameIn(tool: Value): readonly string[] {
  const name = isRecord(tool) ? tool['name'] : undefined;
  return typeof name === 'string' ? [name] : [];
}

const refusing = new Set(['reject', 'terminate', 'escalate']);

/** Report only keys of the store that were set or removed as a whole; ignore changes inside a key’s value. */
function changesIn({ changes }: Event): StoreChange['state'] {
  return (changes ?? []).flatMap((value) => {
    const change = v.safeParse(Change, value);
    if (!change.success) return [];
    const { op, path, value: written } = change.output;
    const key = path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
    if (!path.startsWith('/') || path.indexOf('/', 1) !== -1) return [];
    return op === 'remove' ? [{ key, value: undefined }] : [{ key, value: written }];
  });
}
