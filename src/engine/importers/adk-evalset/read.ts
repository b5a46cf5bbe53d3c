import { ok } from '../../../base/result.ts';
import { malformed, type Read, type ReadSession } from '../../importing/importer.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { evalCasesIn, type EvalCase } from './format.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { AdkHeader } from '../../systems/adk/header.ts';
import { AdkLog } from '../../importing/adk/adk-log.ts';
import { fieldOf, inSnakeCase, partsOf } from '../../importing/messages/gemini-content.ts';
import { createImportReport, counted, type ImportReport } from '../../importing/import-report.ts';
import {
  numberAt,
  recordAt,
  entriesAt,
  fieldAt,
  findAt,
  hasListAt,
  placeAt,
  placedAt,
  textAt,
} from '../../importing/values/where.ts';
import type { Path } from '../../model/path.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { responsePart } from '../../importing/adk/adk-outcomes.ts';

export const read: Read = ({ value }) => {
  const cases = evalCasesIn(value);
  if (cases === undefined || cases.length === 0) {
    return malformed('This looks like an ADK eval set, but it holds no case.');
  }
  return ok({
    sessions: cases.map((evalCase) => {
      const named = { ...evalCase, title: shortTitle(evalCase.title) };
      return { title: named.title, system: 'adk', open: () => ok(toSession(named)) };
    }),
  });
};

/** An agent's header, and the evaluation's facts about the whole run. */
interface RecordedAdkHeader extends AdkHeader {
  readonly recording?: RecordValue;
}

function toSession(evalCase: EvalCase): ReadSession {
  const report = createImportReport();
  const log = new AdkLog(report);
  const { body, invocations, form } = evalCase;
  report.note('info', 'adk-evalset/expected', null, () =>
    form === 'result'
      ? 'The result of an evaluation: the turns show what the agent did, without tokens. The expected behaviour and the metrics are in the file only.'
      : 'An eval set contains the expected behaviour of an agent, from a run or written by hand: calls without results, and no tokens.',
  );
  const areHeld = form !== 'older' && wereHeld(evalCase);
  for (const invocation of invocations) {
    const { value, place } = invocation;
    if (!isRecord(value)) {
      report.note('lost', 'import/event', place, '{# invocation} could not be read.');
    } else if (form === 'older') addOlder(invocation, log, report);
    else addNewer(invocation, areHeld ? fieldOf(value, 'creation_timestamp') : undefined, log, report);
  }
  if (form !== 'older' && !areHeld && invocations.length > 0) {
    const list = form === 'newer' ? [...evalCase.place, 'conversation'] : evalCase.place;
    report.note('info', 'adk-evalset/converted', list, () => {
      return 'The times of the invocations are from the conversion of the file, not from the conversation: left out.';
    });
  }
  if (invocations.length === 0) {
    report.note('lost', 'adk-evalset/no-conversation', evalCase.place, () => {
      return form === 'result'
        ? 'The result of this case contains metrics but no invocation.'
        : 'The case contains no conversation: only a plan for simulating a user, or nothing.';
    });
  }
  const { events, sources } = log.finish();
  const header: RecordedAdkHeader = {
    title: evalCase.title,
    importer: 'adk-evalset',
    session: form === 'result' ? {} : sessionOf(body, form),
    ...(form === 'result' && { recording: recordingOf(body) }),
  };
  return { session: { system: 'adk', header, events, notes: report.notes() }, sources };
}

/** The result of the case, as its status and metrics. */
const recordingOf = (body: RecordValue): RecordValue =>
  Object.fromEntries(Object.entries(inSnakeCase(body)).filter(([key]) => resultFields.includes(key)));

const resultFields = ['eval_set_id', 'eval_id', 'final_eval_status', 'overall_eval_metric_results', 'error_message'];

/** `session_input` or, before, `initial_session`: what the case starts from. */
function sessionOf(body: RecordValue, form: EvalCase['form']): RecordValue {
  const input = recordAt(body, form === 'newer' ? 'session_input' : 'initial_session') ?? {};
  const kept = Object.entries(inSnakeCase(input)).filter(
    ([key, value]) => key === 'app_name' || key === 'user_id' || (key === 'state' && isRecord(value)),
  );
  return Object.fromEntries(kept);
}

/** People take longer than this between two messages, and a conversion of the file takes less for all of them. */
const seconds = 0.01;

/**
 * Whether the times are those of a conversation: in a converted file, the times of all invocations and of the case are
 * almost the same.
 */
function wereHeld({ body, invocations }: EvalCase): boolean {
  const times = [...invocations.map(({ value }) => value), body].flatMap(
    (holder) => numberAt(holder, 'creation_timestamp') ?? [],
  );
  const known = times.filter((time) => time > 0);
  const isLater = (time: number, index: number) => index === 0 || Math.abs(time - (known[index - 1] ?? 0)) > seconds;
  return known.length > 0 && known.every(isLater);
}

type Parts = readonly RecordValue[];

