import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import type { ToolDefinition } from '../../model/tool-definition.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { info, lost, type ImportReport } from '../import-report.ts';
import type { Placed } from '../values/elements.ts';
import { present } from '../values/present.ts';
import { fieldIn, findAt, recordAt, textAt, type FoundValue, type Where } from '../values/where.ts';
import { opened } from '../values/written-value.ts';

/** A tool in a list of those that a model can call, or that a server has. */
export interface OfferedTool {
  /** With the name alone where the recording describes it no further. */
  readonly definition: ToolDefinition;
  readonly place: Path;
  /** It has settings that no rule can see. */
  readonly hasMore: boolean;
  /** It holds a part of the definition, and the rest stays as it was. */
  readonly isPart?: true;
}

/** Where the tools are from, if the recording says so beside their list. */
export type Server = Pick<ToolDefinition, 'server' | 'server_url'>;

/**
 * The tools of a list, in the form of any provider: OpenAI's wraps a function, Bedrock's a `toolSpec`, Gemini's and Codex's hold
 * several functions in one entry; Anthropic's and MCP's have the name beside the schema. Lists and entries may be texts of JSON.
 */
export function offeredTools(
  { value, place, isInText: isWithin = false }: Placed & { readonly isInText?: boolean },
  server: Server = {},
): readonly OfferedTool[] {
  const list = opened(value);
  const isInText = isWithin || list !== value;
  const read = (tool: Value, step: string | number, key?: string) => {
    const one = opened(tool);
    const at = isInText ? place : [...place, step];
    return offeredTool({ value: one, place: at, isInText: isInText || one !== tool }, server, key);
  };
  // Some keep them as a record: the name is the key.
  if (isRecord(list) && groupIn(list) !== undefined)
    return offeredTool({ value: list, place, isInText }, server, undefined);
  if (isRecord(list)) return Object.entries(list).flatMap(([name, tool]) => read(tool, name, name));
  return isList(list) ? [...list].flatMap((tool, index) => read(tool, index)) : [];
}

/** The key of a list of tools within an entry. */
const groupIn = (tool: RecordValue): string | undefined =>
  ['functionDeclarations', 'function_declarations', 'tools'].find((key) => isList(tool[key] ?? null));

function offeredTool(
  { value: tool, place, isInText }: FoundValue,
  server: Server,
  key: string | undefined,
): readonly OfferedTool[] {
  if (typeof tool === 'string' && key === undefined) return [{ definition: { name: tool }, place, hasMore: false }];
  if (!isRecord(tool)) return [];
  const group = groupIn(tool);
  if (group !== undefined) {
    // Codex calls a function of a group by both names.
    const named = textAt(tool, 'name');
    const at = isInText ? place : [...place, group];
    return offeredTools(
      { value: tool[group] ?? null, place: at, isInText },
      named === undefined ? server : { server: named },
    );
  }
  const body = recordAt(tool, ['function', 'custom', 'toolSpec', 'tool', 'json_schema']) ?? openedAt(tool) ?? tool;
  // Tools of a provider have a type alone; a definition without a name is noted later.
  const name = textAt(body, 'name') ?? textAt(tool, 'name') ?? key ?? '';
  const definition: ToolDefinition = {
    name,
    ...present({
      description: textAt(body, 'description') ?? textAt(tool, 'description'),
      input_schema: schemaAt(body, inputSchemas),
      output_schema: schemaAt(body, outputSchemas),
      annotations: filled(recordAt(body, 'annotations')),
      metadata: filled(recordAt(body, '_meta')),
      ...server,
    }),
  };
  return [{ definition, place, hasMore: [tool, body].some(hasMore) }];
}

/** OpenInference keeps the definition as a text. */
function openedAt(tool: RecordValue): RecordValue | undefined {
  const text = textAt(tool, ['tool.json_schema', ['tool.json_schema'], 'json_schema']);
  const found = text === undefined ? null : opened(text);
  return isRecord(found) ? (recordAt(found, 'function') ?? found) : undefined;
}

