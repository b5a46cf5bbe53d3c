import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { Part } from '../../importing/content/content.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import {
  addNote,
  notesOf,
  type JournalRecord,
  type Meanings,
  type TimedRecord,
} from '../../importing/journal/journal.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { recordedTokens } from '../../importing/transcript/transcript.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { countAt, elementsAt, fieldAt, fits, numberAt, recordAt, textAt } from '../../importing/values/where.ts';
import type { Answers } from './answers.ts';
import { heldBack, outcomeOfOld } from './outcomes.ts';

const notes = notesOf('openhands', {
  program: [
    'info',
    (n) =>
      `${counted(n, 'event')} of the program about itself (settings, recalled knowledge, empty observations), left out.`,
  ],
});

/**
 * Events of OpenHands up to 1.0: an action, or the observation of its result.
 * https://github.com/OpenHands/OpenHands/blob/main/openhands/events/serialization/event.py
 */
export function describeOldEvents(
  records: readonly JournalRecord[],
  answers: Answers,
  matcher: CallMatcher,
  report: ImportReport,
): Meanings {
  const observed = new Set(records.map(({ value }) => value['cause']));
  const action = ({ value, at, place }: TimedRecord): void => {
    const name = textAt(value, 'action') ?? '';
    const source = textAt(value, 'source');
    // The oldest logs have no `args`: the arguments are beside the action's name.
    const args = recordAt(value, 'args') ?? value;
    const text = (...keys: readonly string[]) =>
      keys.map((key) => textAt(args, [[key]])).find((words) => (words ?? '') !== '');
    const words = text('content', 'final_thought', 'thought') ?? textAt(value, 'message') ?? '';
    // The first message of a log without sources is the task.
    const isTask = source === undefined && args === value;
    if (name === 'message' && (source === 'user' || isTask)) {
      answers.close();
      return matcher.addInput({ message: [textPart(words)], at, place });
    }
    if (silent.has(name) || source === 'environment') return addNote(notes.program, place, report);
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
    answers.add({
      id: textAt(response, 'id'),
      parts: message.trim() === '' ? [] : [textPart(message)],
      call: isWord ? undefined : { id: idOf(id), name: called, to, input, place, result },
      tokens: recordedTokens(countAt(response, 'usage.prompt_tokens'), countAt(response, 'usage.completion_tokens')),
      model: textAt(response, 'model'),
      at,
      place,
    });
  };
  const observation = ({ value, at, place }: TimedRecord): void => {
    switch (textAt(value, 'observation')) {
      case 'null':
      case 'recall':
      case 'think':
        return addNote(notes.program, place, report);
      case 'agent_state_changed': {
        const state = fieldAt(value, 'extras.agent_state');
        answers.close();
        return state === undefined
          ? addNote(notes.program, place, report)
          : matcher.addState({ state: [{ key: 'agent_state', value: state }], place });
      }
      default:
        answers.close();
        return matcher.addResult(
          { id: idOf(numberAt(value, 'cause')), name: undefined, place },
          { ...outcomeOfOld(value), at },
        );
    }
  };
  return { kinds: { action, observation }, otherwise: notes.program, atEnd: () => answers.close() };
}

/** Keys that describe the action itself, not its arguments. */
const bookkeeping = new Set([
  'thought',
  'keep_prompt',
  'is_confirmed',
  'confirmation_state',
  'action_risk',
  'security_risk',
  'blocking',
  'hidden',
  'action',
  'id',
  'source',
  'timestamp',
  'message',
  'tool_call_metadata',
  'llm_metrics',
  'timeout',
  'translated_ipython_code',
]);

const withoutBookkeeping = (args: RecordValue): RecordValue =>
  Object.fromEntries(Object.entries(args).filter(([key]) => !bookkeeping.has(key)));

/** The arguments as the model wrote them, if its answer is kept. An action contains only what the program derived from it. */
function writtenInput(event: RecordValue, place: Path, report: ImportReport): Value | undefined {
  const called = recordAt(event, 'tool_call_metadata');
  const [choice] = elementsAt(called, 'model_response.choices');
  const call = elementsAt(choice, 'message.tool_calls').find(
    (one) =>
      fits(one, { id: 'text', 'function.arguments': 'there' }) && textAt(one, 'id') === textAt(called, 'tool_call_id'),
  );
  return call && openArguments(fieldAt(call, 'function.arguments'), [...place, 'tool_call_metadata'], report);
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
