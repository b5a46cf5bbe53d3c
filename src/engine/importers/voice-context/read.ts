import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import type { Document } from '../../readers/document.ts';
import type { SessionEntry, Read } from '../../importing/importer.ts';
import { claimOf, Dispatch, StatusEvent } from './format.ts';
import { fromExport, titleOfExport } from './from-export.ts';
import { fromDispatch, fromStatus, titleOfDispatch, titleOfStatus } from './from-status.ts';
import type { PlacedStatus, CallWebhooks } from './from-status.ts';
import { oneOrMany } from '../../importing/values/elements.ts';

export const read: Read = (document) => ok({ sessions: entriesOf(document) });

/** Webhooks of one call become one session, at the position of the first webhook. */
function entriesOf(document: Document): readonly SessionEntry[] {
  const calls = new Map<string, [PlacedStatus, ...PlacedStatus[]]>();
  const found = oneOrMany(document.value).flatMap(({ value, place }) => {
    const status = v.safeParse(StatusEvent, value);
    if (!status.success) return [() => entryOf(value, place, document)];
    const one = { event: status.output, place };
    const call = calls.get(status.output.data.call_id);
    if (call !== undefined) {
      call.push(one);
      return [];
    }
    const webhooks: [PlacedStatus, ...PlacedStatus[]] = [one];
    calls.set(status.output.data.call_id, webhooks);
    return [() => statusEntry(webhooks)];
  });
  return found.map((make) => make());
}

const statusEntry = (webhooks: CallWebhooks): SessionEntry => ({
  title: titleOfStatus(webhooks),
  system: 'voice',
  open: () => ok(fromStatus(webhooks)),
});

function entryOf(value: Value, place: Path, document: Document): SessionEntry {
  if (claimOf(value, document) === 'no' || !isRecord(value)) return unreadable(place);
  const dispatch = v.safeParse(Dispatch, value);
  if (dispatch.success) {
    const title = titleOfDispatch(dispatch.output);
    return { title, system: 'voice', open: () => ok(fromDispatch(dispatch.output, place)) };
  }
  return { title: titleOfExport(value), system: 'voice', open: () => ok(fromExport(value, place)) };
}

/** An unreadable entry stays in the list, so that the others keep their numbers. */
const unreadable = (place: Path): SessionEntry => ({
  title: 'unreadable entry',
  system: 'voice',
  open: () =>
    err({
      code: 'import/malformed',
      message: `${place.length === 0 ? 'This' : `Entry ${place.join('.')} of this file`} is no context of a voice call: none of its namespaces is an object.`,
    }),
});
