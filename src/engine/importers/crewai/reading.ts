import type { RecordValue } from '../../model/value.ts';
import type { ChatReading, Spot } from '../../importing/describing/chat-reading.ts';
import { textOf } from '../../importing/content/content.ts';
import { counted, type ImportReport, lost } from '../../importing/import-report.ts';
import { outcomeOf } from '../../importing/messages/any-message-parts.ts';
import { readAnyMessage } from '../../importing/messages/any-message.ts';
import { actionIn } from '../../importing/messages/calls-in-text.ts';
import { emitMessage, type NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { DelegatedTask } from '../../importing/transcript/transcript.ts';
import { entriesAt, fieldAt, hasListAt, textAt } from '../../importing/values/where.ts';

/** Each task becomes an invocation of its agent. Its messages with the model, if recorded, become a separate context. */
export const reading: ChatReading = {
  messages: [
    {
      kind: { otherwise: 'call' },
      calls: {
        name: agentOf,
        arguments: ({ description = null, name, expected_output: expected }) => ({
          description,
          ...(typeof name === 'string' && { name }),
          ...(typeof expected === 'string' && { expected_output: expected }),
        }),
      },
      results: {
        outcome: (task, { place }) => ({
          outcome: 'ok',
          output: fieldAt(task, ['pydantic', 'json_dict', 'raw']),
          place: [...place, 'raw'],
        }),
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
      skipped: lost('crewai/task', (n) => `${counted(n, 'task')} of the crew could not be read.`),
    },
  ],
  session: {
    title: (_, { found }) => textAt(found.messages[0]?.value, 'description'),
    untitled: 'run of a crew',
    totals: { prompt: 'token_usage.prompt_tokens', completion: 'token_usage.completion_tokens' },
    recording: (crew): RecordValue => (hasListAt(crew, 'tasks_output') ? { raw: crew['raw'] ?? null } : {}),
    notes(_, report) {
      report.note(
        'assumed',
        'crewai/outcome',
        null,
        () => 'What a crew gives back does not say of its tasks whether they failed: each counts as successful.',
      );
      report.note(
        'lost',
        'crewai/no-input',
        null,
        () => 'The output of a crew holds the results of its tasks. The request and its time are not recorded.',
      );
    },
  },
};

function agentOf(task: RecordValue): string | undefined {
  return textAt(task, 'agent')?.trim();
}

/** The agent's messages with its model; only newer versions keep them. */
function workOf(value: RecordValue, { place, report, document }: Spot): DelegatedTask | undefined {
  const messages = entriesAt({ value, place }, 'messages');
  if (messages.length === 0) return undefined;
  const matcher = createCallMatcher(report);
  for (const one of messages) {
    const message = readAnyMessage(one.value, one.place, report, document.typeName);
    if (message !== undefined) emitMessage(withAction(message, report), matcher, report);
    else report.note('lost', 'import/message', one.place, (n) => `${counted(n, 'message')} could not be read.`);
  }
  return { id: `task-${Number(place.at(-1)) + 1}`, agent: agentOf(value) ?? '', place, entries: matcher.entries() };
}

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
