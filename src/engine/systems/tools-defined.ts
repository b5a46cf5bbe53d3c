import * as v from 'valibot';
import type { HistoryBuilder } from '../model/history-builder.ts';
import type { ToolDefinition } from '../model/tool-definition.ts';
import { fields, list, type Fields } from './event-table.ts';
import { record, text } from './fields.ts';

const maybeRecord = v.exactOptional(record);

const definition = {
  name: v.string(),
  description: text,
  input_schema: maybeRecord,
  output_schema: maybeRecord,
  annotations: maybeRecord,
  metadata: maybeRecord,
  server: text,
  server_url: text,
};

/**
 * The fields of `tools-defined`: what the recording says of tools, from here on. It concerns the recording, so no state of a
 * system changes.
 */
export const toolsDefined = {
  /** UTC ISO 8601. */
  at: text,
  node: text,
  tools: list<ToolDefinition>(fields(definition)),
};

export type ToolsDefined = { readonly type: 'tools-defined' } & Fields<typeof toolsDefined>;

/** `keyOf`: the key of the function with a name. */
export function addDefinitions(
  builder: HistoryBuilder,
  { tools, node }: Pick<ToolsDefined, 'tools' | 'node'>,
  event: number,
  keyOf: (name: string) => string,
): void {
  for (const tool of tools) builder.defined(keyOf(tool.name), tool, { event, node });
}
