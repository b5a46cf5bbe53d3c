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
}

export function callIn(value: Value): Found | undefined {
  const told = v.safeParse(Webhook, value);
  const own = told.success ? undefined : v.safeParse(Call, value);
  const call = told.success ? told.output.call : own?.success === true ? own.output : undefined;
  if (call === undefined) return undefined;
  const place: Path = told.success ? ['call'] : [];
  for (const key of ['transcript_with_tool_calls', 'transcript_object'] as const) {
    const entries = call[key];
    if (entries !== undefined && v.is(Entry, entries[0]))
      return { call, place, entries, entriesPlace: [...place, key] };
  }
  return undefined;
}
