import type { RecordValue, Value } from '../../model/value.ts';
import type { ChatReading, Spot } from '../../importing/describing/chat-reading.ts';
import { textOf } from '../../importing/content/content.ts';
import { type ImportReport, info, lost } from '../../importing/import-report.ts';
import { outcomeOf } from '../../importing/messages/any-message-parts.ts';
import { readAnyMessage } from '../../importing/messages/any-message.ts';
import { actionIn } from '../../importing/messages/calls-in-text.ts';
import { emitMessage, type NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { failed, refused } from '../../importing/transcript/call-ends.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { DelegatedTask } from '../../importing/transcript/transcript.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { elementsAt, entriesAt, factsAt, fieldAt, findAt, hasListAt, textAt } from '../../importing/values/where.ts';

/** Each task becomes an invocation of its agent. Its messages with the model, if recorded, become a separate context. */
export const reading: ChatReading = {
  messages: [
    {
      kind: { otherwise: 'call' },
      time: 'timestamp',
      calls: {
        name: agentOf,
        arguments: (task) =>
          factsAt(task, {
            description: ['description', 'task'],
            name: ['name', 'task_name'],
            expected_output: 'expected_output',
          }),
      },
      results: {
        outcome: (task, { place }) =>
          task['status'] === 'started'
            ? undefined
            : {
                outcome: 'ok',
                output: fieldAt(task, ['pydantic', 'json_dict', 'raw', 'output']),
                place: [...place, ...(findAt(task, ['raw', 'output'])?.path ?? [])],
              },
      },
      finish: (message, task, spot) => [
        {
          ...message,
          calls: message.calls?.map((call) => ({ ...call, to: 'agent', task: workOf(task, spot) })) ?? [],
        },
      ],
    },
    {
      shape: {},
      kind: { otherwise: 'skip' },
      skipped: lost('crewai/task', '{# task} of the crew could not be read.'),
    },
  ],
  session: {
    arrange: withoutStarts,
    title: (_, { found }) => textAt(found.messages[0]?.value, ['description', 'task']),
    untitled: 'run of a crew',
    totals: {
      prompt: ['token_usage.prompt_tokens', 'usage_metrics.prompt_tokens'],
      completion: ['token_usage.completion_tokens', 'usage_metrics.completion_tokens'],
    },
    recording: (crew): RecordValue => (hasListAt(crew, 'tasks_output') ? { raw: crew['raw'] ?? null } : {}),
    notes(_, report) {
      report.note(
        'assumed',
        'crewai/outcome',
        null,
        'The output of a crew does not record whether a task failed: each counts as successful.',
      );
      report.note(
        'lost',
        'crewai/no-input',
        null,
        'The output of a crew contains only the results of its tasks: the request and its time are not recorded.',
      );
    },
  },
};

function agentOf(task: RecordValue): string | undefined {
  return textAt(task, ['agent', 'agent_role'])?.trim();
}

/** In the log, a task that ended has two lines: the second has its result. */
function withoutStarts(lines: readonly Placed[]): readonly Placed[] {
  const keyOf = ({ value }: Placed) => `${textAt(value, 'task_name') ?? ''} ${textAt(value, 'task') ?? ''}`;
  const ended = new Map<string, number>();
  for (const line of lines.filter(({ value }) => textAt(value, 'status') === 'completed'))
    ended.set(keyOf(line), (ended.get(keyOf(line)) ?? 0) + 1);
  return lines.filter((line) => {
    const left = ended.get(keyOf(line)) ?? 0;
    if (textAt(line.value, 'status') !== 'started' || left === 0) return true;
    ended.set(keyOf(line), left - 1);
    return false;
  });
}

/** The agent's messages with its model; only newer versions keep them. */
function workOf(value: RecordValue, { place, report, document }: Spot): DelegatedTask | undefined {
  const messages = entriesAt({ value, place }, 'messages');
  if (messages.length === 0) return undefined;
  const recorded = new Set(elementsAt(value, 'tool_failures').map(messageOf));
  const matcher = createCallMatcher(report);
  for (const one of messages) {
    if (isOwnPrompt(one.value)) {
      noteOwnPrompt(one.place, report);
      continue;
    }
    const message = readAnyMessage(one.value, one.place, report, document.typeName);
    if (message !== undefined) emitMessage(withFailures(withAction(message, report), recorded), matcher, report);
    else report.note('lost', 'import/message', one.place, '{# message} could not be read.');
  }
  return {
    id: `task-${Number(place.at(-1) ?? 0) + 1}`,
    agent: agentOf(value) ?? '',
    place,
    entries: matcher.entries(),
  };
}

/**
 * After the result of a tool it asks the model to continue, and it demands a final answer after too many steps, as the model.
 * https://github.com/crewAIInc/crewAI/blob/main/lib/crewai/src/crewai/translations/en.json
 */
const isOwnPrompt = (message: Value): boolean =>
  /^Analyze the tool result\. If requirements are met, provide the Final Answer\.|Now it's time you MUST give your absolute best final answer\./.test(
    textAt(message, 'content') ?? '',
  );