const inputSchemas = [
  'parameters',
  'input_schema',
  'parametersJsonSchema',
  'params_json_schema',
  'args_schema',
  'schema',
];
const outputSchemas = ['output_schema', 'response', 'responseJsonSchema'];

function schemaAt(body: RecordValue, where: Where): RecordValue | undefined {
  const written = findAt(body, where, (value) => isRecord(opened(value)))?.value;
  const schema = written === undefined ? undefined : opened(written);
  if (schema === undefined || !isRecord(schema)) return undefined;
  // Bedrock and the AI SDK wrap it once more.
  return Object.keys(schema).length === 1 ? (recordAt(schema, ['json', 'jsonSchema']) ?? schema) : schema;
}

const filled = (record: RecordValue | undefined): RecordValue | undefined =>
  record === undefined || Object.keys(record).length === 0 ? undefined : record;

/** Keys with a meaning here, and those that only say what kind of entry it is. */
const known: ReadonlySet<string> = new Set([
  'type',
  'name',
  'function',
  'custom',
  'toolSpec',
  'tool',
  'json_schema',
  'tool.json_schema',
  'id',
  'description',
  'annotations',
  '_meta',
  'inputSchema',
  'outputSchema',
  'parameters_json_schema',
  'paramsJsonSchema',
  'argsSchema',
  'response_json_schema',
  ...inputSchemas,
  ...outputSchemas,
]);

/** False, null and nothing are no settings. */
const hasMore = (record: RecordValue): boolean =>
  Object.entries(record).some(
    ([key, value]) =>
      !known.has(key) && value !== null && value !== false && value !== '' && !(isList(value) && value.length === 0),
  );

/** The names of tools, once each. */
export const namesOf = (tools: readonly OfferedTool[]): readonly string[] => [
  ...new Set(tools.map(({ definition }) => definition.name).filter((name) => name !== '')),
];

/** The list at one of these places in a record, which may be a text. */
export function offeredAt({ value, place }: Placed, where: Where, server?: Server): readonly OfferedTool[] {
  const found = fieldIn(value, where, place);
  if (found === undefined) return [];
  // What code has put together has the place of the record.
  const isMade = found.place.length === place.length;
  return offeredTools({ ...found, isInText: found.isInText || isMade }, server);
}

/**
 * The definitions of a session in order: a request repeats those of the requests before it, so only what is new or different
 * is recorded. Each task of a session has its own.
 */
export class DefinedTools {
  readonly #latest = new Map<string, ToolDefinition>();
  readonly #report: ImportReport;

  constructor(report: ImportReport) {
    this.#report = report;
  }

  /** Those of the tools whose definition is not known yet. */
  added(tools: readonly OfferedTool[], owner = ''): readonly ToolDefinition[] {
    return tools.flatMap(({ definition, place, hasMore: isLarger, isPart }) => {
      if (Object.keys(definition).length === 1) return [];
      if (definition.name === '') {
        noteUnnamedTool(place, this.#report);
        return [];
      }
      const key = JSON.stringify([owner, definition.name]);
      const before = this.#latest.get(key);
      const whole = isPart === true ? { ...before, ...definition } : definition;
      if (before !== undefined && isSame(asValue(before), asValue(whole))) return [];
      this.#latest.set(key, whole);
      if (isLarger) noteSettings(place, this.#report);
      return [whole];
    });
  }
}

/** Plain data by its type, though an interface does not say so. */
const asValue = (definition: ToolDefinition): Value => definition as unknown as RecordValue;

const noteSettings = info(
  'import/tool-settings',
  '{# definition} of a tool {has|have} settings beside description, schemas and annotations: these were left out.',
);

const noteUnnamedTool = lost('import/tool-without-name', '{# tool} without a name: left out.');
