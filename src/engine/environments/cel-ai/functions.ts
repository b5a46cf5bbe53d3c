import type { CelFunction } from '../../cel/index.ts';
import { formatPath } from '../../model/path.ts';
import { Double, double, isList, Optional, Timestamp, Unknown, type ListValue, type Value } from '../../model/value.ts';
import type { Category } from './detector.ts';
import { finding, Message, SearchedMessage } from './message.ts';
import { FixedSet, MessageSet, millisecondsOf } from './message-set.ts';
import { AgentMessage, ToolCall } from './parts.ts';

/** The functions of common_env.yaml, and `messages()`, which its implementation in cel-java has beside them. */
export const celAiFunctions: readonly CelFunction[] = [
  {
    ...pure('ai.finding', 2, ([value, confidence]) => {
      const number = numberOf(confidence);
      return typeof value === 'string' && number !== undefined ? finding(value, double(number)) : undefined;
    }),
    form: 'function',
  },
  findings('sensitivityFindings', 'sensitivity'),
  findings('safetyFindings', 'safety'),
  findings('threatFindings', 'threat'),
  pure('hasAll', 2, ([found, wanted]) => {
    const needed = listIn(wanted);
    if (needed === undefined) return undefined;
    const there = listIn(found);
    if (there === undefined) return undefined;
    return hasAll(there ?? [], needed ?? []);
  }),
  pure('union', 2, ([a, b]) => {
    const left = listIn(a);
    const right = listIn(b);
    if (left === undefined || right === undefined) return undefined;
    if (isList(a ?? null) && isList(b ?? null)) return union(left ?? [], right ?? []);
    return left === null && right === null ? new Optional(undefined) : new Optional(union(left ?? [], right ?? []));
  }),
  narrowing('role', (set, role) => set.role(role)),
  narrowing('toolCalls', (set, name) => set.toolCalls(name)),
  narrowing('resultType', (set, type) => set.resultType(type)),
  timed('before', (set, time) => set.within(-Infinity, time)),
  timed('after', (set, time) => set.within(time, Infinity)),
  pure('prompts', 1, ([target]) => setOf(target)?.prompts()),
  pure('parts', 1, ([set]) => (set instanceof MessageSet ? set.parts : undefined)),
  pure('messages', 1, ([set]) => (set instanceof MessageSet ? set.messages : undefined)),
  pure('spec', 1, ([call]) => (call instanceof ToolCall ? call.spec : undefined)),
  pure('asType', 2, ([part]) => (part instanceof Message ? part : undefined)),
];

function pure(name: string, count: number, call: CelFunction['call']): CelFunction {
  return { name, form: 'method', arity: [count, count], call, isPure: true };
}

const setOf = (target: Value | undefined): MessageSet | undefined => {
  if (target instanceof MessageSet) return target;
  return target instanceof AgentMessage ? new FixedSet(target.reading, target.path, target.entries) : undefined;
};

function narrowing(name: string, narrow: (set: MessageSet, argument: string) => MessageSet): CelFunction {
  return pure(name, 2, ([target, argument]) => {
    const set = setOf(target);
    return set === undefined || typeof argument !== 'string' ? undefined : narrow(set, argument);
  });
}

function timed(name: string, narrow: (set: MessageSet, time: number) => Value): CelFunction {
  return pure(name, 2, ([target, time]) => {
    const set = setOf(target);
    return set === undefined || !(time instanceof Timestamp) ? undefined : narrow(set, millisecondsOf(time));
  });
}

/** Findings are the host's: unknown, unless a findings table is given. Threats have no label. */
function findings(name: string, category: Category): CelFunction {
  const count = category === 'threat' ? 1 : 2;
  return pure(name, count, ([target, label = null]) => {
    if (label !== null && typeof label !== 'string') return undefined;
    if (!(target instanceof SearchedMessage || target instanceof MessageSet)) return undefined;
    return target.findings(category, label) ?? new Unknown([[`${formatPath(target.path)}.${name}()`]]);
  });
}

/** Null for an empty optional; undefined for anything but a list or an optional list. */
function listIn(value: Value | undefined): ListValue | null | undefined {
  if (value instanceof Optional) return value.value === undefined ? null : listIn(value.value);
  return value !== undefined && isList(value) ? value : undefined;
}

/** A name has to be there; a finding has to be there with at least its confidence. */
function hasAll(found: ListValue, wanted: ListValue): boolean | undefined {
  const there = [...found].map(read);
  for (const one of wanted) {
    const needed = typeof one === 'string' ? { name: one, confidence: -Infinity } : read(one);
    if (needed === undefined) return undefined;
    if (!there.some((each) => each?.name === needed.name && each.confidence >= needed.confidence)) return false;
  }
  return true;
}

/** Each name once, with its highest confidence. */
function union(left: ListValue, right: ListValue): readonly Value[] | undefined {
  const best = new Map<string, Value>();
  for (const each of [...left, ...right]) {
    const one = read(each);
    if (one === undefined) return undefined;
    const known = read(best.get(one.name));
    if (known === undefined || one.confidence > known.confidence) best.set(one.name, each);
  }
  return [...best.values()];
}

function read(value: Value | undefined): { readonly name: string; readonly confidence: number } | undefined {
  if (!(value instanceof Message) || value.type !== 'Finding') return undefined;
  const name = value.get('value');
  const confidence = numberOf(value.get('confidence'));
  return typeof name === 'string' && confidence !== undefined ? { name, confidence } : undefined;
}

function numberOf(value: Value | undefined): number | undefined {
  if (value instanceof Double) return value.value;
  return typeof value === 'number' && !Number.isInteger(value) ? value : undefined;
}
