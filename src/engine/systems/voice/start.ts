import type { Note } from '../../model/problem.ts';
import { entry, isList, isRecord, Unknown, type RecordValue, type Value } from '../../model/value.ts';
import { AppendedList } from './appended-list.ts';
import type { CallState, Variable } from './state.ts';
import { traced } from './trace.ts';

/** Data that accompanies a context without being part of it. */
export interface StartOptions {
  readonly variables?: readonly Variable[];
  readonly now?: string;
  /** Keys that the recording of an export does not have, or not completely. Without them, a missing key has its initial value. */
  readonly unrecorded?: readonly string[];
}

export interface StartedCall {
  readonly state: CallState;
  /** Notes on data that was not accepted as it is. */
  readonly notes: readonly Note[];
}

/** A new call from the constructor's arguments. Further keys of an export are accepted too. */
export function startCall(context: RecordValue, surroundings: StartOptions = {}): StartedCall {
  const { state, notes } = restoreCall(context, surroundings);
  if (entry(context, 'history') !== undefined || state.unrecorded.includes('history')) return { state, notes };
  const declared = declaredKeys(context);
  const more = declared.length === 0 ? {} : { awaits: declared };
  return { state: { ...state, trace: traced(state, 'start', more, surroundings.now) }, notes };
}

/** The call described by an export; any part may be missing. Contextscope marks the unknown values of its own exports. */
export function restoreCall(
  given: RecordValue,
  { variables = [], now, unrecorded = [] }: StartOptions = {},
): StartedCall {
  const marked = exportKeys.filter((key) => isUnknown(entry(given, key)));
  const dict = marked.length === 0 ? given : omit(given, marked);
  const reader = new DictReader(dict);
  const current = reader.name('current_agent');
  const state: CallState = {
    call_id: reader.name('call_id'),
    tenant_id: reader.name('tenant_id'),
    workflow_id: reader.name('workflow_id'),
    spaces: {
      user: reader.record('user'),
      workflow: isList(entry(dict, 'workflow') ?? null) ? {} : reader.record('workflow'),
      flags: reader.entries('flags', (value) => typeof value === 'boolean', 'flags are true or false'),
      agents: reader.entries('agents', isRecord, 'the state of an agent is an object'),
      params: reader.record('params'),
    },
    current_agent: current,
    agent_history: reader.list('agent_history', current === null ? [] : [current]),
    pending_handoff: reader.name('pending_handoff'),
    trace: reader.list('history', []),
    variables,
    now: now ?? null,
    unrecorded: [...new Set([...unrecorded, ...marked])],
    unknownKeys: reader.aside(),
    otherCalls: {},
  };
  return { state, notes: reader.notes };
}

/** A workflow's `shared_context` may be a list of names: declared keys without values yet. */
function declaredKeys(context: RecordValue): readonly string[] {
  const workflow = entry(context, 'workflow') ?? null;
  return isList(workflow) ? [...workflow].filter((key) => typeof key === 'string') : [];
}

const omit = (record: RecordValue, keys: readonly string[]): RecordValue =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));

const isUnknown = (value: Value | undefined): boolean =>
  value instanceof Unknown || (isRecord(value) && isList(value['$unknown'] ?? null) && Object.keys(value).length === 1);

/** The keys of `to_dict()`. */
export const exportKeys: readonly string[] = [
  'call_id',
  'tenant_id',
  'workflow_id',
  'user',
  'workflow',
  'flags',
  'agents',
  'params',
  'history',
  'current_agent',
  'agent_history',
  'pending_handoff',
];

const known: ReadonlySet<string> = new Set(exportKeys);

/** Reads an export key by key. Data that does not fit is kept separately and reported, never dropped. */
class DictReader {
  readonly notes: Note[] = [];
  readonly #dict: RecordValue;
  readonly #aside: [string, Value][] = [];

  constructor(dict: RecordValue) {
    this.#dict = dict;
  }

  name(key: string): string | null {
    const value = entry(this.#dict, key) ?? null;
    if (value === null || typeof value === 'string') return value;
    this.#keep(key, value, 'a text was expected');
    return null;
  }

  record(key: string): RecordValue {
    const value = entry(this.#dict, key) ?? null;
    if (isRecord(value)) return value;
    if (value !== null) this.#keep(key, value, 'an object was expected');
    return {};
  }

  list(key: string, otherwise: readonly Value[]): AppendedList {
    const value = entry(this.#dict, key) ?? null;
    if (isList(value)) return AppendedList.from(value);
    if (value !== null) this.#keep(key, value, 'a list was expected');
    return AppendedList.from(otherwise);
  }

  /** A namespace whose values must all fit a rule; returns the same object if they do. */
  entries(key: string, fits: (value: Value) => boolean, rule: string): RecordValue {
    const record = this.record(key);
    const odd = Object.entries(record).filter(([, value]) => !fits(value));
    for (const [name, value] of odd) this.#keep(`${key}.${name}`, value, rule);
    return odd.length === 0 ? record : Object.fromEntries(Object.entries(record).filter(([, value]) => fits(value)));
  }

  aside(): RecordValue {
    for (const [key, value] of Object.entries(this.#dict)) {
      if (!known.has(key)) this.#keep(key, value, 'the key is unknown');
    }
    return Object.fromEntries(this.#aside);
  }

  #keep(place: string, value: Value, why: string): void {
    this.#aside.push([place, value]);
    this.notes.push({
      severity: 'info',
      code: 'voice/kept-aside',
      message: `“${place}” is kept separately and is not part of the context: ${why}.`,
      place,
    });
  }
}
