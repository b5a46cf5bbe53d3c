import { offeredAt } from '../../importing/tools/offered-tools.ts';
import { ok } from '../../../base/result.ts';
import { malformed, type Read, type ReadSession } from '../../importing/importer.ts';
import { modelCallsIn, type ModelCall } from './format.ts';
import type { Path } from '../../model/path.ts';
import type { RecordValue } from '../../model/value.ts';
import { partsOf as sessionParts, type SessionEvent } from '../../systems/adk/session-event.ts';
import { AdkLog } from '../../importing/adk/adk-log.ts';
import { partsOf, rawPartsOf, textIn, wordsOf } from '../../importing/messages/gemini-content.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { answerOf } from './answer.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { elementsAt, entriesAt, placedAt, textAt } from '../../importing/values/where.ts';
import { noteSystem } from '../../importing/notes.ts';

export const read: Read = ({ value }) => {
  const calls = modelCallsIn(value);
  if (!calls.some((call) => call !== undefined)) {
    return malformed(
      'This is recorded HTTP, but no exchange in it is a call of a Gemini model (a request with “contents”).',
    );
  }
  return ok({ sessions: [{ title: titleOf(calls), system: 'adk', open: () => ok(toSession(calls)) }] });
};

type Calls = readonly (ModelCall | undefined)[];

function titleOf(calls: Calls): string {
  const first = calls.find((call) => call !== undefined);
  const words = elementsAt(first?.request, 'contents')
    .slice(0, 20)
    .map((content) => wordsOf(content));
  const text = words.find((one) => one.trim() !== '');
  if (text !== undefined) return shortTitle(text);
  return first === undefined || first.agent === '' ? 'recorded model calls' : `model calls of ${first.agent}`;
}

/**
 * Every request repeats the whole conversation of its agent. The messages beyond that agent's previous request and answer
 * are the ones that were added in between.
 */
function toSession(calls: Calls): ReadSession {
  const report = createImportReport();
  const log = new AdkLog(report);
  const reading = new Reading(log, report);
  calls.forEach((call, index) => {
    if (call !== undefined) return reading.addCall(call);
    report.note('info', 'adk-httprr/other', [index], (n) => {
      return `${counted(n, 'exchange')} that is not a model call: left out.`;
    });
  });
  report.note('info', 'adk-httprr/model-side', null, () => {
    return 'The recording contains only the model’s requests and answers: no session, no state, and the times of tools are unknown.';
  });
  const { events, sources } = log.finish();
  const header = { title: titleOf(calls), importer: 'adk-httprr' };
  return { session: { system: 'adk', header, events, notes: report.notes() }, sources };
}

interface KnownAgent {
  /** The branch of its caller, and its own name. */
  readonly branch: string;
  /** How its conversation begins: distinguishes two conversations of one agent. */
  opening: string | undefined;
  /** The length of its conversation after its last request and the answer to it. */
  known: number;
  /** Instructions that a note already reported. */
  readonly noted: Set<string>;
}

class Reading {
  readonly #log: AdkLog;
  readonly #report: ImportReport;
  readonly #agents = new Map<string, KnownAgent>();
  /** The agent that has called each tool, by the tool's name: an agent of that name works for the caller. */
  readonly #callers = new Map<string, string>();

  constructor(log: AdkLog, report: ImportReport) {
    [this.#log, this.#report] = [log, report];
  }

  addCall(call: ModelCall): void {
    const { index, request } = call;
    const body = { value: request, place: [index, 'request', 'body'] };
    const agent = this.#agentOf(call.agent);
    this.#noteSurroundings(agent, call.agent, body);
    const contents = entriesAt(body, 'contents');
    const opening = wordsOf(contents[0]?.value, '\n');
    const known = agent.opening === opening && contents.length >= agent.known ? agent.known : 0;
    contents.forEach((content, at) => {
      if (at >= known) this.#addContent(content, call.agent, agent.branch, at === 0);
    });
    const spoken = answerOf(call, [index, 'response'], this.#report);
    // An error is not part of the conversation: the same request may follow again.
    const isSaid = spoken !== undefined && sessionParts(spoken).length > 0;
    Object.assign(agent, { opening, known: contents.length + (isSaid ? 1 : 0) });
    const sender = { author: call.agent, agent_name: call.agent, branch: agent.branch };
    if (spoken !== undefined) this.#addSpoken({ ...spoken, ...sender }, [index, 'response', 'body']);
  }

  /** The first agent is the root; an agent that was called as a tool is below its caller. */
  #agentOf(name: string): KnownAgent {
    const caller = this.#callers.get(name);
    const above = caller === undefined ? undefined : (this.#agents.get(caller)?.branch ?? '');
    const branch = above === undefined ? '' : above === '' ? name : `${above}.${name}`;
    const agent = this.#agents.get(name) ?? { branch, opening: undefined, known: 0, noted: new Set() };
    this.#agents.set(name, agent);
    return agent;
  }

  /** The answer of a model. */
  #addSpoken(event: SessionEvent, place: Path): void {
    this.#log.add(event, place);
    for (const part of sessionParts(event)) {
      if (part['type'] === 'tool_call') this.#callers.set(textIn(part, 'tool_name'), textIn(event, 'author'));
    }
  }

  #addContent({ value, place }: Placed, agent: string, branch: string, isFirst: boolean): void {
    const parts = partsOf(value, place, this.#report);
    if (parts.length === 0) return;
    const role = textAt(value, 'role') ?? '';
    const common = { branch, content: { role, parts } };
    const byAgent = { ...common, author: agent, agent_name: agent };
    if (parts.some(({ type }) => type === 'tool_response')) {
      this.#log.add({ ...byAgent, type: 'tool_response' }, place);
    } else if (role === 'model') {
      this.#report.note('assumed', 'adk-httprr/earlier', place, (n) => {
        return `${counted(n, 'answer')} in a request whose own exchange is not in the recording: a model turn without tokens and time.`;
      });
      this.#addSpoken({ ...byAgent, type: 'agent_message' }, place);
    } else if (branch !== '' && isFirst) this.#log.add({ ...byAgent, type: 'agent_start' }, place);
    else if (isOfOthers(parts)) {
      this.#report.note('info', 'adk-httprr/retold', place, (n) => {
        return `${counted(n, 'message')} in which the kit repeats another agent’s actions: not shown as turns.`;
      });
    } else this.#log.add({ ...common, type: 'user_message', author: 'user', agent_name: null }, place);
  }

  /**
   * The parts of a request beside the conversation: the instructions are noted, the functions that the model may call are kept.
   * Every request of an agent repeats them, so each is noted once.
   */
  #noteSurroundings({ noted }: KnownAgent, name: string, { value: request, place }: Placed): void {
    const isNew = (what: string): boolean => !noted.has(what) && noted.add(what).has(what);
    const instructions = placedAt({ value: request, place }, 'system_instruction');
    if (rawPartsOf(instructions.value).length > 0 && isNew(wordsOf(instructions.value, '\n')))
      noteSystem(instructions.place, this.#report);
    this.#log.offered(offeredAt({ value: request, place }, 'tools'), name);
  }
}

/** The kit repeats messages of other agents in the user's name, after these words. */
const isOfOthers = ([first]: readonly RecordValue[]): boolean => first?.['text'] === 'For context:';
