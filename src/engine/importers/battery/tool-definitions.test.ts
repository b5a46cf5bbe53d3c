import { describe, expect, test } from 'vitest';
import { elementAt, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { isSame } from '../../model/equal.ts';
import { definitionAt } from '../../model/definition-at.ts';
import type { ToolDefinition } from '../../model/tool-definition.ts';
import { openEntry, type OpenSession } from '../../opening/open-session.ts';
import { readNow as readDocument } from '../../readers/testing.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';
import { fixtures } from './testing.ts';

/**
 * A recount of the definitions of tools that knows no format and uses no code of the importers: a definition is a record with a
 * name and a JSON Schema beside it, or one with a name and a description in a list of tools.
 */
interface Written {
  readonly name: string;
  readonly description: string | undefined;
  readonly schema: RecordValue | undefined;
  readonly at: string;
}

const schemaKeys =
  'parameters input_schema inputSchema parametersJsonSchema parameters_json_schema params_json_schema paramsJsonSchema'.split(
    ' ',
  );

/** Keys of texts and values of the conversation, in which something that looks like a definition is none. */
const spoken = /^(?:arguments|content|text|args|message|reasoning|tool_input|toolCallList|tool_calls|tool_results)$/;

function* definitionsIn(value: Value, at: string, isInTools = false, depth = 0): Generator<Written> {
  if (depth > 100) return;
  if (typeof value === 'string') {
    if (!/^\s*[[{]/.test(value) || !/"(?:name|parameters|inputSchema)\\*"/.test(value)) return;
    const inner = readDocument(value);
    if (inner.ok && inner.value.notes.every(({ severity }) => severity === 'info'))
      yield* definitionsIn(inner.value.value, at, isInTools, depth + 1);
  } else if (isList(value)) {
    for (let i = 0; i < value.length; i++)
      yield* definitionsIn(elementAt(value, i) ?? null, `${at}[${i}]`, isInTools, depth + 1);
  } else if (isRecord(value)) {
    const own = definitionOf(value, at, isInTools);
    if (own !== undefined) return void (yield own);
    for (const [key, inner] of Object.entries(value)) {
      if (spoken.test(key)) continue;
      yield* definitionsIn(
        inner,
        `${at}.${key}`,
        /tools$|^functions$|declarations$|definitions$/i.test(key),
        depth + 1,
      );
    }
  }
}

function definitionOf(record: RecordValue, at: string, isInTools: boolean): Written | undefined {
  const { name, description } = record;
  if (typeof name !== 'string') return undefined;
  const schema = schemaKeys.map((key) => unwrapped(record[key] ?? null)).find(isRecord);
  const isSchema = schema !== undefined && (isInTools || 'type' in schema || 'properties' in schema);
  const isDescribed = isInTools && typeof description === 'string' && !('tools' in record);
  if (!isSchema && !isDescribed) return undefined;
  return { name, description: typeof description === 'string' ? description : undefined, schema, at };
}

function unwrapped(schema: Value): Value {
  return isRecord(schema) && Object.keys(schema).length === 1
    ? (schema['json'] ?? schema['jsonSchema'] ?? schema)
    : schema;
}

function sessionsOf(text: string): readonly OpenSession[] {
  const found = openNow(text);
  if (!found.ok) throw new Error(found.problem.message);
  return [...found.value.entries.keys()].flatMap((index) => {
    const one = openEntry(found.value, index, systemOf);
    return one.ok ? [one.value] : [];
  });
}

const fits = (written: Written, { name, description, input_schema }: ToolDefinition): boolean =>
  name === written.name &&
  (written.description === undefined || description === written.description) &&
  (written.schema === undefined || (input_schema !== undefined && isSame(input_schema, written.schema)));

describe.each(fixtures)('$owner/fixtures/$name', ({ owner, text }) => {
  test('every definition of a tool in the file is in a session, with its description and schema', () => {
    const document = readDocument(text);
    if (!document.ok) throw new Error(document.problem.message);
    const written = [...definitionsIn(document.value.value, '')];
    if (written.length === 0) return;
    const known = sessionsOf(text).flatMap(({ history }) => history.tools.map(({ definition }) => definition));
    const lost = written.filter((one) => !known.some((definition) => fits(one, definition)));
    expect(lost.map(({ at, name }) => `${owner}: ${at} ${name}`)).toEqual([]);
  });

  test('a tool that is used has the definition that was recorded before its use', () => {
    for (const { history } of sessionsOf(text)) {
      for (const { key, turn, definition } of history.tools) {
        const use = history.invocations.find((one) => one.function === key && one.turn > turn);
        if (use === undefined) continue;
        expect(definitionAt(history, key, use.turn, use.node)?.definition.name).toBe(definition.name);
      }
    }
  });
});
