import type { Path } from '../../model/path.ts';
import { valueAt, type RecordValue } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import { wordsIn } from '../../importing/content/reason-in.ts';
import { readResultContent } from '../../importing/content/result-content.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { SessionEntry } from '../../importing/importer.ts';
import { answersInPieces } from '../../importing/journal/answers-in-pieces.ts';
import { addNote, sessionOf, type JournalRecord } from '../../importing/journal/journal.ts';
import { noteReasoning } from '../../importing/notes.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { CallResult, DelegatedTask, TranscriptEntry } from '../../importing/transcript/transcript.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { countAt, fits, recordAt, textAt } from '../../importing/values/where.ts';
import { notes } from './notes.ts';

/** The journal of Kimi CLI: messages between the agent and its screen, with times in seconds since 1970. */
export const wireSession = (records: readonly JournalRecord[]): SessionEntry =>
  sessionOf(
    {
      importer: 'kimi',
      agent: 'Kimi CLI',
      untitled: 'Kimi CLI session',
      titles: () =>
        records
          .slice(0, 40)
          .filter(({ value }) => textAt(value, 'message.type') === 'TurnBegin')
          .map(({ value }) => valueAt(value, ['message', 'payload', 'user_input'])),
      read(_, report) {
        const reader = createWireReader(report, 0);
        for (const { value, place, time } of records) {
          const at = time && readInstant(time.value, time.place, report);
          reader.read(recordAt(value, 'message') ?? {}, at, [...place, 'message', 'payload']);
        }
        return reader.end();
      },
      about([first], report) {
        return { startedAt: first?.time && readInstant(first.time.value, first.time.place, report) };
      },
    },
    records,
  );

/** Reads the events of one agent; each of its sub-agents has its own reader. */
interface WireReader {
  read(event: RecordValue, at: string | undefined, place: Path): void;
  end(): readonly TranscriptEntry[];
}

/** No recording nests sub-agents deeper than this. */
const maxDepth = 20;

