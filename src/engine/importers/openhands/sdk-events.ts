import type { Path } from '../../model/path.ts';
import { isRecord, valueAt, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, type Part } from '../../importing/content/content.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import {
  addNote,
  notesOf,
  type JournalRecord,
  type Meanings,
  type TimedRecord,
} from '../../importing/journal/journal.ts';
import { noteReasoning, noteSystem } from '../../importing/notes.ts';
import type { CallMatcher, RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { countAt, elementsAt, recordAt, textAt } from '../../importing/values/where.ts';
import type { Answers } from './answers.ts';
import { outcomeOfSdk, waits } from './outcomes.ts';

const notes = notesOf('openhands', {
  program: [
    'info',
    (n) => `${counted(n, 'event')} of the program about itself (pauses, condensations, hooks), left out.`,
  ],
  finish: [
    'info',
    (n) =>
      `${counted(n, 'use')} of “finish” shown as what the agent said; the observation, which repeats it, is left out.`,
  ],
  state: ['info', (n) => `${counted(n, 'update')} of the whole state, left out.`],
  totals: ['info', () => 'Tokens are recorded as running totals: each answer gets the increase.'],
});

/**
 * Events of the software agent SDK, which OpenHands is built on since 1.0.
 * https://github.com/OpenHands/software-agent-sdk/tree/main/openhands-sdk/openhands/sdk/event
 */
export function describeSdkEvents(
  records: readonly JournalRecord[],
  answers: Answers,
  matcher: CallMatcher,
  report: ImportReport,
): Meanings {
  const spending = createSpending(matcher, answers, report);
  const answered = ({ value, at, place }: TimedRecord, parts: readonly Part[], call: RequestedCall | undefined) =>
    answers.add({
      id: textAt(value, 'llm_response_id'),
      parts,
      call,
      tokens: spending.take(),
      model: undefined,
      at,
      place,
    });
  const returned = ({ value, at, place }: TimedRecord) => {
    answers.close();
    const [id, name] = [textAt(value, 'tool_call_id'), textAt(value, 'tool_name')];
    matcher.addResult({ id, name, place }, { ...outcomeOfSdk(value), at });
  };
  const system = ({ place }: TimedRecord) => noteSystem(place, report);
  return {
    kinds: {
      MessageEvent(record) {
        const { value, at, place } = record;
        const content = valueAt(value, ['llm_message', 'content']);
        const parts = readContent(content, [...place, 'llm_message', 'content'], report);
        if (value['source'] === 'agent') return answered(record, parts, undefined);
        answers.close();
        matcher.addInput({ message: parts, at, place });
      },
      ActionEvent(record) {
        const { value, place } = record;
        const final = finalWords(value);
        if ((textAt(value, 'reasoning_content') ?? '') !== '') noteReasoning([...place, 'reasoning_content'], report);
        const thought = readContent(value['thought'], [...place, 'thought'], report);
        const name = textAt(value, 'tool_name') ?? 'unknown';
        const call = () => ({ id: textAt(value, 'tool_call_id'), name, input: inputOf(value, place, report), place });
        answered(record, [...thought, ...final], final.length > 0 ? undefined : call());
      },
      ObservationEvent(record) {
        const isFinish = textAt(record.value, 'observation.kind') === 'FinishObservation';
        return isFinish ? addNote(notes.finish, record.place, report) : returned(record);
      },
      UserRejectObservation: returned,
      AgentErrorEvent: returned,
      ConversationStateUpdateEvent({ value: { key, value }, place }) {
        if (key === 'stats') return spending.total(value, place);
        if (typeof key === 'string' && value !== undefined && key !== 'full_state') {
          answers.close();
          return matcher.addState({ state: [{ key, value }], place });
        }
        if (isRecord(value)) spending.total(value['stats'], [...place, 'value', 'stats']);
        addNote(notes.state, place, report);
      },
      SystemPromptEvent: system,
      SystemPromptUpdateEvent: system,
    },
    otherwise: notes.program,
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

/** The agent ends with a call whose argument is its final message. */
function finalWords(event: RecordValue): readonly Part[] {
  const text = textAt(event, 'action.kind') === 'FinishAction' ? (textAt(event, 'action.message') ?? '') : '';
  return text === '' ? [] : [{ mimeType: 'text/plain', text }];
}

/** The model's own text, or, if it is no longer recorded, the text that the program made from it. */
function inputOf(event: RecordValue, place: Path, report: ImportReport): Value | undefined {
  const written = valueAt(event, ['tool_call', 'arguments']);
  if (written !== undefined) return openArguments(written, [...place, 'tool_call', 'arguments'], report);
  const action = recordAt(event, 'action');
  if (action === undefined) return undefined;
  const { kind: _kind, ...input } = action;
  return input satisfies RecordValue;
}

/** The agent's tools are listed with its instructions: the SDK's tools have a title, those of MCP a name. */
export const toolsIn = (records: readonly JournalRecord[]): readonly string[] =>
  records
    .filter(({ kind }) => kind.startsWith('SystemPrompt'))
    .flatMap(({ value }) => elementsAt(value, 'tools'))
    .flatMap((tool) => textAt(tool, ['title', 'name', 'function.name']) ?? []);

interface Spending {
  total(stats: Value | undefined, place: Path): void;
  /** Returns the tokens of the next answer. */
  take(): RecordedTokens | undefined;
  /** Called after the last event. */
  end(): void;
}

/**
 * The totals are written right before the answer that they cover: this answer gets their growth since the totals before.
 * If totals are written again before any answer, the growth belongs to an answer that is not in the file, such as the title
 * of the conversation: it counts in the sum, but for no turn.
 */
function createSpending(matcher: CallMatcher, answers: Answers, report: ImportReport): Spending {
  let latest: { readonly sums: Required<RecordedTokens>; readonly place: Path } | undefined;
  let grown: RecordedTokens | undefined;
  const unclaimed = () => {
    if (latest === undefined || grown === undefined || (grown.prompt === 0 && grown.completion === 0)) return;
    // The tokens of an answer that is still being assembled are already counted.
    answers.close();
    matcher.addTotals(latest.sums, latest.place);
    grown = undefined;
  };
  return {
    total(stats, place) {
      const sums = sumsOf(stats);
      if (sums === undefined) return;
      unclaimed();
      const prompt = sums.prompt - (latest?.sums.prompt ?? 0);
      const completion = sums.completion - (latest?.sums.completion ?? 0);
      addNote(notes.totals, place, report);
      grown = prompt >= 0 && completion >= 0 ? { prompt, completion } : undefined;
      latest = { sums, place };
    },
    take() {
      const latestGrowth = grown;
      grown = undefined;
      return latestGrowth;
    },
    end: unclaimed,
  };
}

/** The running totals in the `stats` of the state, by usage of the model. */
function sumsOf(stats: Value | undefined): Required<RecordedTokens> | undefined {
  let sums: Required<RecordedTokens> | undefined;
  for (const metrics of Object.values(recordAt(stats, 'usage_to_metrics') ?? {})) {
    const prompt = countAt(metrics, 'accumulated_token_usage.prompt_tokens');
    const completion = countAt(metrics, 'accumulated_token_usage.completion_tokens');
    if (prompt === undefined || completion === undefined) continue;
    sums = { prompt: (sums?.prompt ?? 0) + prompt, completion: (sums?.completion ?? 0) + completion };
  }
  return sums;
}
