import { withoutEnd } from '../../../base/scan.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { ChatReading, MessageKind, Spot } from '../../importing/describing/chat-reading.ts';
import { textOf } from '../../importing/content/content.ts';
import { wordsIn } from '../../importing/content/reason-in.ts';
import { counted, info } from '../../importing/import-report.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { refused, withExitCode } from '../../importing/transcript/call-ends.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { countAt, recordAt, textAt } from '../../importing/values/where.ts';

export const reading: ChatReading = {
  messages: [
    {
      shape: { type: 'text', 'content.uuid': 'text' },
      kind: { otherwise: 'skip' },
      skipped: info('ag2/event', '{# event} about the run itself: left out.'),
    },
    {
      // The results of the calls of the message before; only the printed output has their names. The content repeats them,
      // unless the user wrote it in place of running the calls.
      shape: { tool_responses: 'list' },
      kind: { field: 'role', values: { user: 'input', assistant: 'input' }, otherwise: 'result', absent: 'result' },
      text: 'content',
      results: { list: 'tool_responses', id: 'tool_call_id', name: 'name', outcome: outcomeOf },
    },
    {
      kind: kindOf,
      text: 'content',
      // Until 2023: one call without an id, answered by a `function` message.
      calls: {
        list: ['tool_calls', 'function_call'],
        id: 'id',
        name: ['function.name', 'name'],
        arguments: ['function.arguments', 'arguments'],
      },
      results: { id: 'tool_call_id', name: resultNameIn, outcome: outcomeOf },
      speaker: (message, spot) => (isInput(message, spot) ? undefined : textAt(message, 'name')),
      skipped: info('ag2/auto-reply', '{# empty reply|# empty replies} that only kept the chat going: left out.'),
      finish: withCodeRun,
    },
  ],
  session: {
    untitled: 'chat of AG2 agents',
    model: (result) => (modelsIn(result).length === 1 ? modelsIn(result)[0]?.[0] : undefined),
    totals: { prompt: [sumOf('prompt_tokens')], completion: [sumOf('completion_tokens')] },
    recording: (result) => Object.fromEntries(Object.entries(result).filter(([key]) => key !== 'chat_history')),
    notes(_, report) {
      report.note(
        'assumed',
        'ag2/sides',
        null,
        'The first speaker is assumed to be the user, all others to be models: the recorded roles depend on the agent whose memory was exported.',
      );
      report.note('info', 'import/no-times', null, 'The messages of AG2 have no times.');
    },
  },
};

/** The first speaker speaks for the user; all others answer with a model, unless they only return results. */
function kindOf(message: RecordValue, spot: Spot): MessageKind {
  const { role, content } = message;
  if (role === 'system') return 'system';
  if (role === 'tool' || role === 'function' || executionIn(message) !== undefined) return 'result';
  if (!isInput(message, spot)) return 'llm';
  return wordsIn(content).trim() === '' ? 'skip' : 'input';
}

/**
 * The name identifies the speaker; without a name the role does, since it is the same for all messages of one of two
 * agents.
 */
function isInput(message: RecordValue, { found }: Spot): boolean {
  if ((message['tool_calls'] ?? message['function_call'] ?? null) !== null) return false;
  const opening = openingOf(found.messages);
  const [name, first] = [textAt(message, 'name'), textAt(opening, 'name')];
  return name === first && (name !== undefined || textAt(message, 'role') === textAt(opening, 'role'));
}

const openings = new WeakMap<Spot['found']['messages'], Value | undefined>();

/** The first message that is no instruction; found once for all messages. */
function openingOf(messages: Spot['found']['messages']): Value | undefined {
  if (!openings.has(messages)) {
    openings.set(messages, messages.find(({ value }) => isRecord(value) && value['role'] !== 'system')?.value);
  }
  return openings.get(messages);
}

/** Code is not requested by a call: an agent that receives a message with code executes it. */
function withCodeRun(message: NormalizedMessage, _: RecordValue, { place, found, report }: Spot) {
  const next = found.messages[Number(place.at(-1)) + 1]?.value;
  if (message.role !== 'assistant' || executionIn(next) === undefined) return [message];
  report.note(
    'assumed',
    'ag2/code',
    place,
    (n) =>
      `${counted(n, 'execution')} of code that a message held: shown as ${n === 1 ? 'a call' : 'calls'} of “${codeExecution}”.`,
  );
  const call = { id: undefined, name: codeExecution, input: codeIn(textOf(message.parts)), place };
  return [{ ...message, calls: [...(message.calls ?? []), call] }];
}

/** For each model its tokens; an answer from a cache counts as a model's answer, too. */
const modelsIn = (result: Value): readonly (readonly [string, Value])[] =>
  Object.entries(recordAt(result, 'cost.usage_including_cached_inference') ?? {}).filter(([, spent]) =>
    isRecord(spent),
  );

/** The tokens of all models together. */
function sumOf(key: string) {
  return (result: Value): number | undefined => {
    const counts = modelsIn(result).map(([, spent]) => countAt(spent, key));
    return counts.length === 0 || counts.includes(undefined)
      ? undefined
      : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  };
}

/** A result has the name of its function only in a `function` message. */
function resultNameIn(message: RecordValue): string | undefined {
  if (message['role'] === 'function') return textAt(message, 'name');
  return message['role'] === 'tool' ? undefined : codeExecution;
}

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | a response that begins with `Error: `, as AG2 writes an exception of a function, or an unknown function |  errored, with that text |
 * | `USER INTERRUPTED`: the user wrote something instead | restricted |
 * | an exit code that is not 0 | errored, with the output of the code |
 * | anything else | successful |
 */
function outcomeOf(message: RecordValue): CallResult {
  const { content } = message;
  const execution = executionIn(message);
  if (execution !== undefined && message['role'] !== 'tool') return execution;
  if (content === 'USER INTERRUPTED') return refused('the user wrote a message in place of running the call');
  if (typeof content === 'string' && content.startsWith('Error: '))
    return { outcome: 'error', output: undefined, reason: content };
  return { outcome: 'ok', output: content };
}

/** The name under which the execution of code is shown; AG2 has none for it. */
const codeExecution = 'execute_code_blocks';

/** The message of an agent after it has executed the code of the previous message: the exit code and the output. */
const executed = /^exitcode: (-?\d+) \((?:execution succeeded|execution failed)\)\nCode output: ?\n?/;

function executionIn(message: Value | undefined): CallResult | undefined {
  const text = textAt(message, 'content') ?? '';
  const match = executed.exec(text);
  if (match === null) return undefined;
  return withExitCode({ outcome: 'ok', output: text.slice(match[0].length) }, Number(match[1]));
}

/** The code blocks of a text, as AG2 finds them: `{language, code}`. */
function codeIn(text: string): RecordValue {
  const blocks: Value[] = [];
  for (let start = text.indexOf(fence); start !== -1;) {
    const line = text.indexOf('\n', start + fence.length);
    const end = line === -1 ? -1 : text.indexOf(fence, line + 1);
    if (end === -1) break;
    const [, language = ''] = /^[ \t]*(\w*)/.exec(text.slice(start + fence.length, line)) ?? [];
    blocks.push({ language, code: withoutEnd(text.slice(line + 1, end), /[ \t]/).replace(/\n$/, '') });
    start = text.indexOf(fence, end + fence.length);
  }
  return { code_blocks: blocks };
}

const fence = '```';
