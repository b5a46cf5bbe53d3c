import type { Path } from '../../model/path.ts';
import type { Note } from '../../model/problem.ts';
import { isRecord, valueAt } from '../../model/value.ts';
import { contentText } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { offeredAt } from '../../importing/tools/offered-tools.ts';
import { noteUnlogged } from '../../importing/messages/request-log.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { cachedTokens } from '../../importing/messages/anthropic-blocks.ts';
import { recordedTokens } from '../../importing/transcript/transcript.ts';
import { createItemReader } from '../../importing/responses/response-items.ts';
import { isOfModel, type Batch, type Recording } from './shapes.ts';
import { countAt, recordAt, textAt } from '../../importing/values/where.ts';

export function titleOf({ batches, request }: Recording): string {
  for (const { items } of batches) {
    for (const value of items.slice(0, 20)) {
      const role = textAt(value, 'role');
      if (role === undefined || role === 'system' || role === 'developer') continue;
      const text = contentText(valueAt(value, ['content']));
      if (text.trim() !== '') return shortTitle(text);
    }
  }
  const response = batches.find((batch) => batch.response !== undefined)?.response?.body;
  return `response of ${textAt(response, 'model') ?? textAt(request, 'model') ?? 'a model'}`;
}

export function toSession(recording: Recording): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const reader = createItemReader(
    recording.batches.flatMap(({ items }) => items),
    matcher,
    report,
  );
  const known = new Set(recording.batches.map((batch) => textAt(batch.response?.body, 'id')));
  for (const [index, batch] of recording.batches.entries()) {
    const { response } = batch;
    // The new items of a later request are not the model's output, unless the log lacks their response.
    if (index > 0 && response === undefined) {
      const answer = batch.items.findIndex(isOfModel);
      if (answer !== -1) noteUnlogged(batch.placeOf(answer), report);
    }
    const at = response && readInstant(response.body['created_at'], [...response.place, 'created_at'], report);
    const [input, output] = ['input', 'output'].map((side) => countAt(response?.body, `usage.${side}_tokens`));
    for (const side of [batch.request, response])
      if (side !== undefined) matcher.addTools(offeredAt({ value: side.body, place: side.place }, 'tools'));
    reader.begin(at, recordedTokens(input, output, cachedTokens(response?.body['usage'])));
    batch.items.forEach((item, index) => reader.item(item, batch.placeOf(index)));
    reader.end(response?.place ?? []);
    if (response !== undefined) noteResponse(response, known, report);
  }
  noteRecording(recording, report);
  return toTaskSession(
    {
      title: titleOf(recording),
      importer: 'openai-responses',
      model:
        recording.batches.map(({ response }) => textAt(response?.body, 'model')).find((model) => model !== undefined) ??
        textAt(recording.request, 'model'),
      declared: [],
      recording: {},
      entries: matcher.entries(),
    },
    report,
  );
}

/** `known`: ids of the responses that the session contains. */
function noteResponse(
  { body, place }: NonNullable<Batch['response']>,
  known: ReadonlySet<string | undefined>,
  report: ImportReport,
): void {
  const failure = recordAt(body, 'error');
  if (failure !== undefined) {
    const text = (textAt(failure, 'message') ?? textAt(failure, 'code') ?? 'no message').slice(0, 300);
    report.note('info', 'openai-responses/error', [...place, 'error'], () => `The response failed: “${text}”.`);
  }
  const lack = recordAt(body, 'incomplete_details');
  if (lack !== undefined) {
    const message = `The response is incomplete: ${textAt(lack, 'reason') ?? 'no reason given'}.`;
    report.note('info', 'openai-responses/incomplete', [...place, 'incomplete_details'], () => message);
  }
  const earlier = textAt(body, 'previous_response_id');
  if (earlier !== undefined && !known.has(earlier)) {
    report.note(
      'lost',
      'openai-responses/earlier',
      [...place, 'previous_response_id'],
      '{# response} that {continues|continue} an earlier one that is not in the file.',
    );
  }
}

function noteRecording({ reversed, hasMore, cutOff, batches }: Recording, report: ImportReport): void {
  const note = (severity: Note['severity'], name: string, place: Path | null, message: string) =>
    report.note(severity, `openai-responses/${name}`, place, () => message);
  if (reversed)
    note('assumed', 'newest-first', ['data'], 'The newest item of the list is first: it is read in reverse order.');
  if (hasMore) note('lost', 'has-more', ['has_more'], 'The list states that it has more items than the file contains.');
  if (cutOff) {
    const message = 'The stream ends before its last event: its usage is missing, and its last text may be.';
    note('repaired', 'cut-off', null, message);
  }
  if (!batches.some(({ items }) => items.some((item) => isRecord(item) && item['role'] === 'user')))
    note('lost', 'no-input', null, 'The file contains only the model’s side: its input is not recorded.');
}
