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
  /** How many webhooks told of it. */
  readonly told: number;
}

/** Begins what somebody says in such a text. */
export const speaker = /^(Agent|User|Transfer Target): ?/gm;

/** How many elements of a list are looked at before it is believed. */
const sample = 20;

export const isWebhookLog = (told: readonly Value[]): boolean =>
  told.length > 0 && told.slice(0, sample).every(isOwnWebhook);

export function isOwnWebhook(value: Value): boolean {
  const webhook = v.safeParse(Webhook, value);
  if (!webhook.success || !webhook.output.event.startsWith('call_')) return false;
  const { agent_id, call_type, call_status } = webhook.output.call;
  return (agent_id ?? call_type ?? call_status) !== undefined;
}

export function callIn(value: Value, at: Path = []): Found | undefined {
  const told = v.safeParse(Webhook, value);
  const own = told.success ? undefined : v.safeParse(Call, value);
  const call = told.success ? told.output.call : own?.success === true ? own.output : undefined;
  if (call === undefined) return undefined;
  const place: Path = told.success ? [...at, 'call'] : at;
  for (const key of ['transcript_with_tool_calls', 'transcript_object'] as const) {
    const entries = call[key];
    if (entries !== undefined && v.is(Entry, entries[0]))
      return { call, place, entries, entriesPlace: [...place, key], text: undefined, told: 1 };
  }
  const { transcript: text = '', agent_id, call_type, call_status } = call;
  const isOwn = text.search(speaker) === 0 && (agent_id ?? call_type ?? call_status) !== undefined;
  if (isOwn) return { call, place, entries: [], entriesPlace: [...place, 'transcript'], text, told: 1 };
  return undefined;
}
