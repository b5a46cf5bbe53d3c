import * as v from 'valibot';
import { unreachable } from '../../../base/unreachable.ts';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { outcomeOf } from '../../importing/messages/any-message-parts.ts';
import { noteUnreadMessage } from '../../importing/transcript/conversation-entry.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { Placed } from '../../importing/values/one-or-many.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { NormalizedMessage } from '../../importing/transcript/normalized-message.ts';
import { opened } from '../../importing/values/written-value.ts';
import { Entry, NamedResult, speakerOf } from './format.ts';

export function readMessage(placed: Placed, report: ImportReport): readonly NormalizedMessage[] {
  const { place } = placed;
  const parsed = v.safeParse(Entry, placed.value);
  const speaker = parsed.success ? speakerOf(parsed.output.from) : undefined;
  if (!parsed.success || speaker === undefined) {
    noteUnreadMessage(placed, report);
    return [];
  }
  const { value: text } = parsed.output;
  switch (speaker) {
    case 'system':
      return [{ role: 'system', parts: [], place }];
    case 'user':
      return [{ role: 'user', parts: partsOf(text), place }];
    case 'assistant':
      return [answerOf(text, place, report)];
    case 'call':
      return [{ role: 'assistant', parts: [], ...callsIn(opened(text), place, report), place }];
    case 'result':
      return resultsOf(text, place, report);
    default:
      return unreachable(speaker);
  }
}

const partsOf = (text: string) => (text.trim() === '' ? [] : [{ mimeType: 'text/plain', text }]);

/** Of Hermes; a value that was cut off has no end. */
const tag = /<tool_call>([\s\S]*?)(?:<\/tool_call>|$)/g;
/** Of ToolBench, which has all of an answer as text. */
const action = /(?:^|\n)Action:([^\n]*)\nAction Input: *([^]*)$/;

function answerOf(text: string, place: Path, report: ImportReport): NormalizedMessage {
  const tagged = [...text.matchAll(tag)];
  if (tagged.length > 0) {
    noteInText(place, report);
    const found = tagged.map(([, written = '']) => callsIn(opened(written.trim()), place, report));
    const calls = found.flatMap((one) => one.calls);
    const unread = found.reduce((sum, one) => sum + one.unread, 0);
    return { role: 'assistant', parts: partsOf(text.replace(tag, '').trim()), calls, unread, place };
  }
  const [whole, name, written] = action.exec(text) ?? [];
  if (whole === undefined || name === undefined || name.trim() === '')
    return { role: 'assistant', parts: partsOf(text), place };
  noteInText(place, report);
  const said = text
    .slice(0, text.length - whole.length)
    .replace(/^Thought: */, '')
    .trim();
  const input = openArguments(written, place, report);
  return {
    role: 'assistant',
    parts: partsOf(said),
    calls: [{ id: undefined, name: name.trim(), input, place }],
    place,
  };
}

/** `{name, arguments}`, or a list of them. */
function callsIn(
  value: Value,
  place: Path,
  report: ImportReport,
): { readonly calls: readonly RequestedCall[]; readonly unread: number } {
  const list = isList(value) ? [...value] : [value];
  const calls = list.flatMap((one): readonly RequestedCall[] => {
    const name = isRecord(one) ? one['name'] : undefined;
    if (!isRecord(one) || typeof name !== 'string') {
      report.note('lost', 'import/call', place, (n) => `${counted(n, 'call')} could not be read.`);
      return [];
    }
    return [{ id: undefined, name, input: openArguments(one['arguments'], place, report), place }];
  });
  return { calls, unread: list.length - calls.length };
}

const noteInText = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'import/calls-in-text',
    place,
    (n) => `${counted(n, 'answer')} held the model’s calls as text: read as calls.`,
  );

const response = /<tool_response>([\s\S]*?)(?:<\/tool_response>|$)/g;

/**
 * | in a result | outcome |
 * | --- | --- |
 * | ToolBench: a record with `response` and an `error` that is not empty | errored, with its words |
 * | anything else | successful, whatever its text says |
 */
function resultsOf(text: string, place: Path, report: ImportReport): readonly NormalizedMessage[] {
  const tagged = [...text.matchAll(response)].map(([, written = '']) => written.trim());
  const written = tagged.length > 0 ? tagged : [text];
  const results = written.map((one) => {
    const value = opened(one);
    const named = tagged.length > 0 ? v.safeParse(NamedResult, value) : undefined;
    if (named?.success === true) {
      const { name, content } = named.output;
      return { mark: { id: undefined, name, place }, result: outcomeOf(content, false, place, report) };
    }
    const mark = { id: undefined, name: undefined, place };
    const error = isRecord(value) && 'response' in value ? value['error'] : undefined;
    if (typeof error === 'string' && error !== '') {
      return { mark, result: { outcome: 'error', output: undefined, reason: error } as const };
    }
    return { mark, result: outcomeOf(one, false, place, report) };
  });
  report.note(
    'assumed',
    'sharegpt/outcome',
    place,
    () => 'Results do not say whether a call failed, but for those of ToolBench: all others count as successful.',
  );
  return [{ role: 'results', parts: [], results, place }];
}
