import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, type Part } from '../../importing/messages/content.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { messageIn, noteSystem } from '../../importing/messages/message-list.ts';
import { counted, type Noting } from '../../importing/noting.ts';
import type { Pairing } from '../../importing/transcript/pairing.ts';
import { noteReasoning } from '../../importing/messages/reasoning.ts';
import { createAnswers, type Answers } from './answers.ts';
import { SdkEvent } from './format.ts';
import type { PlacedEvent } from './order.ts';
import { outcomeOfSdk, waits } from './outcomes.ts';
import { createSpending, type Spending } from './spending.ts';

export function readSdkEvents(events: readonly PlacedEvent[], pairing: Pairing, noting: Noting) {
  const answers = createAnswers(pairing);
  const spending = createSpending(pairing, answers, noting);
  const read = events.flatMap(({ value, place }) => {
    const event = messageIn(SdkEvent, value, place, 'the events', noting);
    return event === undefined ? [] : [{ event, place }];
  });
  for (const { event, place } of read) readEvent(event, place, answers, spending, pairing, noting);
  answers.close();
  spending.end();
  const last = read.findLast(({ event }) => event.key === 'execution_status');
  if (last?.event.value !== 'waiting_for_confirmation') return;
  for (const { event } of read) {
    const mark = { id: event.tool_call_id, name: event.tool_name, place: last.place };
    if (event.kind === 'ActionEvent' && event.tool_call_id !== undefined && pairing.awaits(mark))
      pairing.result(mark, waits);
  }
}

function readEvent(
  event: SdkEvent,
  place: Path,
  answers: Answers,
  spending: Spending,
  pairing: Pairing,
  noting: Noting,
): void {
  const at = readInstant(event.timestamp, [...place, 'timestamp'], noting);
  switch (event.kind) {
    case 'MessageEvent': {
      const parts = readContent(event.llm_message?.content, [...place, 'llm_message', 'content'], noting);
      if (event.source === 'agent') {
        return answers.add({
          id: event.llm_response_id,
          parts,
          call: undefined,
          tokens: spending.take(),
          model: undefined,
          at,
          place,
        });
      }
      answers.close();
      return pairing.said({ message: parts, at, place });
    }
    case 'ActionEvent': {
      const final = finalWords(event);
      if ((event.reasoning_content ?? '') !== '') noteReasoning([...place, 'reasoning_content'], noting);
      return answers.add({
        id: event.llm_response_id,
        parts: [...readContent(event.thought, [...place, 'thought'], noting), ...final],
        call:
          final.length > 0
            ? undefined
            : {
                id: event.tool_call_id,
                name: event.tool_name ?? 'unknown',
                input: inputOf(event, place, noting),
                place,
              },
        tokens: spending.take(),
        model: undefined,
        at,
        place,
      });
    }
    case 'ObservationEvent':
      if (event.observation?.['kind'] === 'FinishObservation') return noteFinish(place, noting);
      return readResult(event, at, place, answers, pairing);
    case 'UserRejectObservation':
    case 'AgentErrorEvent':
      return readResult(event, at, place, answers, pairing);
    case 'ConversationStateUpdateEvent':
      return readState(event, place, answers, spending, pairing, noting);
    case 'SystemPromptEvent':
    case 'SystemPromptUpdateEvent':
      return noteSystem(place, noting);
    default:
      return noting.note(
        'info',
        'openhands/program',
        place,
        (n) => `${counted(n, 'event')} of the program about itself (pauses, condensations, hooks), left out.`,
      );
  }
}

function readResult(event: SdkEvent, at: string | undefined, place: Path, answers: Answers, pairing: Pairing): void {
  answers.close();
  const { tool_call_id: id, tool_name: name } = event;
  pairing.result({ id, name, place }, { ...outcomeOfSdk(event), at });
}

/** The agent ends with a call whose argument is what it has to say. */
function finalWords({ action }: SdkEvent): readonly Part[] {
  const words = action?.['kind'] === 'FinishAction' ? action['message'] : undefined;
  return typeof words === 'string' && words !== '' ? [{ mimeType: 'text/plain', text: words }] : [];
}

const noteFinish = (place: Path, noting: Noting): void =>
  noting.note(
    'info',
    'openhands/finish',
    place,
    (n) =>
      `${counted(n, 'use')} of “finish” shown as what the agent said; the observation, which repeats it, is left out.`,
  );

function readState(
  { key, value }: SdkEvent,
  place: Path,
  answers: Answers,
  spending: Spending,
  pairing: Pairing,
  noting: Noting,
): void {
  if (key === 'stats') return spending.total(value, place);
  if (key === undefined || value === undefined || key === 'full_state') {
    if (value !== undefined && isRecord(value)) spending.total(value['stats'], [...place, 'value', 'stats']);
    return noting.note(
      'info',
      'openhands/state',
      place,
      (n) => `${counted(n, 'update')} of the whole state, left out.`,
    );
  }
  answers.close();
  pairing.stated({ state: [{ key, value }], place });
}

/** What the model wrote; where that is no longer there, what the program made of it. */
function inputOf({ action, tool_call }: SdkEvent, place: Path, noting: Noting): Value | undefined {
  if (tool_call?.arguments !== undefined) {
    return openArguments(tool_call.arguments, [...place, 'tool_call', 'arguments'], noting);
  }
  if (action === undefined) return undefined;
  const { kind: _kind, ...input } = action;
  return input satisfies RecordValue;
}
