import { isRecord, type Value, isList, Unknown, type RecordValue } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { entriesAt, fits, recordAt, textAt, findAt } from '../../importing/values/where.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import type { ChatReading, FoundConversation, Spot } from '../../importing/describing/chat-reading.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import { noteNoTimes } from '../../importing/notes.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';

const facts =
  'suite_name pipeline_name user_task_id injection_task_id attack_type injections error utility security duration evaluation_timestamp benchmark_version agentdojo_package_version'.split(
    ' ',
  );

const reading: ChatReading = {
  messages: {
    kind: { field: 'role', values: { system: 'system', user: 'input', assistant: 'llm', tool: 'result' } },
    text: 'content',
    // The id is null, empty or the same for many calls, depending on the provider.
    calls: { list: 'tool_calls', id: 'id', name: 'function', arguments: 'args' },
    results: {
      id: 'tool_call_id',
      repeats: { name: 'tool_call.function', arguments: 'tool_call.args' },
      outcome: outcomeOf,
    },
  },
  session: {
    name: titleOf,
    untitled: 'messages of an AgentDojo run',
    model: 'pipeline_name',
    // The benchmark's own evaluation: rules cannot see it, but users want to.
    recording: Object.fromEntries(facts.map((name) => [name, name])),
    lastNotes: noteRun,
  },
};

function titleOf(run: RecordValue): string | undefined {
  const suite = textAt(run, 'suite_name');
  if (suite === undefined) return undefined;
  const [type, task] = [textAt(run, 'attack_type'), textAt(run, 'injection_task_id') ?? ''];
  const attack = type === undefined ? '' : `, ${type} ${task}`.trimEnd();
  return `${suite} ${textAt(run, 'user_task_id') ?? ''}${attack} (${textAt(run, 'pipeline_name') ?? ''})`;
}

/** https://github.com/ethz-spylab/agentdojo/blob/main/src/agentdojo/agent_pipeline/pi_detector.py */
const withheld = '<Data omitted because a prompt injection was detected>';

/**
 * | in the tool message | outcome | output |
 * | --- | --- | --- |
 * | `error` is a text | errored | that text |
 * | the content is the fixed sentence of an injection detector | restricted: the tool ran, the result was withheld | not recorded |
 * | anything else | successful | the text; AgentDojo writes YAML-like text, never JSON, so it stays text |
 */
function outcomeOf(message: RecordValue, { place, report }: Spot): CallResult {
  const error = textAt(message, 'error') ?? '';
  if (error !== '') return { outcome: 'error', output: undefined, reason: error };
  const { content } = message;
  if (isReturned(content)) return { outcome: 'ok', output: content };
  const text = textOf(readContent(content, [...place, 'content'], report));
  if (text.trim() !== withheld) return { outcome: 'ok', output: text };
  const reason = 'a detector found an injection and withheld the result';
  return { outcome: 'blocked_after', output: undefined, reason };
}

/** A record, a number or a list of them, as a function returned it. */
function isReturned(content: Value | undefined): boolean {
  if (content === undefined || typeof content === 'string' || content instanceof Unknown) return false;
  if (!isList(content)) return true;
  const parts = [...content];
  return parts.length === 0 || !parts.every((part) => isRecord(part) && part['type'] === 'text');
}

function noteRun({ holder: { value: run } }: FoundConversation, report: ImportReport): void {
  const [type, error] = [textAt(run, 'attack_type'), textAt(run, 'error')];
  const security = findAt(run, 'security')?.value;
  // An aborted run is recorded as `security: true` although the attack achieved nothing.
  if (type !== undefined && typeof security === 'boolean' && error === undefined) {
    const outcome = security ? 'reached its goal (“security” is true)' : 'did not reach its goal (“security” is false)';
    report.note('info', 'agentdojo/attack', ['security'], () => `The attack “${type}” ${outcome}.`);
  }
  if (error !== undefined) {
    report.note('info', 'agentdojo/aborted', ['error'], () => `The run was aborted: “${error.slice(0, 300)}”.`);
  }
  noteNoTimes(report);
}

/**
 * A run of AgentDojo, a benchmark for prompt injection: one user task, mostly with an attack hidden in tool results.
 * https://github.com/ethz-spylab/agentdojo/blob/main/src/agentdojo/logging.py
 */
export const agentdojo = chatImporter({
  id: 'agentdojo',
  title: 'AgentDojo run',
  turns: ['', 'messages'],
  message: { role: ['system', 'user', 'assistant', 'tool'] },
  // A run is recognised by the fields around its messages; messages copied without them, by their own fields.
  find({ value }) {
    const isRun = fits(value, { suite_name: 'text', pipeline_name: 'text', user_task_id: 'text', messages: 'list' });
    const holder = { value, place: [] };
    const messages = entriesAt(holder, isRun ? 'messages' : '');
    const isOwn = isRun || messages.slice(0, 40).some((message) => isOwnMessage(message.value));
    return isOwn ? [{ holder, messages }] : [];
  },
  reading,
});

/**
 * Messages in a form that only AgentDojo writes: a call has its arguments under `args`, and a result repeats the whole
 * call.
 */
function isOwnMessage(message: Value): boolean {
  if (!isRecord(message)) return false;
  if (message['role'] === 'tool') return isCall(recordAt(message, 'tool_call') ?? null);
  return textAt(message, 'role') === 'assistant' && elementsOf(message['tool_calls'] ?? null).some(isCall);
}

const isCall = (call: Value): boolean => fits(call, { function: 'text', args: 'record' });
