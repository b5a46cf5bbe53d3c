import * as v from 'valibot';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { noteUnlogged } from '../../importing/transcript/unlogged-exchange.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { type RecordedTokens, tokensTold } from '../../importing/transcript/transcript.ts';
import { Item } from '../../importing/responses/response-item.ts';
import type { Response } from './format.ts';
import { createItemReader } from '../../importing/responses/response-items.ts';
import type { Batch } from './batch.ts';
import { isOfModel } from './growing-requests.ts';
import type { Recording } from './shapes.ts';

export function titleOf({ batches, request }: Recording): string {
  for (const { items } of batches) {
    for (const value of items.slice(0, 20)) {
      const item = v.safeParse(Item, value);
      if (!item.success || item.output.role === undefined) continue;
      if (item.output.role === 'system' || item.output.role === 'developer') continue;
      const text = textOf(readContent(item.output.content, [], createImportReport()));
      if (text.trim() !== '') return shortTitle(text);
    }
  }
  const response = batches.find((batch) => batch.response !== undefined)?.response?.body;
  return `response of ${response?.model ?? request?.model ?? 'a model'}`;
}

export function toSession(recording: Recording): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const reader = createItemReader(
    recording.batches.flatMap(({ items }) => items),
    matcher,
    report,
  );
  const known = new Set(recording.batches.map((batch) => batch.response?.body.id));
  for (const [index, batch] of recording.batches.entries()) {
    const { response } = batch;
    // The new items of a later request are not the model's output, unless the log lacks their response.
    if (index > 0 && response === undefined) {
      const answer = batch.items.findIndex(isOfModel);
      if (answer !== -1) noteUnlogged(batch.placeOf(answer), report);
    }
    const at = response && readInstant(response.body.created_at, [...response.place, 'created_at'], report);
    reader.begin(at, response && tokensOf(response.body));
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
        recording.batches.find((batch) => batch.response?.body.model !== undefined)?.response?.body.model ??
        recording.request?.model,
      declared: declaredIn(recording),
      recording: {},
      entries: matcher.entries(),
    },
    report,
  );
}

function tokensOf({ usage }: Response): RecordedTokens | undefined {
  return tokensTold(usage?.input_tokens, usage?.output_tokens);
}

/** Functions of the request, and the tools that the MCP servers listed. */
function declaredIn({ batches, request }: Recording): string[] {
  const names: Value[] = [];
  const add = (tools: readonly Value[] | undefined) => {
    for (const tool of tools ?? []) if (isRecord(tool)) names.push(tool['name'] ?? null);
  };
  add(request?.tools);
  for (const { items, response } of batches) {
    add(response?.body.tools);
    for (const item of items) {
      if (isRecord(item) && item['type'] === 'mcp_list_tools' && Array.isArray(item['tools'])) add(item['tools']);
    }
  }
  return names.filter((name) => typeof name === 'string');
}

/** `known`: ids of the responses that the session contains. */
function noteResponse(
  { body, place }: NonNullable<Batch['response']>,
  known: ReadonlySet<string | undefined>,
  report: ImportReport,
): void {
  if (body.error !== undefined) {
    const text = body.error.message ?? body.error.code ?? 'no message';
    report.note(
      'info',
      'openai-responses/error',
      [...place, 'error'],
      () => `The response failed: “${text.slice(0, 300)}”.`,
    );
  }
  if (body.incomplete_details !== undefined) {
    const { reason } = body.incomplete_details;
    const where = [...place, 'incomplete_details'];
    report.note(
      'info',
      'openai-responses/incomplete',
      where,
      () => `The response is incomplete: ${reason ?? 'no reason given'}.`,
    );
  }
  if (body.previous_response_id !== undefined && !known.has(body.previous_response_id)) {
    report.note(
      'lost',
      'openai-responses/earlier',
      [...place, 'previous_response_id'],
      (n) => `${counted(n, 'response')} goes on from an earlier one that is not in the file.`,
    );
  }
}

function noteRecording({ reversed, hasMore, cutOff, batches }: Recording, report: ImportReport): void {
  if (reversed) {
    report.note(
      'assumed',
      'openai-responses/newest-first',
      ['data'],
      () => 'The list has its newest item first; it is read from its end.',
    );
  }
  if (hasMore) {
    report.note(
      'lost',
      'openai-responses/has-more',
      ['has_more'],
      () => 'The list says that there are more items than the file holds.',
    );
  }
  if (cutOff) {
    report.note(
      'repaired',
      'openai-responses/cut-off',
      null,
      () => 'The stream ends before its last event: its usage is missing, and what is said last may be.',
    );
  }
  if (!batches.some(({ items }) => items.some(isInput))) {
    report.note(
      'lost',
      'openai-responses/no-input',
      null,
      () => 'The file holds the model’s side only: what it was asked is not recorded.',
    );
  }
}

const isInput = (item: Value): boolean => isRecord(item) && item['role'] === 'user';
