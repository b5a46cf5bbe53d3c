import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { Webhook } from './format.ts';
import { callIn, isOwnWebhook, isWebhookLog, type Found } from './shapes.ts';

/** A call, what a webhook tells of one, or several webhooks, one after the other, of which some may tell of the same call. */
export function callsIn(value: Value): readonly Found[] {
  const told = elementsOf(value);
  if (isWebhookLog(told)) return [...byCall(told).values()];
  const one = callIn(value) ?? (isOwnWebhook(value) ? toldBy(value, []) : undefined);
  return one === undefined ? [] : [one];
}

/** What a later webhook says of a call goes before what an earlier one said; the transcript is that of the last with one. */
function byCall(webhooks: readonly Value[]): ReadonlyMap<string, Found> {
  const calls = new Map<string, Found>();
  webhooks.forEach((value, index) => {
    const found = toldBy(value, [index]);
    if (found === undefined) return;
    const known = calls.get(found.call.call_id);
    if (known === undefined) return calls.set(found.call.call_id, found);
    const isSilent = found.entries.length === 0 && found.text === undefined;
    const { entries, entriesPlace, text } = isSilent ? known : found;
    const call = { ...known.call, ...found.call };
    return calls.set(call.call_id, { call, place: found.place, entries, entriesPlace, text, told: known.told + 1 });
  });
  return calls;
}

/** Also of a call that has just begun. */
function toldBy(value: Value, place: Path): Found | undefined {
  const webhook = v.safeParse(Webhook, value);
  if (!webhook.success) return undefined;
  const where = [...place, 'call'];
  const silent = {
    call: webhook.output.call,
    place: where,
    entries: [],
    entriesPlace: where,
    text: undefined,
    told: 1,
  };
  return callIn(value, place) ?? silent;
}