function createWireReader(report: ImportReport, depth: number): WireReader {
  const matcher = createCallMatcher(report);
  const inner = new Map<
    string,
    { readonly reader: WireReader; readonly at: string | undefined; readonly place: Path }
  >();
  const requestedCalls = new Map<string, string>();
  /** The user’s feedback on each rejected call, by the call’s id. */
  const refused = new Map<string, string>();
  /** The arguments of the answer's calls, which come in pieces. */
  let written: string[] = [];
  /** Results of the answer's calls, which may be recorded before its tokens. */
  let results: (() => void)[] = [];

  const taskOf = (call: string): DelegatedTask | undefined => {
    const agent = inner.get(call);
    inner.delete(call);
    return agent && { id: call, agent: 'subagent', at: agent.at, place: agent.place, entries: agent.reader.end() };
  };
  const answers = answersInPieces(({ parts, calls: begun, at, place, alsoAt, tokens, thinks }) => {
    const [pieces, later] = [written, results];
    [written, results] = [[], []];
    if (parts.length + begun.length === 0 && !thinks && tokens === undefined)
      return addNote(notes.unanswered, place, report);
    const calls = begun.map((call, index) => {
      const task = taskOf(call.id ?? '');
      const input = openArguments(pieces[index], call.place, report);
      return { ...call, input, ...(task !== undefined && { to: 'agent' as const, task }) };
    });
    const message =
      parts.length === 0 ? [] : [{ mimeType: 'text/plain', text: parts.map(({ text }) => text).join('') }];
    const otherwise = calls.length > 0 ? undefined : thinks ? '[thinking]' : '[no text]';
    matcher.addModelTurn({ message, otherwise, tokens, at, place, alsoAt }, calls);
    for (const addResult of later) addResult();
  });
  /**
   * | in the journal | outcome |
   * | --- | --- |
   * | the user's response to the approval request is `reject`, or the result says that the user rejected the call | restricted |
   * | `is_error: true` | errored, with its message |
   * | anything else | successful |
   */
  const outcomeOf = (id: string, value: RecordValue, place: Path): CallResult => {
    const [message, isError] = [textAt(value, 'message') ?? '', value['is_error'] === true];
    const feedback = refused.get(id);
    if (feedback !== undefined || (isError && /\brejected by the user\b/.test(message))) {
      return { outcome: 'blocked_before', output: undefined, reason: feedback || message || 'the user rejected it' };
    }
    if (!isError) return { outcome: 'ok', output: readResultContent(value['output'], place, report) };
    const reason = [message, wordsIn(value['output'])].filter((words) => words !== '').join('\n');
    return { outcome: 'error', output: undefined, reason: reason || 'the result is marked as an error' };
  };

  return {
    read(event, at, place) {
      const payload = recordAt(event, 'payload') ?? {};
      const field = (name: string) => textAt(payload, [[name]]);
      switch (event['type']) {
        case 'TurnBegin':
        case 'SteerInput':
          answers.close();
          return matcher.addInput({ message: readContent(payload['user_input'], place, report), at, place });
        case 'TurnEnd':
        case 'StepInterrupted':
          return answers.close();
        case 'StepBegin':
          answers.close();
          return void answers.at(place, at);
        case 'ContentPart': {
          const answer = answers.at(place, at);
          if (payload['type'] === 'think') {
            answer.thinks = true;
            return noteReasoning(place, report);
          }
          const text = textOf(readContent([payload], place, report));
          if (text === '') return;
          answer.parts.push({ mimeType: 'text/plain', text });
          answer.alsoAt.push(place);
          return;
        }
        case 'ToolCall': {
          const [id, name] = [field('id'), textAt(payload, 'function.name')];
          if (id === undefined || name === undefined) return addNote(notes.line, place, report);
          written[answers.at(place, at).calls.push({ id, name, input: undefined, place }) - 1] =
            textAt(payload, 'function.arguments') ?? '';
          return;
        }
        case 'ToolCallPart': {
          const last = written.length - 1;
          if (last >= 0) written[last] += field('arguments_part') ?? '';
          return;
        }
        case 'ToolResult': {
          const [id, value] = [field('tool_call_id'), recordAt(payload, [['return_value']])];
          if (id === undefined || value === undefined) return addNote(notes.line, place, report);
          const addResult = () =>
            matcher.addResult({ id, name: undefined, place }, { ...outcomeOf(id, value, place), at });
          if (answers.open() === undefined) addResult();
          else results.push(addResult);
          return;
        }
        case 'StatusUpdate': {
          const count = (name: string) => countAt(payload, `token_usage.${name}`);
          const [other, completion, answer] = [count('input_other'), count('output'), answers.open()];
          if (answer === undefined || other === undefined || completion === undefined) return;
          const cached = (count('input_cache_read') ?? 0) + (count('input_cache_creation') ?? 0);
          answer.tokens = { prompt: other + cached, completion };
          return;
        }
        case 'ApprovalRequest': {
          const [id, call] = [field('id'), field('tool_call_id')];
          if (id !== undefined && call !== undefined) requestedCalls.set(id, call);
          return addNote(notes.program, place, report);
        }
        case 'ApprovalResponse':
        case 'ApprovalRequestResolved': {
          const call = requestedCalls.get(field('request_id') ?? '');
          if (call !== undefined && field('response') === 'reject') refused.set(call, field('feedback') ?? '');
          return addNote(notes.program, place, report);
        }
        // What a sub-agent does while the call that started it is running.
        case 'SubagentEvent': {
          const call = field('parent_tool_call_id') ?? field('task_tool_call_id');
          const own = recordAt(payload, 'event');
          if (
            own === undefined ||
            !fits(own, { type: 'text', payload: 'record' }) ||
            call === undefined ||
            depth >= maxDepth
          )
            return addNote(notes.line, place, report);
          const known = inner.get(call) ?? { reader: createWireReader(report, depth + 1), at, place };
          inner.set(call, known);
          return known.reader.read(own, at, [...place, 'event', 'payload']);
        }
        default:
          return addNote(notes.program, place, report);
      }
    },
    end() {
      answers.close();
      // Agents that no call in the journal started.
      for (const call of inner.keys()) {
        const task = taskOf(call);
        if (task !== undefined) matcher.addTask(task);
      }
      return matcher.entries();
    },
  };
}
