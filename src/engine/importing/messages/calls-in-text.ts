import type { Path } from '../../model/path.ts';
import { isList, isRecord, type Value } from '../../model/value.ts';
import type { ImportReport } from '../import-report.ts';
import { noteCallsInText, noteUnreadCall } from '../notes.ts';
import type { RequestedCall } from '../transcript/call-matcher.ts';
import { openArguments } from '../values/json-text.ts';
import { opened } from '../values/written-value.ts';

/** The calls that a model wrote as text, and the remaining text. */
export interface CallsInText {
  readonly said: string;
  readonly calls: readonly RequestedCall[];
  /** Calls that could not be read. */
  readonly unread: number;
}

/** The form of Hermes; a value that was cut off has no end. */
const tag = /<tool_call>([\s\S]*?)(?:<\/tool_call>|$)/g;

/** `<tool_call>{"name": …, "arguments": …}</tool_call>`; undefined if the text contains no call. */
export function taggedCalls(text: string, place: Path, report: ImportReport): CallsInText | undefined {
  const found = [...text.matchAll(tag)].map(([, written = '']) => writtenCalls(opened(written.trim()), place, report));
  if (found.length === 0) return undefined;
  noteCallsInText(place, report);
  return {
    said: text.replace(tag, '').trim(),
    calls: found.flatMap(({ calls }) => calls),
    unread: found.reduce((sum, { unread }) => sum + unread, 0),
  };
}

/** `{name, arguments}`, or a list of them. */
export function writtenCalls(value: Value, place: Path, report: ImportReport): Omit<CallsInText, 'said'> {
  const list = isList(value) ? [...value] : [value];
  const calls = list.flatMap((one): readonly RequestedCall[] => {
    const name = isRecord(one) ? one['name'] : undefined;
    if (!isRecord(one) || typeof name !== 'string') {
      noteUnreadCall(place, report);
      return [];
    }
    return [{ id: undefined, name, input: openArguments(one['arguments'], place, report), place }];
  });
  return { calls, unread: list.length - calls.length };
}

/** The form of ToolBench and CrewAI, from ReAct. */
const action = /(?:^|\n)Action:([^\n]*)\nAction Input: *([^]*)$/;

/** `Thought: …`, `Action: …`, `Action Input: …`; undefined if the text contains no call. */
export function actionIn(text: string, place: Path, report: ImportReport): CallsInText | undefined {
  const [whole, name, behind = ''] = action.exec(text) ?? [];
  if (whole === undefined || name === undefined || name.trim() === '') return undefined;
  noteCallsInText(place, report);
  const said = text
    .slice(0, text.length - whole.length)
    .replace(/^Thought: */, '')
    .trim();
  const input = openArguments(behind.trim(), place, report);
  return { said, calls: [{ id: undefined, name: name.trim(), input, place }], unread: 0 };
}