/** `{user_content, intermediate_data, final_response}`. `seconds`: the time of the invocation, if recorded. */
function addNewer(invocation: Placed, seconds: Value | undefined, log: AdkLog, report: ImportReport): void {
  const { value, place } = invocation;
  const events = new InvocationEvents({ invocation_id: textAt(value, 'invocation_id') ?? '' }, log, report);
  const partsAt = (holder: Placed): Parts => partsOf(holder.value, holder.place, report);
  const asked = placedAt(invocation, 'user_content');
  events.addInput(partsAt(asked), asked.value === null ? place : asked.place, seconds);
  const between = placedAt(invocation, 'intermediate_data');
  if (hasListAt(between.value, 'invocation_events')) {
    // Later releases keep the order of the events between question and answer.
    for (const event of entriesAt(between, 'invocation_events')) {
      const parts = partsAt({ value: fieldAt(event.value, 'content') ?? null, place: [...event.place, 'content'] });
      events.addSpoken(textAt(event.value, 'author'), parts, event.place);
    }
  } else {
    const uses = entriesAt(between, 'tool_uses').map(({ value: use }) => callPart(use, 'name', 'args'));
    events.addCalls(uses, placeAt(between.value, between.place, 'tool_uses'));
    const responses = entriesAt(between, 'tool_responses').flatMap(({ value: one }) =>
      isRecord(one) ? [responsePart(textAt(one, 'id') ?? '', textAt(one, 'name') ?? '', one['response'])] : [],
    );
    events.addResponses(responses, placeAt(between.value, between.place, 'tool_responses'));
    for (const { value: pair, place: where } of entriesAt(between, 'intermediate_responses')) {
      const [author, parts = null] = elementsOf(pair);
      events.addSpoken(author, partsOf({ parts }, where, report), where);
    }
  }
  const answer = placedAt(invocation, 'final_response');
  events.addAnswer(partsAt(answer), answer.place, place);
}

/** `{query, expected_tool_use, expected_intermediate_agent_responses, reference}`. */
function addOlder(invocation: Placed, log: AdkLog, report: ImportReport): void {
  const { value, place } = invocation;
  const events = new InvocationEvents({}, log, report);
  events.addInput([textPart(textAt(value, 'query') ?? '')], place);
  const uses = entriesAt(invocation, 'expected_tool_use').map((use) => use.value);
  const calls = [...place, 'expected_tool_use'];
  events.addCalls(
    uses.map((use) => callPart(use, 'tool_name', 'tool_input')),
    calls,
  );
  // Some files contain the expected result of the tool.
  const responses = uses.flatMap((use) => {
    const output = findAt(use, 'mock_tool_output')?.value;
    return output === undefined ? [] : [responsePart('', textAt(use, 'tool_name') ?? '', output)];
  });
  events.addResponses(responses, calls);
  for (const response of entriesAt(invocation, 'expected_intermediate_agent_responses')) {
    const text = textAt(response.value, 'text') ?? '';
    events.addSpoken(fieldAt(response.value, 'author'), text === '' ? [] : [textPart(text)], response.place);
  }
  const reference = textAt(value, 'reference') ?? '';
  events.addAnswer(reference === '' ? [] : [textPart(reference)], [...place, 'reference'], place);
}

const textPart = (text: string): RecordValue => ({ type: 'text', text, metadata: {} });

const callPart = (use: Value, name: string, args: string): RecordValue => ({
  type: 'tool_call',
  tool_call_id: textAt(use, 'id') ?? '',
  tool_name: textAt(use, name) ?? '',
  args: findAt(use, args)?.value ?? {},
  metadata: {},
});

/** Usually the expected author is not recorded; the root agent has no name then. */
const byRoot = { author: '', agent_name: null, branch: '' };

/** Adds the events of one invocation to the log. `common`: the fields that all of them have. */
class InvocationEvents {
  readonly #common: RecordValue;
  readonly #log: AdkLog;
  readonly #report: ImportReport;

  constructor(common: RecordValue, log: AdkLog, report: ImportReport) {
    [this.#common, this.#log, this.#report] = [common, log, report];
  }

  addInput(parts: Parts, place: Path, seconds?: Value): void {
    const time = seconds === undefined ? {} : { timestamp: seconds };
    this.#add({ type: 'user_message', author: 'user', branch: '', ...time }, 'user', parts, place);
  }

  /** An unreadable entry of the list still has a place: the calls are shown at their places in it. */
  addCalls(calls: Parts, place: Path): void {
    if (calls.length === 0) return;
    this.#add({ type: 'agent_message', ...byRoot }, 'model', calls, place, (index) => [...place, index]);
    if (calls.length === 1) return;
    this.#report.note('assumed', 'adk-evalset/one-turn', place, (n) => {
      const them = counted(n, 'invocation');
      return `${them} with several expected calls: shown as one model turn that requests all of them in order, because the file does not record the model turns.`;
    });
  }

  addResponses(parts: Parts, place: Path): void {
    if (parts.length > 0) this.#add({ type: 'tool_response', ...byRoot }, 'user', parts, place);
  }

  /** Before the answer, as the library marks it. Without a branch, so that each agent has a context of its own. */
  addSpoken(by: Value | undefined, parts: Parts, place: Path): void {
    if (parts.length === 0) return;
    const author = typeof by === 'string' ? by : '';
    const type = parts.some((part) => part['type'] === 'tool_response') ? 'tool_response' : 'agent_message';
    const sender = { author, agent_name: author === '' ? null : author };
    this.#add({ type, ...sender, metadata: { react_step: true } }, 'model', parts, place);
  }

  addAnswer(parts: Parts, place: Path, invocation: Path): void {
    if (parts.length > 0) return this.#add({ type: 'agent_message', ...byRoot }, 'model', parts, place);
    this.#report.note('info', 'adk-evalset/no-answer', invocation, (n) => {
      return `${counted(n, 'invocation')} without an answer.`;
    });
  }

  #add(fields: RecordValue, role: string, parts: Parts, place: Path, callPlace?: (part: number) => Path): void {
    this.#log.add({ ...this.#common, ...fields, content: { role, parts } }, place, callPlace);
  }
}
