import type { Path } from '../../model/path.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { AdkLog } from '../../importing/adk/adk-log.ts';
import { responsePart } from '../../importing/adk/adk-outcomes.ts';
import { partsOf } from '../../importing/messages/gemini-content.ts';
import { entriesAt, fieldAt, findAt, hasListAt, placeAt, placedAt, textAt } from '../../importing/values/where.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';

type Parts = readonly RecordValue[];

/** `{user_content, intermediate_data, final_response}`. `seconds`: the time of the invocation, if recorded. */
export function addNewer(invocation: Placed, seconds: Value | undefined, log: AdkLog, report: ImportReport): void {
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
export function addOlder(invocation: Placed, log: AdkLog, report: ImportReport): void {
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
      return `${them} with several expected calls: one model turn asks for all of them, in their order, because the file does not say how many there were.`;
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
