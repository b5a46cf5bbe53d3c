import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { ChatReading, Spot } from '../../importing/describing/chat-reading.ts';
import { numberAt, textAt } from '../../importing/values/where.ts';
import { wordsIn } from '../../importing/content/reason-in.ts';
import { counted } from '../../importing/import-report.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';
import { noteNoTimes } from '../../importing/notes.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';
import { elementsOf } from '../../importing/values/elements.ts';

/** Both versions in one: only the first has runs with a `traj`. */
export const reading: ChatReading = {
  messages: {
    kind: { field: 'role', values: { system: 'system', user: 'input', assistant: 'llm', tool: 'result' } },
    text: 'content',
    calls: {
      list: 'tool_calls',
      id: 'id',
      name: ['function.name', 'name'],
      arguments: ['function.arguments', 'arguments'],
    },
    results: { id: ['tool_call_id', 'id'], name: 'name', content: 'content', flag: isError },
    time: 'timestamp',
    tokens: tokensIn,
    finish: withoutUserTools,
  },
  session: {
    name: (run, spot) => (isFirstVersion(run) ? titleOfRun(run) : titleOfSimulation(run, spot)),
    user: 'info.task.user_id',
    model: (_, { document }) => textAt(document.value, 'info.agent_info.llm'),
    startedAt: 'start_time',
    recording: (run, spot) => (isFirstVersion(run) ? factsOfRun(run) : factsOfSimulation(run, spot)),
    lastNotes({ holder }, report) {
      if (isFirstVersion(holder.value)) noteNoTimes(report);
    },
  },
};

const isFirstVersion = (run: Value): boolean => isRecord(run) && 'traj' in run;

const titleOfRun = (run: RecordValue): string =>
  `tau-bench task ${numberAt(run, 'task_id')}, trial ${numberAt(run, 'trial') ?? 0}, reward ${numberAt(run, 'reward')}`;

const factsOfRun = (run: RecordValue): RecordValue => ({
  benchmark: 'tau-bench',
  task_id: numberAt(run, 'task_id') ?? null,
  trial: numberAt(run, 'trial') ?? 0,
  reward: numberAt(run, 'reward') ?? null,
});

function titleOfSimulation(run: RecordValue, spot: Spot): string {
  const { domain, task_id, trial, reward } = factsOfSimulation(run, spot);
  const task = `${domain ?? 'tau2-bench'} task ${task_id}`;
  return `${task}${trial === null ? '' : `, trial ${trial}`}${reward === null ? '' : `, reward ${reward}`}`;
}

const factsOfSimulation = (run: RecordValue, { document }: Spot) => ({
  benchmark: 'tau2-bench',
  domain: textAt(document.value, 'info.environment_info.domain_name') ?? null,
  task_id: textAt(run, 'task_id') ?? numberAt(run, 'task_id') ?? null,
  trial: numberAt(run, 'trial') ?? null,
  reward: numberAt(run, 'reward_info.reward') ?? null,
  termination_reason: textAt(run, 'termination_reason') ?? null,
  agent_cost: numberAt(run, 'agent_cost') ?? null,
  duration: numberAt(run, 'duration') ?? null,
});

/** In tau2-bench the simulated user has tools as well. A message that only calls these never reaches the agent. */
function withoutUserTools(message: NormalizedMessage, record: RecordValue, { place, report }: Spot) {
  const isUser = message.role === 'user';
  if (isUser && elementsOf(record['tool_calls'] ?? null).length > 0) {
    report.note(
      'info',
      'tau-bench/user-calls',
      place,
      (n) =>
        `${counted(n, 'message')} in which the simulated user calls tools of its own: not the agent’s doing, so left out.`,
    );
  }
  const isLeftOut = isUser ? (record['content'] ?? null) === null : record['requestor'] === 'user';
  return isLeftOut ? [] : [message];
}

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | tau-bench: the result's text starts with `Error` (the environment writes `Error: …`; there is no other sign) | errored |
 * | tau2-bench: `error: true` on the tool message | errored |
 * | anything else | successful |
 *
 * Neither format can record a stopped call: no call is restricted.
 */
function isError({ content, error }: RecordValue, { found }: Spot): boolean {
  return isFirstVersion(found.holder.value) ? wordsIn(content).startsWith('Error') : error === true;
}

/** The greeting that opens every conversation is a fixed text: no usage, and a recorded cost of nothing. */
function tokensIn(message: RecordValue, { place, report }: Spot): RecordedTokens | undefined {
  const tokens = tokensOf(message['usage']);
  if (tokens !== undefined || numberAt(message, 'cost') !== 0) return tokens;
  report.note(
    'assumed',
    'tau-bench/scripted-message',
    place,
    () => 'The opening message cost nothing and has no usage: it is a fixed text, and counts no tokens.',
  );
  return { prompt: 0, completion: 0 };
}
