import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, type Part } from '../../importing/content/content.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { messageIn } from '../../importing/transcript/message-list.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { createAnswers, type Answers } from './answers.ts';
import { SdkEvent } from './format.ts';
import type { PlacedEvent } from './order.ts';
import { outcomeOfSdk, waits } from './outcomes.ts';
import { createSpending, type Spending } from './spending.ts';
import { noteReasoning, noteSystem } from '../../importing/notes.ts';

export function readSdkEvents(events: readonly PlacedEvent[], matcher: CallMatcher, report: ImportReport) {
  const answers = createAnswers(matcher);
  const spending = createSpending(matcher, answers, report);
  const read = events.flatMap(({ value, place }) => {
    const event = messageIn(SdkEvent, value, place, 'the events', report);
    return event === undefined ? [] : [{ event, place }];
  });
  for (const { event, place } of read) readEvent(event, place, answers, spending, matcher, report);
  answers.close();
  spending.end();
  const last = read.findLast(({ event }) => event.key === 'execution_status');
  if (last?.event.value !== 'waiting_for_confirmation') return;
  for (const { event } of read) {
    const mark = { id: event.tool_call_id, name: event.tool_name, place: last.place };
    if (event.kind === 'ActionEvent' && event.tool_call_id !== undefined && matcher.hasOpenCall(mark))
      matcher.addResult(mark, waits);
  }
}

function readEvent(
  event: SdkEvent,
  place: Path,
  answers: Answers,
  spending: Spending,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const at = readInstant(event.timestamp, [...place, 'timestamp'], report);
  switch (event.kind) {
    case 'MessageEvent': {
      const parts = readContent(event.llm_message?.content, [...place, 'llm_message', 'content'], report);
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
      return matcher.addInput({ message: parts, at, place });
    }
    case 'ActionEvent': {
      const final = finalWords(event);
      if ((event.reasoning_content ?? '') !== '') noteReasoning([...place, 'reasoning_content'], report);
      return answers.add({
        id: event.llm_response_id,
        parts: [...readContent(event.thought, [...place, 'thought'], report), ...final],
        call:
          final.length > 0
            ? undefined
            : {
                id: event.tool_call_id,
                name: event.tool_name ?? 'unknown',
                input: inputOf(event, place, report),
                place,
              },
        tokens: spending.take(),
        model: undefined,
        at,
        place,
      });
    }
    case 'ObservationEvent':
      if (event.observation?.['kind'] === 'FinishObservation') return noteFinish(place, report);
      return readResult(event, at, place, answers, matcher);
    case 'UserRejectObservation':
    case 'AgentErrorEvent':
      return readResult(event, at, place, answers, matcher);
    case 'ConversationStateUpdateEvent':
      return readState(event, place, answers, spending, matcher, report);
    case 'SystemPromptEvent':
    case 'SystemPromptUpdateEvent':
      return noteSystem(place, report);
    default:
      return report.note(
        'info',
        'openhands/program',
        place,
        (n) => `${counted(n, 'event')} of the program about itself (pauses, condensations, hooks), left out.`,
      );
  }
}

function readResult(
  event: SdkEvent,
  at: string | undefined,
  place: Path,
  answers: Answers,
  matcher: CallMatcher,
): void {
  answers.close();
  const { tool_call_id: id, tool_name: name } = event;
  matcher.addResult({ id, name, place }, { ...outcomeOfSdk(event), at });
}

/** The agent ends with a call whose argument is its final message. */
function finalWords({ action }: SdkEvent): readonly Part[] {
  const words = action?.['kind'] === 'FinishAction' ? action['message'] : undefined;
  return typeof words === 'string' && words !== '' ? [{ mimeType: 'text/plain', text: words }] : [];
}

const noteFinish = (place: Path, report: ImportReport): void =>
  report.note(
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
  matcher: CallMatcher,
  report: ImportReport,
): void {
  if (key === 'stats') return spending.total(value, place);
  if (key === undefined || value === undefined || key === 'full_state') {
    if (value !== undefined && isRecord(value)) spending.total(value['stats'], [...place, 'value', 'stats']);
    return report.note(
      'info',
      'openhands/state',
      place,
      (n) => `${counted(n, 'update')} of the whole state, left out.`,
    );
  }
  answers.close();
  matcher.addState({ state: [{ key, value }], place });
}

/** The model's own text, or, if it is no longer recorded, the text that the program made from it. */
function inputOf({ action, tool_call }: SdkEvent, place: Path, report: ImportReport): Value | undefined {
  if (tool_call?.arguments !== undefined) {
    return openArguments(tool_call.arguments, [...place, 'tool_call', 'arguments'], report);
  }
  if (action === undefined) return undefined;
  const { kind: _kind, ...input } = action;
  return input satisfies RecordValue;
}
