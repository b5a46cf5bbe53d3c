import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';
import type { Approvals } from './approvals.ts';

/** An item as the Responses API spells it, and where the file has it. */
export interface PlacedItem {
  readonly item: Value;
  readonly place: Path;
}

/** One answer of the model: its items, as in `PlacedItem`, and what they cost. */
export interface ModelAnswer {
  readonly output: readonly Value[];
  readonly tokens: RecordedTokens | undefined;
}

/** One run of an agent, in whichever form the SDK for Python or the one for JavaScript wrote it. */
export interface Run {
  /** What the run was given, which may hold answers of earlier runs. */
  readonly input: readonly PlacedItem[];
  readonly generated: readonly PlacedItem[];
  readonly answers: readonly ModelAnswer[];
  readonly approvals: Approvals;
  readonly agent: string | undefined;
  /** All agents that made items, in the order of their first. */
  readonly agents: readonly string[];
  /** The context object of the program. */
  readonly own: { readonly value: Value; readonly place: Path } | undefined;
  readonly conversation: string | null;
  readonly schema: string | null;
  /** Keys that hold anything and are not read. */
  readonly unreadKeys: readonly string[];
  readonly unreadItems: readonly Path[];
}

/** Ids by which an item and its answer are known; what a call returned shares the id of the call, and is none of the model's. */
export function idsOf(item: Value): readonly string[] {
  if (!isRecord(item)) return [];
  const { id, call_id, type } = item;
  if (typeof type === 'string' && type.endsWith('_output')) return [];
  return [call_id, id].filter((one): one is string => typeof one === 'string' && !placeholders.has(one));
}

/** Both SDKs give an item of Chat Completions such an id, all of them the same. */
const placeholders = new Set(['__fake_id__', 'FAKE_ID']);
