import { shapeOf } from '../cel/check/index.ts';
import { bool, doubleType, dyn, intType, listOf, mapOf, string, type Field, type Type } from '../cel/types/types.ts';
import { inputOf } from '../model/hook-values.ts';
import { oneLine } from '../model/label.ts';
import { definitionAt } from '../model/definition-at.ts';
import type { OpenSession } from '../opening/open-session.ts';
import type { ToolDefinition } from '../model/tool-definition.ts';
import { isList, isMap, isRecord, type RecordValue, type Value } from '../model/value.ts';

/** Enough samples for a shape: the keys of a call's arguments hardly change after so many calls. */
const maxSamples = 400;

/** The arguments of the calls at some turns, and the tools that are called there. */
export interface ObservedCalls {
  /** From the calls of the session, and from the schemas of their tools; null where there is neither. */
  readonly arguments: Type | null;
  /** The definition of the only tool; null where several are called, or none is recorded. */
  readonly tool: ToolDefinition | null;
}

/** Without a session, nothing is observed. */
export function observedCalls(session: OpenSession | null, eligible: Int32Array): ObservedCalls {
  if (session === null) return { arguments: null, tool: null };
  const { history } = session;
  const step = Math.max(1, Math.floor(eligible.length / maxSamples));
  const values: Value[] = [];
  const functions = new Map<string, ToolDefinition | undefined>();
  for (let at = 0; at < eligible.length; at += step) {
    const turn = eligible[at] ?? -1;
    const value = inputOf(history, turn);
    if (value !== undefined && isMap(value)) values.push(value);
    const { invocation: index, node } = history.turns[turn] ?? {};
    const invocation = index === undefined ? undefined : history.invocations[index];
    if (invocation === undefined || functions.has(invocation.function)) continue;
    functions.set(invocation.function, definitionAt(history, invocation.function, Infinity, node)?.definition);
  }
  const definitions = [...functions.values()].filter((definition) => definition !== undefined);
  const observed = values.length === 0 ? null : shapeOf(values, { isSample: step > 1 });
  return {
    arguments: withDeclared(observed, definitions),
    tool: functions.size === 1 ? (definitions[0] ?? null) : null,
  };
}

/** The fields of the schemas beside those that occur; a field that occurs keeps its own type. */
function withDeclared(observed: Type | null, definitions: readonly ToolDefinition[]): Type | null {
  const declared = new Map<string, Field>();
  for (const { name, input_schema: schema } of definitions) {
    for (const [key, property] of Object.entries(recordAt(schema, 'properties'))) {
      const said = isRecord(property) && typeof property['description'] === 'string' ? property['description'] : '';
      const about = said === '' ? `Argument of ${name}.` : oneLine(said);
      const type = typeOf(property);
      const before = declared.get(key);
      declared.set(
        key,
        before === undefined ? { type, about, seen: 0, total: 0 } : { ...before, type: joined(before.type, type) },
      );
    }
  }
  if (declared.size === 0) return observed;
  if (observed === null) return { kind: 'record', fields: declared, keys: 'partial' };
  if (observed.kind !== 'record') return observed;
  const fields = new Map(observed.fields);
  for (const [key, field] of declared) {
    const seen = fields.get(key);
    fields.set(key, seen === undefined ? field : { ...seen, ...(field.about !== undefined && { about: field.about }) });
  }
  return { ...observed, fields };
}

const joined = (one: Type, other: Type): Type => (JSON.stringify(one) === JSON.stringify(other) ? one : dyn);

/** Deeper schemas are left to the values. */
function typeOf(property: Value): Type {
  if (!isRecord(property)) return dyn;
  const { type = null, items = null } = property;
  if (typeof type !== 'string') return dyn;
  switch (type.toLowerCase()) {
    case 'string':
      return string;
    case 'boolean':
      return bool;
    case 'integer':
      return intType;
    case 'number':
      return doubleOrInt;
    case 'array':
      return listOf(isList(items) ? dyn : typeOf(items));
    case 'object':
      return mapOf(string, dyn);
    default:
      return dyn;
  }
}

/** A number without a fraction is recorded as an int. */
const doubleOrInt: Type = { kind: 'either', of: [intType, doubleType] };

function recordAt(schema: RecordValue | undefined, key: string): RecordValue {
  const value = schema !== undefined && Object.hasOwn(schema, key) ? schema[key] : undefined;
  return value !== undefined && isRecord(value) ? value : {};
}
