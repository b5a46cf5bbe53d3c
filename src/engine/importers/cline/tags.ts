import { textBetween } from '../../../base/scan.ts';
import { openJson } from '../../model/json-text.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { textOf, type Part } from '../../importing/content/content.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { wordsIn } from '../../importing/content/reason-in.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { noteReasoning } from '../../importing/notes.ts';
import { failed, refused } from '../../importing/transcript/call-ends.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { fieldAt, fits, textAt } from '../../importing/values/where.ts';

/** The words that Cline and Roo Code write around texts, calls and results in `api_conversation_history.json`. */

/** Ways to end an answer, written as tools: their text is what the user reads. */
const spoken = /^(?:attempt_completion|plan_mode_respond|ask_followup_question|new_task)$/;
const spokenTags = ['result', 'response', 'question', 'context'];
const opening = /^<(?<name>[a-z]+(?:_[a-z]+)+)>$/m;

/** Reads the messages of one conversation in order: the answer to a question names only the question's id. */
export function tagReader(): (message: NormalizedMessage, report: ImportReport) => NormalizedMessage {
  const questions = new Set<string>();
  return (message, report) =>
    message.role === 'assistant'
      ? withSpokenCalls(withWrittenCalls(withoutThoughts(message, report)), questions)
      : withAnswers(withWrittenResult(message), questions);
}

/** The text of a call that ends an answer is said to the user. */
function withSpokenCalls(message: NormalizedMessage, questions: Set<string>): NormalizedMessage {
  const { calls = [], parts } = message;
  const said: Part[] = [];
  const others = calls.filter((call) => {
    const words = spoken.test(call.name) ? textAt(call.input, spokenTags) : undefined;
    if (words === undefined) return true;
    said.push(...part(words.trim()));
    if (call.id !== undefined) questions.add(call.id);
    return false;
  });
  return others.length === calls.length ? message : { ...message, calls: others, parts: [...parts, ...said] };
}

/** The result of such a call is the user's reply. */
function withAnswers(message: NormalizedMessage, questions: ReadonlySet<string>): NormalizedMessage {
  const { results = [], parts } = message;
  const isReply = (id: string | undefined) => id !== undefined && questions.has(id);
  const replies = results.filter(({ mark }) => isReply(mark.id));
  if (replies.length === 0) return message;
  const said = replies.flatMap(({ result: { outcome, output } }) => {
    const text = outcome === 'ok' ? wordsIn(output) : '';
    return part(feedbackIn(text) ?? text);
  });
  const others = results.filter(({ mark }) => !isReply(mark.id));
  const isSilent = said.length + parts.length + others.length === 0;
  return { ...message, role: isSilent ? 'results' : message.role, results: others, parts: [...said, ...parts] };
}

/** Models without reasoning of their own write it into the text. */
function withoutThoughts(message: NormalizedMessage, report: ImportReport): NormalizedMessage {
  const text = textOf(message.parts);
  const thought = text.startsWith('<thinking>') ? textBetween(text, '<thinking>', '</thinking>') : undefined;
  if (thought === undefined) return message;
  noteReasoning(message.place, report);
  const rest = text.slice('<thinking></thinking>'.length + thought.length).trim();
  return { ...message, parts: part(rest), isReasoning: true };
}

/** The elements at the beginning of a body, one after the other. */
function parametersIn(body: string): RecordValue {
  const found: [string, string][] = [];
  for (let rest = body.trimStart(); ;) {
    const key = /^<(?<key>\w{1,60})>/.exec(rest)?.groups?.['key'];
    const value = key === undefined ? undefined : textBetween(rest, `<${key}>`, `</${key}>`);
    if (key === undefined || value === undefined) return Object.fromEntries(found);
    found.push([key, value.trim()]);
    rest = rest.slice(2 * key.length + 5 + value.length).trimStart();
  }
}

/** Models without calls of their own write them as XML at the end of their answer. */
function withWrittenCalls(message: NormalizedMessage): NormalizedMessage {
  const { calls = [], parts, place } = message;
  if (calls.length > 0) return message;
  const said: string[] = [];
  const written: RequestedCall[] = [];
  for (let rest = textOf(parts); ;) {
    const match = opening.exec(rest);
    const name = match?.groups?.['name'];
    const body =
      match === null || name === undefined
        ? undefined
        : textBetween(rest.slice(match.index), `<${name}>`, `</${name}>`);
    if (match === null || name === undefined || body === undefined) {
      if (said.length + written.length === 0) return message;
      return { ...message, parts: [...said, rest.trim()].flatMap(part), calls: written };
    }
    said.push(rest.slice(0, match.index).trim());
    const words = spokenTags.map((tag) => textBetween(body, `<${tag}>`, `</${tag}>`)).find((one) => one !== undefined);
    if (spoken.test(name)) said.push((words ?? body).trim());
    else written.push({ id: undefined, name, input: parametersIn(body), place });
    rest = rest.slice(match.index + 2 * name.length + 5 + body.length);
  }
}

export const part = (text: string): readonly Part[] => (text === '' ? [] : [{ text }]);

/** `[read_file for 'a.ts'] Result:` and the rest of its line. The quoted part may have several lines. */
function resultHead(text: string): { readonly name: string; readonly length: number } | undefined {
  const name = /^\[(\w+)/.exec(text)?.[1];
  const end = text.indexOf('] Result:');
  if (name === undefined || end === -1) return undefined;
  const between = text.slice(1 + name.length, end);
  if (!between.startsWith(" for '") && /[\]\n]/.test(between)) return undefined;
  const line = text.indexOf('\n', end);
  return { name, length: line === -1 ? text.length : line + 1 };
}

