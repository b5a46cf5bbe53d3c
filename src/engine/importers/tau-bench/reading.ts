import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { ChatReading, MessageKind, MessageReading, Spot } from '../../importing/describing/chat-reading.ts';
import { fieldAt, fits, numberAt, textAt } from '../../importing/values/where.ts';
import { wordsIn } from '../../importing/content/reason-in.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';
import { noteNoTimes } from '../../importing/notes.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { opened } from '../../importing/values/written-value.ts';

const usual: MessageReading = {
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
};

/**
 * The strategies `act` and `react` of tau-bench have no calls: the model writes its action as JSON, and gets the result in the
 * user's role. https://github.com/sierra-research/tau-bench/blob/main/tau_bench/agents/chat_react_agent.py
 */
const inText: MessageReading = {
  ...usual,
  kind: (message) => (returnedIn(message) === undefined ? kinds.get(textAt(message, 'role') ?? '') : 'result'),
  text: (message) => saidIn(message) ?? fieldAt(message, 'content'),
  calls: { list: requestedIn, name: 'name', arguments: 'arguments' },
  results: { content: returnedIn, flag: (message) => returnedIn(message)?.startsWith('Error') },
};

/** Both versions in one: only the first has runs with a `traj`. */
export const reading: ChatReading = {
  messages: ({ messages }) => [
    messages.some(({ value }) => isRecord(value) && (returnedIn(value) ?? actionIn(value)) !== undefined)
      ? inText
      : usual,
  ],
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

const kinds: ReadonlyMap<string, MessageKind> = new Map([
  ['system', 'system'],
  ['user', 'input'],
  ['assistant', 'llm'],
]);

function actionIn(message: RecordValue): { readonly before: string; readonly action: RecordValue } | undefined {
  const text = message['role'] === 'assistant' ? (textAt(message, 'content') ?? '') : '';
  const at = text.lastIndexOf('Action:');
  const action = at === -1 ? null : opened(text.slice(at + 'Action:'.length).trim());
  if (!isRecord(action) || !fits(action, { name: 'text', arguments: 'record' })) return undefined;
  return { before: text.slice(0, at).trim(), action };
}

/** A message of the model to the user is an action, too. */
const isReply = (action: RecordValue): boolean => action['name'] === 'respond';

function saidIn(message: RecordValue): string | undefined {
  const found = actionIn(message);
  return found && (isReply(found.action) ? textAt(found.action, 'arguments.content') : found.before);
}

function requestedIn(message: RecordValue): readonly Value[] {
  const found = actionIn(message);
  return found === undefined || isReply(found.action) ? [] : [found.action];
}

function returnedIn(message: RecordValue): string | undefined {
  const text = message['role'] === 'user' ? (textAt(message, 'content') ?? '') : '';
  return /^API output: (.*)$/s.exec(text)?.[1];
}

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
      '{# message} in which the simulated user calls its own tools: not calls of the agent, so left out.',
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
    'The opening message is a fixed text without usage: it counts no tokens.',
  );
  return { prompt: 0, completion: 0 };
}