const noteOwnPrompt = info('crewai/prompt', '{# prompt} that CrewAI itself wrote to the model: left out.');

/** The text that the agent sees of a failure: `tool_failure.py`, `as_agent_message`. */
function messageOf(record: Value): string {
  const code = textAt(record, 'failure.code') ?? '';
  return `${textAt(record, 'failure.message') ?? ''}${code === '' ? '' : ` (code: ${code})`}`;
}

/** A recorded failure, or one of CrewAI's own sentences in place of a result. */
function withFailures(message: NormalizedMessage, recorded: ReadonlySet<string>): NormalizedMessage {
  const results = message.results?.map((one) => {
    const words = one.result.outcome === 'ok' && typeof one.result.output === 'string' ? one.result.output.trim() : '';
    if (blocked.test(words)) return { ...one, result: { ...one.result, ...refused(words) } };
    const hasFailed = failures.some((one) => one.test(words)) || (words !== '' && recorded.has(words));
    return hasFailed ? { ...one, result: { ...one.result, ...failed(words) } } : one;
  });
  return results === undefined ? message : { ...message, results };
}

const blocked = /^Tool (?:execution blocked by hook|'.*' has reached its (?:maximum )?usage limit)/s;
const failures: readonly RegExp[] = [
  /^Error executing tool[:.] /,
  /^I encountered an error(?: while trying to use the tool\.|: )/,
  /^I tried reusing the same input, I must stop using this action input/,
  /^You tried to use the tool .*, but it doesn.t exist/s,
  /^Error: the Action Input is not a valid key, value dictionary/,
  /^Error: Failed to parse tool arguments as JSON: /,
  /^Error executing task with agent /,
  /^Tool not found$/,
];

/** CrewAI appends this label and the result to an action when it is done. */
const observed = '\nObservation:';

/**
 * Reads an answer of an agent whose model has no function calls: the model writes the call as text, and CrewAI appends the
 * result.
 * https://github.com/crewAIInc/crewAI/blob/main/lib/crewai/src/crewai/utilities/agent_utils.py
 */
function withAction(message: NormalizedMessage, report: ImportReport): NormalizedMessage {
  const { role, parts, calls = [], unread = 0, place } = message;
  if (role !== 'assistant' || calls.length + unread > 0) return message;
  const text = textOf(parts);
  const action = text.lastIndexOf('\nAction Input:');
  const end = action === -1 ? -1 : text.indexOf(observed, action);
  const found = actionIn(end === -1 ? text : text.slice(0, end), place, report);
  const [call] = found?.calls ?? [];
  if (found === undefined || call === undefined) return message;
  const said = found.said === '' ? [] : [{ mimeType: 'text/plain', text: found.said }];
  if (end === -1) return { ...message, parts: said, calls: found.calls };
  const observation = text.slice(end + observed.length).replace(/^ /, '');
  const mark = { id: undefined, name: call.name, place };
  const result = outcomeOf(observation, false, place, report);
  return { ...message, parts: said, calls: found.calls, results: [{ mark, result }] };
}
