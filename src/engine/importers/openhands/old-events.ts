import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Part } from '../../importing/content/content.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { messageIn } from '../../importing/transcript/message-list.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { createAnswers, type Answers } from './answers.ts';
import { Choice, ChosenCall, OldEvent } from './format.ts';
import type { PlacedEvent } from './order.ts';
import { heldBack, outcomeOfOld } from './outcomes.ts';
import { recordedTokens } from '../../importing/transcript/transcript.ts';

export function readOldEvents(events: readonly PlacedEvent[], matcher: CallMatcher, report: ImportReport) {
  const answers = createAnswers(matcher);
  const observed = new Set(events.map(({ value }) => (isRecord(value) ? value['cause'] : undefined)));
  events.forEach(({ value, place }) => {
    const event = messageIn(OldEvent, value, place, 'the events', report);
    if (event === undefined) return;
    if (event.observation !== undefined) readObservation(event, place, answers, matcher, report);
    else if (event.action !== undefined && isRecord(value))
      readAction(event, value, place, observed, answers, matcher, report);
    else noteOther(place, report);
  });
  answers.close();
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

function readAction(
  event: OldEvent,
  whole: RecordValue,
  place: Path,
  observed: ReadonlySet<Value | undefined>,
  answers: Answers,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const { action = '', source, tool_call_metadata: called } = event;
  // The oldest logs have no `args`: the arguments are beside the action's name.
  const args = event.args ?? whole;
  const at = readInstant(event.timestamp, [...place, 'timestamp'], report);
  const said =
    textIn(args, 'content') ?? textIn(args, 'final_thought') ?? textIn(args, 'thought') ?? event.message ?? '';
  if (action === 'message' && (source === 'user' || (source === undefined && answersNothing(event)))) {
    answers.close();
    return matcher.addInput({ message: [textPart(said)], at, place });
  }
  if (silent.has(action) || source === 'environment') return noteOther(place, report);
  const isWord = action === 'message' || action === 'finish' || action === 'think' || action === 'reject';
  const text = isWord ? said : (textIn(args, 'thought') ?? '');
  const server = action === 'call_tool_mcp' ? textIn(args, 'name') : undefined;
  const input = askedFor(event, place, report) ?? (server === undefined ? withoutBookkeeping(args) : args['arguments']);
  const isOpen = event.id === undefined || !observed.has(event.id);
  const result = isOpen ? heldBack(args) : undefined;
  const name = called?.function_name ?? server ?? action;
  const to = action === 'delegate' ? 'agent' : 'tool';
  const usage = called?.model_response?.usage;
  answers.add({
    id: called?.model_response?.id,
    parts: text.trim() === '' ? [] : [textPart(text)],
    call: isWord ? undefined : { id: idOf(event.id), name, to, input, place, result },
    tokens: recordedTokens(usage?.prompt_tokens, usage?.completion_tokens),
    model: called?.model_response?.model,
    at,
    place,
  });
}

const withoutBookkeeping = (args: RecordValue): RecordValue =>
  Object.fromEntries(Object.entries(args).filter(([key]) => !bookkeeping.has(key)));

/** The arguments as the model wrote them, if its answer is kept. */
function askedFor({ tool_call_metadata: called }: OldEvent, place: Path, report: ImportReport): Value | undefined {
  const [first] = called?.model_response?.choices ?? [];
  const choice = v.safeParse(Choice, first);
  for (const value of choice.success ? choice.output.message.tool_calls : []) {
    const call = v.safeParse(ChosenCall, value);
    if (call.success && call.output.id === called?.tool_call_id) {
      return openArguments(call.output.function.arguments, [...place, 'tool_call_metadata'], report);
    }
  }
  return undefined;
}

/** The first message of a log without sources is the task. */
const answersNothing = ({ args }: OldEvent): boolean => args === undefined;

const silent = new Set([
  'change_agent_state',
  'system',
  'recall',
  'null',
  'condensation',
  'condensation_request',
  'start',
]);

function readObservation(
  event: OldEvent,
  place: Path,
  answers: Answers,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const { observation, cause, extras } = event;
  const at = readInstant(event.timestamp, [...place, 'timestamp'], report);
  switch (observation) {
    case 'null':
    case 'recall':
    case 'think':
      return noteOther(place, report);
    case 'agent_state_changed': {
      const state = extras?.['agent_state'];
      answers.close();
      return state === undefined
        ? noteOther(place, report)
        : matcher.addState({ state: [{ key: 'agent_state', value: state }], place });
    }
    default:
      answers.close();
      return matcher.addResult({ id: idOf(cause), name: undefined, place }, { ...outcomeOfOld(event), at });
  }
}

/** Observations name their action by its number. */
const idOf = (id: number | undefined): string | undefined => (id === undefined ? undefined : `event ${id}`);

const textPart = (text: string): Part => ({ mimeType: 'text/plain', text });

function textIn(values: RecordValue, key: string): string | undefined {
  const text = v.safeParse(v.string(), values[key]);
  return text.success && text.output !== '' ? text.output : undefined;
}

const noteOther = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'openhands/program',
    place,
    (n) =>
      `${counted(n, 'event')} of the program about itself (settings, recalled knowledge, empty observations), left out.`,
  );