/** A result follows its heading, in the same text or in the next one; the program's own words come last. */
function withWrittenResult(message: NormalizedMessage): NormalizedMessage {
  const own = message.parts.flatMap(withoutReminder);
  const first = own[0]?.['text'];
  const head = typeof first === 'string' ? resultHead(first) : undefined;
  if (typeof first !== 'string' || head === undefined) {
    const isReminder = own.length === 0 && message.parts.length > 0 && (message.results ?? []).length === 0;
    return { ...message, role: isReminder ? 'results' : message.role, parts: own.map(withoutWrapping) };
  }
  const { name, length } = head;
  const said = textOf([{ text: first.slice(length) }, ...own.slice(1)]).trim();
  if (spoken.test(name)) return { ...message, parts: part(feedbackIn(said) ?? said) };
  const result = {
    mark: { id: undefined, name, place: message.place },
    result: endingIn(said) ?? { outcome: 'ok', output: said },
  };
  return { ...message, parts: [], results: [...(message.results ?? []), result] };
}

/** The user's words in the result of a question; undefined when they are not marked. */
function feedbackIn(text: string): string | undefined {
  const open = /<(?:feedback|answer|user_message)>/.exec(text);
  if (open === null) return undefined;
  const rest = text.slice(open.index + open[0].length);
  const end = rest.search(/<\/(?:feedback|answer|user_message)>/);
  return end === -1 ? undefined : rest.slice(0, end).trim();
}

const reminders = ['<environment_details>', '[ERROR] You did not use a tool', '[TASK RESUMPTION]'];

/** Texts of the program: the state of the editor, and reminders, which may hold a message of the user. */
function withoutReminder(one: Part): readonly Part[] {
  const text = one['text'];
  const reminder = typeof text === 'string' ? reminders.find((start) => text.startsWith(start)) : undefined;
  if (typeof text !== 'string' || reminder === undefined) return [one];
  return reminder === '[TASK RESUMPTION]' ? part(feedbackIn(text) ?? '') : [];
}

/** A text that is wholly in one element, such as the task. */
function withoutWrapping(one: Part): Part {
  const text = one['text'];
  if (typeof text !== 'string') return one;
  const trimmed = text.trimEnd();
  const [open = '', name = ''] =
    /^<(task|user_message|user_input|feedback|answer)(?: mode="\w{1,20}")?>/.exec(trimmed) ?? [];
  if (open === '' || !trimmed.endsWith(`</${name}>`)) return one;
  const inner = trimmed.slice(open.length, -name.length - 3);
  return { ...one, text: inner.replace(/^\n/, '').replace(/\n$/, '') };
}

/** How a call ended, if its result says so in Cline's or Roo Code's words; other results are read as they are. */
export const readResult = (result: RecordValue): CallResult | undefined =>
  endingOfParts(result['content']) ?? endingIn(wordsIn(result['content']));

/** Newer versions of Cline say of each command or file how it went, in a list or as text. */
function endingOfParts(content: Value = null): CallResult | undefined {
  const written = typeof content === 'string' && content.startsWith('{"query":"') ? [openJson(content)] : content;
  const failed = elementsOf(written).find(
    (part) => fits(part, { query: 'text' }) && fieldAt(part, 'success') === false,
  );
  if (failed === undefined) return undefined;
  return { outcome: 'error', output: content, reason: textAt(failed, 'error') ?? 'the tool says that it failed' };
}

/**
 * https://github.com/cline/cline/blob/main/apps/vscode/src/core/prompts/responses.ts
 * https://github.com/RooCodeInc/Roo-Code/blob/main/src/core/prompts/responses.ts
 */
function endingIn(text: string): CallResult | undefined {
  if (text.startsWith('The user denied this operation') || isDenial.test(text)) return refused(text);
  if (text.startsWith('The tool execution failed with the following error:')) {
    const error = (textBetween(text, '<error>', '</error>') ?? text).trim();
    return isForbidden(error) ? refused(error) : failed(error);
  }
  return text.startsWith('{"status":"') ? endingOf(openJson(text)) : undefined;
}

/** Newer versions of Cline: https://github.com/cline/cline/blob/main/apps/vscode/src/sdk/tool-approval-denial.ts */
const isDenial =
  /^(?:\{"error":")?(?:User denied the tool execution|The user denied this edit\.|Tool execution was cancelled because the user|Tool \\?"\w{1,100}\\?" (?:was (?:not approved|denied by user)|is disabled by policy|requires approval but no approval)|Denied by (?:\w{1,20} ){0,2}user)/;

const isForbidden = (error: string): boolean =>
  error.startsWith('Command execution blocked by CLINE_COMMAND_PERMISSIONS') ||
  /^Access to .{1,4096} is blocked by the \.clineignore file settings/.test(error);

/** Roo Code's own errors: a tool of the user's may answer with a status, too. */
const rooErrors = new Set<Value>([
  'The tool execution failed',
  'Invalid JSON argument',
  'Tool does not exist on server',
  'Server is not configured',
]);

function endingOf(written: Value): CallResult | undefined {
  if (!isRecord(written)) return undefined;
  const { status, message = null, error, feedback } = written;
  const words = [error, feedback, message].find((one) => typeof one === 'string');
  const reason = typeof words === 'string' ? words : 'the user denied it';
  if (status === 'denied') return refused(reason);
  if (status !== 'error') return undefined;
  if (message === 'Access blocked by .rooignore') return refused(reason);
  return rooErrors.has(message) ? failed(reason) : undefined;
}
