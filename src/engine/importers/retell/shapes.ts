import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { Call, Entry, Webhook } from './format.ts';

export interface Found {
  readonly call: Call;
  readonly place: Path;
  /** The richest telling of what was said. */
  readonly entries: readonly Value[];
  readonly entriesPlace: Path;
  /** The transcript as one text, where nothing else was kept of what was said. */
  readonly text: string | undefined;
}

/** Begins what somebody says in such a text. */
export const speaker = /^(Agent|User|Transfer Target): ?/gm;

export function callIn(value: Value): Found | undefined {
  const told = v.safeParse(Webhook, value);
  const own = told.success ? undefined : v.safeParse(Call, value);
  const call = told.success ? told.output.call : own?.success === true ? own.output : undefined;
  if (call === undefined) return undefined;
  const place: Path = told.success ? ['call'] : [];
  for (const key of ['transcript_with_tool_calls', 'transcript_object'] as const) {
    const entries = call[key];
    if (entries !== undefined && v.is(Entry, entries[0]))
      return { call, place, entries, entriesPlace: [...place, key], text: undefined };
  }
  const { transcript: text = '', agent_id, call_type, call_status } = call;
  const isOwn = text.search(speaker) === 0 && (agent_id ?? call_type ?? call_status) !== undefined;
  if (isOwn) return { call, place, entries: [], entriesPlace: [...place, 'transcript'], text };
  return undefined;
}
