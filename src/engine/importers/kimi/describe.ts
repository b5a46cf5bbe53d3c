import { offeredAt } from '../../importing/tools/offered-tools.ts';
import type { Path } from '../../model/path.ts';
import { valueAt, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, withTextsJoined } from '../../importing/content/content.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { answersInPieces, turnOf, type GatheredAnswer } from '../../importing/journal/answers-in-pieces.ts';
import type { JournalRecord, Meaning, Meanings, TimedRecord } from '../../importing/journal/journal.ts';
import { noteReasoning, noteSystem } from '../../importing/notes.ts';
import type { CallMatcher, RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { callsIn } from '../../importing/transcript/message-list.ts';
import { waiting, type DelegatedTask, type RecordedTokens } from '../../importing/transcript/transcript.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { countAt, elementsAt, fieldAt, numberAt, placeAt, recordAt, textAt } from '../../importing/values/where.ts';
import { callIn, modelsByStep, outcomeOf, tokensOf } from './calls.ts';
import { aboutProgram, notes } from './notes.ts';

/** Tools that are agents; each writes its own journal, which can be opened separately. */
const agentTools = new Set(['Agent', 'AgentSwarm']);

/** Origins of messages from outside the agent. The program itself wrote all others in the user's role. */
const fromOutside = new Set(['user', 'skill_activation', 'plugin_command', 'cron_job', 'task']);

/**
 * What the records of one agent mean. Those of Kimi Code are named as in its journal, those of Kimi CLI `wire TYPE`.
 * `taskOf`: the work of the sub-agent that a call started, if the journal has it.
 */
export function describe(
  records: readonly JournalRecord[],
  taskOf: (call: RequestedCall) => DelegatedTask | undefined,
  matcher: CallMatcher,
  report: ImportReport,
): Meanings {
  const models = modelsByStep(records);
  /** The id of the open step; Kimi CLI has none. */
  let stepId: string | undefined;
  /** What is recorded while a step is open, and follows its answer. */
  let later: (() => void)[] = [];
  /** Calls whose permission was requested, by the id of the request. */
  const requested = new Map<string, string>();
  /** Calls without a decision, and questions without an answer: the place of each request, by the call's id. */
  const undecided = new Map<string, Path>();
  /** The user's decisions whether a call may run, by the call's id. */
  const approvals = new Map<string, RecordValue>();
  /** The journal writes a prompt twice: first as the user typed it, then as the model received it. */
  let typed: TimedRecord | undefined;
  /** The sum so far; undefined after a request without token counts. */
  let spent: Required<Omit<RecordedTokens, 'cached'>> | undefined = { prompt: 0, completion: 0 };

  const spend = (tokens: RecordedTokens | undefined): void => {
    const { prompt, completion } = tokens ?? {};
    spent =
      spent === undefined || prompt === undefined || completion === undefined
        ? undefined
        : { prompt: spent.prompt + prompt, completion: spent.completion + completion };
  };
  const opened = (call: RequestedCall): RequestedCall => {
    const task = taskOf(call);
    const isAgent = task !== undefined || agentTools.has(call.name);
    if (isAgent && task === undefined) notes.agent(call.place, report);
    const input = openArguments(call.input, call.place, report);
    return { ...call, input, task, to: isAgent ? 'agent' : 'tool' };
  };
  let isOver = false;
  const answers = answersInPieces((answer) => {
    const { parts, calls, thinks, place } = answer;
    if (parts.length + calls.length === 0 && !thinks && !isOver) notes.unanswered(place, report);
    else {
      spend(answer.tokens);
      matcher.addModelTurn(turnOf(answer), calls.map(opened));
    }
    isOver = false;
  });
  const close = () => {
    answers.close();
    stepId = undefined;
    const waiting = later;
    later = [];
    for (const add of waiting) add();
  };
  const afterAnswer =
    (read: (record: TimedRecord) => void): Meaning =>
    (record) =>
      answers.open() === undefined ? read(record) : later.push(() => read(record));

  const say = (content: Value | undefined, { at, place }: TimedRecord) =>
    matcher.addInput({ message: readContent(content, place, report), at, place });
  /** A typed prompt counts as an input even if the model never received it. */
  const sayTyped = () => {
    if (typed !== undefined) say(typed.value['input'], typed);
    typed = undefined;
  };
  const prompted = afterAnswer((record) => {
    sayTyped();
    typed = record;
  });
  const begin = ({ at, place }: TimedRecord): GatheredAnswer => {
    close();
    sayTyped();
    return answers.at(place, at);
  };
  const addPart = (part: RecordValue, where: Path, answer: GatheredAnswer, { place }: TimedRecord) => {
    if (part['type'] === 'think') {
      answer.thinks = true;
      return noteReasoning(where, report);
    }
    // Kimi's media are `{type: image_url, imageUrl: {url}}`; its texts have the usual form.
    answer.parts.push(...readContent([part], where, report).filter(({ text }) => text !== ''));
    answer.alsoAt.push(place);
  };
  const returned = (call: string, where: string) =>
    afterAnswer(({ value, at, place }) => {
      const id = textAt(value, call);
      undecided.delete(id ?? '');
      const approval = approvals.get(id ?? '');
      approvals.delete(id ?? '');
      const result = outcomeOf(fieldAt(value, where), approval, placeAt(value, place, where), report);
      matcher.addResult({ id, name: undefined, place }, { ...result, at });
    });
  const state = (entryIn: (record: RecordValue) => readonly [key: string | undefined, value: Value | undefined]) =>
    afterAnswer(({ value: record, place }) => {
      const [key, value = null] = entryIn(record);
      if (key === undefined) notes.program(place, report);
      else matcher.addState({ state: [{ key, value }], place });
    });
  const prompt = (record: TimedRecord) => {
    close();
    say(record.value['user_input'], record);
  };
  const decided = ({ value, place }: TimedRecord) => {
    const call = requested.get(textAt(value, 'request_id') ?? '');
    const decision = textAt(value, 'response') === 'reject' ? 'reject' : 'approved';
    if (call !== undefined) {
      undecided.delete(call);
      approvals.set(call, { decision, feedback: value['feedback'] ?? null });
    }
    notes.program(place, report);
  };

  const asked = ({ value, place }: TimedRecord) => {
    const [id, call] = [textAt(value, 'id'), textAt(value, 'tool_call_id')];
    if (id !== undefined && call !== undefined) {
      requested.set(id, call);
      undecided.set(call, place);
    }
    notes.program(place, report);
  };

  return {
    kinds: {
      metadata: undefined,
      'turn.prompt': prompted,
      'turn.steer': prompted,
      'message user': afterAnswer((record) => {
        const origin = textAt(record.value, 'message.origin.kind') ?? 'user';
        if (!fromOutside.has(origin)) return notes.injected(record.place, report);
        typed = undefined;
        say(valueAt(record.value, ['message', 'content']), record);
      }),
      'message assistant': afterAnswer(({ value, at, place }) => {
        const where = [...place, 'message'];
        const content = readContent(valueAt(value, ['message', 'content']), [...where, 'content'], report);
        const calls = callsIn(elementsAt(value, 'message.toolCalls'), [...where, 'toolCalls'], callIn, report);
        const otherwise = calls.length > 0 ? undefined : '[no text]';
        const message = content.filter(({ text }) => text !== '');
        matcher.addModelTurn({ message, otherwise, tokens: undefined, at, place }, calls.map(opened));
      }),
      'message tool': returned('message.toolCallId', 'message'),
      'message system': ({ place }) => noteSystem(place, report),
      'event step.begin'(record) {
        const event = recordAt(record.value, 'event');
        const turn = textAt(event, 'turnId') ?? numberAt(event, 'turnId');
        begin(record).model = models.get(`${turn}.${countAt(event, 'step')}`);
        stepId = textAt(event, 'uuid');
      },
      'event content.part'(record) {
        const part = recordAt(record.value, 'event.part');
        const answer = textAt(record.value, 'event.stepUuid') === stepId ? answers.open() : undefined;
        if (part === undefined || answer === undefined) return;
        answer.at = record.at ?? answer.at;
        addPart(part, [...record.place, 'event', 'part'], answer, record);
      },
      'event tool.call'({ value, place }) {
        const call = callIn(valueAt(value, ['event']), [...place, 'event']);
        const answer = textAt(value, 'event.stepUuid') === stepId ? answers.open() : undefined;
        if (call === undefined) return;
        if (answer === undefined) matcher.addCall(opened(call));
        else answer.calls.push(call);
      },
      'event tool.result': returned('event.toolCallId', 'event.result'),
      'event step.end'({ value }) {
        const event = recordAt(value, 'event');
        const answer = textAt(event, 'uuid') === stepId ? answers.open() : undefined;
        if (answer === undefined) return;
        const [first, streaming] = [numberAt(event, 'llmFirstTokenLatencyMs'), numberAt(event, 'llmStreamDurationMs')];
        answer.tookMs = first === undefined || streaming === undefined ? undefined : first + streaming;
        answer.tokens = tokensOf(event?.['usage']);
        isOver = true;
        close();
      },
      'context.apply_compaction': notes.compacted,
      'context.undo': notes.undone,
      'context.clear': notes.undone,
      'turn.cancel': notes.cancelled,
      'permission.record_approval_result'({ value, place }) {
        const id = textAt(value, 'toolCallId');
        const result = recordAt(value, 'result');
        if (id !== undefined && result !== undefined) approvals.set(id, result);
        notes.program(place, report);
      },
      'plan_mode.enter': state(() => ['plan_mode', true]),
      'plan_mode.exit': state(() => ['plan_mode', false]),
      'plan_mode.cancel': state(() => ['plan_mode', false]),
      'permission.set_mode': state((record) => ['permission_mode', textAt(record, 'mode')]),
      'llm.tools_snapshot'({ value, place }) {
        matcher.addTools(offeredAt({ value, place }, 'tools'));
        notes.program(place, report);
      },
      'tools.update_store': state((record) => [textAt(record, 'key'), record['value']]),
      /** Tokens used outside turns, for example to summarise the conversation, count in the total. */
      'usage.record': afterAnswer(({ value, place }) => {
        if (value['usageScope'] !== 'session') return notes.program(place, report);
        spend(tokensOf(value['usage']));
        if (spent !== undefined) matcher.addTotals(spent, place);
        notes.beside(place, report);
      }),
      'wire TurnBegin': prompt,
      'wire SteerInput': prompt,
      'wire TurnEnd': close,
      'wire StepInterrupted': close,
      'wire StepBegin': (record) => void begin(record),
      // The streamed part of the answer is sent again.
      'wire StepRetry'({ place }) {
        const answer = answers.open();
        for (const list of [answer?.parts, answer?.calls, answer?.alsoAt]) list?.splice(0);
        notes.retried(place, report);
      },
      'wire ContentPart'(record) {
        const { value, at, place } = record;
        const answer = answers.at(place, at);
        addPart(value, place, answer, record);
        answer.parts.push(...withTextsJoined(answer.parts.splice(-2)));
      },
      'wire ToolCall'({ value, at, place }) {
        const call = callIn(value, place);
        if (call !== undefined) answers.at(place, at).calls.push(call);
      },
      'wire ToolCallPart'({ value }) {
        const { calls = [] } = answers.open() ?? {};
        const last = calls.pop();
        const piece = textAt(value, 'arguments_part') ?? '';
        if (last !== undefined)
          calls.push({ ...last, input: typeof last.input === 'string' ? last.input + piece : piece });
      },
      'wire ToolResult': returned('tool_call_id', 'return_value'),
      'wire StatusUpdate'({ value }) {
        const answer = answers.open();
        const tokens = tokensOf(value['token_usage']);
        if (answer === undefined || tokens === undefined) return;
        answer.tokens = tokens;
        isOver = true;
      },
      'wire ApprovalRequest': asked,
      'wire QuestionRequest': asked,
      'wire ApprovalResponse': decided,
      'wire ApprovalRequestResolved': decided,
    },
    shapes: {
      'event tool.result': { 'event.result': 'record' },
      'wire ToolCall': { id: 'text', 'function.name': 'text' },
      'wire ToolResult': { tool_call_id: 'text', return_value: 'record' },
    },
    otherwise: ({ kind }) => (aboutProgram.test(kind) ? notes.program : notes.line),
    atEnd() {
      close();
      sayTyped();
      for (const [id, place] of undecided)
        matcher.addResult({ id, name: undefined, place }, waiting('the user has to decide'));
    },
  };
}
