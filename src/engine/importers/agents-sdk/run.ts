import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';
import type { Approvals } from './approvals.ts';

/** An item in the Responses API's spelling, and its place in the file. */
export interface PlacedItem {
  readonly item: Value;
  readonly place: Path;
}

/** One response of the model: its items, spelled as in `PlacedItem`, and its tokens. */
export interface ModelAnswer {
  readonly output: readonly Value[];
  readonly tokens: RecordedTokens | undefined;
}

/** One run of an agent, read from any form of the Python or JavaScript SDK. */
export interface Run {
  /** Input of the run, which may contain responses of earlier runs. */
  readonly input: readonly PlacedItem[];
  readonly generated: readonly PlacedItem[];
  readonly answers: readonly ModelAnswer[];
  readonly approvals: Approvals;
  readonly agent: string | undefined;
  /** All agents that made items, in the order of their first item. */
  readonly agents: readonly string[];
  /** The context object of the program. */
  readonly own: { readonly value: Value; readonly place: Path } | undefined;
  readonly conversation: string | null;
  readonly schema: string | null;
  /** Non-empty keys that are not read. */
  readonly unreadKeys: readonly string[];
  readonly unreadItems: readonly Path[];
}

/** Ids that match an item to its model response. Outputs have none: they share the call's id, but the model did not make them. */
export function idsOf(item: Value): readonly string[] {
  if (!isRecord(item)) return [];
  const { id, call_id, type } = item;
  if (typeof type === 'string' && type.endsWith('_output')) return [];
  return [call_id, id].filter((one): one is string => typeof one === 'string' && !placeholders.has(one));
}

/** Both SDKs give every item of Chat Completions such an id. */
const placeholders = new Set(['__fake_id__', 'FAKE_ID']);
