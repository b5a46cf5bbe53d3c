import { offeredAt } from '../../importing/tools/offered-tools.ts';
import { isRecord, valueAt, type Value } from '../../model/value.ts';
import { readContent, type Part } from '../../importing/content/content.ts';
import { type ImportReport, info, notesOf } from '../../importing/import-report.ts';
import { answersInPieces, turnOf } from '../../importing/journal/answers-in-pieces.ts';
import type { JournalRecord, Meanings, TimedRecord } from '../../importing/journal/journal.ts';
import { noteReasoning, noteSystem, noteUnreadMessage } from '../../importing/notes.ts';
import { cachedTokens } from '../../importing/messages/anthropic-blocks.ts';
import type { CallMatcher, RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { recordedTokens, type RecordedTokens } from '../../importing/transcript/transcript.ts';
import { countAt, fieldAt, numberAt, recordAt, textAt } from '../../importing/values/where.ts';
import { finalWords, inputOf, withoutBookkeeping, writtenInput } from './inputs.ts';
import { heldBack, outcomeOf, waits } from './outcomes.ts';
import type { Recording } from './shapes.ts';
import { createSpending } from './spending.ts';

const programNote = (form: Recording['form']) => {
  const what = form === 'old' ? 'settings, recalled knowledge, empty observations' : 'pauses, condensations, hooks';
  return info('openhands/program', `{# event} about the program itself (${what}): left out.`);
};

const notes = notesOf('openhands', {
  lost: {
    acp: '{# record} of tool calls by an agent outside OpenHands (connected by ACP): left out.',
  },
  info: {
    compacted: 'The conversation was compacted {once|# times}: the model no longer saw all of its earlier part.',
    finish: '{# use} of “finish” shown as a message of the agent; the observation, which repeats it, is left out.',
    state: '{# update} of the whole state: left out.',
  },
});

/**
 * Events of OpenHands up to 1.0 are actions, and observations of their results. Since then, OpenHands is built on the software
 * agent SDK, whose events have a `kind`.
 * https://github.com/OpenHands/OpenHands/blob/main/openhands/events/serialization/event.py
 * https://github.com/OpenHands/software-agent-sdk/tree/main/openhands-sdk/openhands/sdk/event
 */
export function describeEvents(
  form: Recording['form'],
  records: readonly JournalRecord[],
  matcher: CallMatcher,
  report: ImportReport,
): Meanings {
  const observed = new Set(records.map(({ value }) => value['cause']));
  const noteProgram = ({ place }: Pick<TimedRecord, 'place'>) => programNote(form)(place, report);
  const answers = answersInPieces((answer) => matcher.addModelTurn(turnOf(answer), answer.calls));
  const spending = createSpending(matcher, answers, report);
  /** The id of the latest answer, and of the latest one with tokens. */
  let latest: string | undefined;
  let counted: string | undefined;

  /** The log has one event for each call of an answer; these events share the answer's id. */
  const answered = (
    { at, place }: TimedRecord,
    { id, tokens, model }: AnswerFacts,
    parts: readonly Part[],
    call: RequestedCall | undefined,
  ) => {
    if (id === undefined || id !== latest) answers.close();
    const isFirst = answers.open() === undefined;
    const answer = answers.at(place, at);
    if (isFirst) {
      // If results are between the calls of one answer, the log repeats its tokens: count them once.
      const isRepeat = id !== undefined && id === counted;
      answer.tokens = isRepeat ? { prompt: 0, completion: 0 } : tokens;
      answer.model = model;
      counted = answer.tokens && id;
      latest = id;
    }
    answer.parts.push(...parts);
    if (call !== undefined) answer.calls.push(call);
  };
  const heard = ({ at, place }: TimedRecord, message: readonly Part[]) => {
    answers.close();
    matcher.addInput({ message, at, place });
  };
  const returned = ({ value, at, place }: TimedRecord) => {
    answers.close();
    const id = textAt(value, 'tool_call_id') ?? idOf(numberAt(value, 'cause'));
    matcher.addResult({ id, name: textAt(value, 'tool_name'), place }, { ...outcomeOf(value), at });
  };
  const changed = (key: string, value: Value, { place }: TimedRecord) => {
    answers.close();
    matcher.addState({ state: [{ key, value }], place });
  };

  const action = (record: TimedRecord): void => {
    const { value, place } = record;
    const name = textAt(value, 'action') ?? '';
    const source = textAt(value, 'source');
    // The oldest logs have no `args`: the arguments are beside the action's name.
    const args = recordAt(value, 'args') ?? value;
    const text = (...keys: readonly string[]) =>
      keys.map((key) => textAt(args, [[key]])).find((words) => (words ?? '') !== '');
    const words = text('content', 'final_thought', 'thought') ?? textAt(value, 'message') ?? '';
    // The first message of a log without sources is the task.
    const isTask = source === undefined && args === value;
    if (name === 'message' && (source === 'user' || isTask)) return heard(record, [textPart(words)]);
    if (silent.has(name) || source === 'environment') return noteProgram(record);
    const isWord = name === 'message' || name === 'finish' || name === 'think' || name === 'reject';
    const message = isWord ? words : (text('thought') ?? '');
    const server = name === 'call_tool_mcp' ? text('name') : undefined;
    const input =
      writtenInput(value, place, report) ?? (server === undefined ? withoutBookkeeping(args) : args['arguments']);
    const id = numberAt(value, 'id');
    const result = id === undefined || !observed.has(id) ? heldBack(args) : undefined;
    const called = textAt(value, 'tool_call_metadata.function_name') ?? server ?? name;
    const to = name === 'delegate' ? 'agent' : 'tool';
    const response = recordAt(value, 'tool_call_metadata.model_response');
    const tokens = recordedTokens(
      countAt(response, 'usage.prompt_tokens'),
      countAt(response, 'usage.completion_tokens'),
      // LiteLLM, whose answer this is, counts the cache within the prompt for every provider.
      cachedTokens(fieldAt(response, 'usage')),
    );
    answered(
      record,
      { id: textAt(response, 'id'), tokens, model: textAt(response, 'model') },
      message.trim() === '' ? [] : [textPart(message)],
      isWord ? undefined : { id: idOf(id), name: called, to, input, place, result },
    );
  };
  const observation = (record: TimedRecord): void => {
    const state = fieldAt(record.value, 'extras.agent_state');
    switch (textAt(record.value, 'observation')) {
      case 'null':
      case 'recall':
      case 'think':
        return noteProgram(record);
      case 'agent_state_changed':
        return state === undefined ? noteProgram(record) : changed('agent_state', state, record);
      default:
        return returned(record);
    }
  };
  const factsOf = ({ value }: TimedRecord): AnswerFacts => ({
    id: textAt(value, 'llm_response_id'),
    tokens: spending.take(),
  });
  const system = ({ value, place }: TimedRecord) => {
    matcher.addTools(offeredAt({ value, place }, 'tools'));
    noteSystem(place, report);
  };

  return {
    kinds: {
      action,
      observation,
      MessageEvent(record) {
        const { value, place } = record;
        const content = valueAt(value, ['llm_message', 'content']);
        const parts = readContent(content, [...place, 'llm_message', 'content'], report);
        if (value['source'] === 'agent') answered(record, factsOf(record), parts, undefined);
        else heard(record, parts);
      },
      ActionEvent(record) {
        const { value, place } = record;
        const final = finalWords(value);
        if ((textAt(value, 'reasoning_content') ?? '') !== '') noteReasoning([...place, 'reasoning_content'], report);
        const thought = readContent(value['thought'], [...place, 'thought'], report);
        const name = textAt(value, 'tool_name') ?? 'unknown';
        const call = () => ({ id: textAt(value, 'tool_call_id'), name, input: inputOf(value, place, report), place });
        answered(record, factsOf(record), [...thought, ...final], final.length > 0 ? undefined : call());
      },
      ObservationEvent(record) {
        const isFinish = textAt(record.value, 'observation.kind') === 'FinishObservation';
        return isFinish ? notes.finish(record.place, report) : returned(record);
      },
      UserRejectObservation: returned,
      AgentErrorEvent: returned,
      ConversationStateUpdateEvent(record) {
        const {
          value: { key, value },
          place,
        } = record;
        if (key === 'stats') return spending.total(value, place);
        if (typeof key === 'string' && value !== undefined && key !== 'full_state') return changed(key, value, record);
        if (isRecord(value ?? null)) spending.total(fieldAt(value, 'stats'), [...place, 'value', 'stats']);
        notes.state(place, report);
      },
      SystemPromptEvent: system,
      SystemPromptUpdateEvent: system,
      ACPToolCallEvent: notes.acp,
      Condensation: notes.compacted,
      unreadable: ({ place }) => noteUnreadMessage(place, report, 'the events'),
    },
    otherwise: programNote(form),
    atEnd() {
      answers.close();
      spending.end();
      const last = records.findLast(({ value }) => value['key'] === 'execution_status');
      if (last?.value['value'] !== 'waiting_for_confirmation') return;
      for (const { kind, value } of records) {
        const mark = { id: textAt(value, 'tool_call_id'), name: textAt(value, 'tool_name'), place: last.place };
        if (kind === 'ActionEvent' && mark.id !== undefined && matcher.hasOpenCall(mark))
          matcher.addResult(mark, waits);
      }
    },
  };
}

interface AnswerFacts {
  readonly id: string | undefined;
  readonly tokens: RecordedTokens | undefined;
  readonly model?: string | undefined;
}

const silent = new Set([
  'change_agent_state',
  'system',
  'recall',
  'null',
  'condensation',
  'condensation_request',
  'start',
]);

/** Observations name their action by its number. */
const idOf = (id: number | undefined): string | undefined => (id === undefined ? undefined : `event ${id}`);

const textPart = (text: string): Part => ({ mimeType: 'text/plain', text });
