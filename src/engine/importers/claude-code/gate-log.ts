import { gateDecisions, type GateDecision } from '../../model/gate-decision.ts';
import { toJson } from '../../model/json.ts';
import { isRecord, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { JournalRecord } from '../../importing/journal/journal.ts';
import type { Call, InputEntry, ModelEntry, TranscriptEntry } from '../../importing/transcript/transcript.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { elementsAt, textAt } from '../../importing/values/where.ts';
import { notes } from './texts.ts';

// The log of `contextscope gate` (docs/gate.md): a line for each decision, with `gate` beside what it is about.

/** Asked of every line of every transcript, so it looks for nothing else in lines without it. */
function gateIn(line: Value): Value | undefined {
  const gate = isRecord(line) ? line['gate'] : undefined;
  return gate === undefined || textAt(gate, 'decision') === undefined ? undefined : gate;
}

export const isOfGate = (line: Value): boolean => gateIn(line) !== undefined;

/** The agent that the gate guarded. */
export function guardedAgent(records: readonly JournalRecord[]): string | undefined {
  for (const { value } of records) {
    const agent = textAt(gateIn(value), 'agent');
    if (agent !== undefined) return agents.get(agent) ?? agent;
  }
  return undefined;
}

const agents: ReadonlyMap<string, string> = new Map([
  ['claude-code', 'Claude Code'],
  ['gemini-cli', 'Gemini CLI'],
  ['codex', 'Codex'],
  ['copilot-cli', 'Copilot CLI'],
]);

/** Whether the gate answered that it denies what the line is about. */
export function isDeniedByGate(line: Value): boolean {
  const gate = gateIn(line);
  return gate !== undefined && (textAt(gate, 'answer') ?? textAt(gate, 'decision')) === 'deny';
}

/** A line about a call has its request or its result, one about a prompt or an answer a text. */
function callIn(line: Value): { readonly id: string; readonly isResult: boolean } | undefined {
  for (const block of elementsAt(line, 'message.content')) {
    const isCall = textAt(block, 'type') === 'tool_use';
    const id = textAt(block, isCall ? 'id' : 'tool_use_id');
    if (id !== undefined) return { id, isResult: !isCall };
  }
  return undefined;
}

function decisionIn({ value, place }: JournalRecord, report: ImportReport): GateDecision | undefined {
  const gate = gateIn(value);
  const decision = gateDecisions.find((one) => one === textAt(gate, 'decision'));
  if (decision === undefined) return undefined;
  const call = callIn(value);
  const isUsers = textAt(value, 'message.role') === 'user';
  const reason = textAt(gate, 'reason');
  const rules = elementsAt(gate, 'rules').filter((rule) => typeof rule === 'string');
  const at = readInstant(value['timestamp'], [...place, 'timestamp'], report);
  return {
    decision,
    about: call === undefined ? (isUsers ? 'prompt' : 'answer') : call.isResult ? 'result' : 'call',
    ...(textAt(gate, 'answer') === 'deny' && { answer: 'deny' }),
    ...(reason !== undefined && { reason }),
    ...(rules.length > 0 && { rules }),
    ...(at !== undefined && { at }),
  };
}

type Decided = InputEntry | ModelEntry | Call;

/** Gives each decision of the log to the prompt, call or answer that it is about; one about nothing in the session is noted. */
export function withGateDecisions(
  entries: readonly TranscriptEntry[],
  records: readonly JournalRecord[],
  report: ImportReport,
): readonly TranscriptEntry[] {
  const lines = records.filter(({ value }) => isOfGate(value));
  if (lines.length === 0) return entries;
  const length = lines[0]?.place.length ?? 0;
  const lineOf = (place: Path): string => toJson(place.slice(0, length));
  const found = decidedIn(entries, lineOf);
  const given = new Map<Decided, GateDecision[]>();
  const latest = new Map<string, Call>();
  for (const line of lines) {
    const decision = decisionIn(line, report);
    const key = lineOf(line.place);
    const call = callIn(line.value);
    const own = call === undefined ? found.messages.get(key) : (found.calls.get(key) ?? latest.get(call.id));
    if (call !== undefined && own !== undefined && 'to' in own) latest.set(call.id, own);
    if (decision === undefined || own === undefined) notes['gate-other'](line.place, report);
    else given.set(own, [...(given.get(own) ?? []), decision]);
  }
  notes.gate(null, report);
  return entries.map((entry) => decided(entry, given));
}

/** What a decision can be about, by the lines that record it. */
function decidedIn(entries: readonly TranscriptEntry[], lineOf: (place: Path) => string) {
  const messages = new Map<string, InputEntry | ModelEntry>();
  const calls = new Map<string, Call>();
  const addCall = (call: Call) => {
    calls.set(lineOf(call.place), call);
    if (call.result?.place !== undefined) calls.set(lineOf(call.result.place), call);
  };
  for (const entry of entries) {
    if (entry.kind === 'call') addCall(entry.call);
    if (entry.kind === 'model') for (const call of entry.calls) addCall(call);
    if (entry.kind === 'input' || entry.kind === 'model')
      for (const place of [entry.place, ...(entry.alsoAt ?? [])]) messages.set(lineOf(place), entry);
  }
  return { messages, calls };
}

function decided(entry: TranscriptEntry, given: ReadonlyMap<Decided, readonly GateDecision[]>): TranscriptEntry {
  const withOwn = <T extends Decided>(one: T): T => {
    const gate = given.get(one);
    return gate === undefined ? one : { ...one, gate };
  };
  if (entry.kind === 'input') return withOwn(entry);
  if (entry.kind === 'call') return { ...entry, call: withOwn(entry.call) };
  return entry.kind === 'model' ? { ...withOwn(entry), calls: entry.calls.map(withOwn) } : entry;
}
