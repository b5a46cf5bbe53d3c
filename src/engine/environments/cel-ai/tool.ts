import { asDoubles } from '../../model/all-double.ts';
import { below, type Path } from '../../model/path.ts';
import type { ToolDefinition } from '../../model/tool-definition.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { Message, notRecorded, partlyKnown } from './message.ts';

/** `tool`: its name, and what the recording holds of its definition. `definition` is called when a field is read. */
export const toolMessage = (name: string, path: Path, definition: () => ToolDefinition | undefined): Message =>
  new Message('Tool', path, (field) => {
    if (field === 'name') return name;
    const known = definition();
    switch (field) {
      case 'description':
        return known?.description ?? notRecorded;
      case 'input_schema':
      case 'output_schema':
      case 'metadata': {
        const value = known?.[field];
        return value === undefined ? notRecorded : asDoubles(value);
      }
      case 'annotations':
        return known?.annotations === undefined ? notRecorded : annotationsOf(known.annotations, below(path, field));
      default:
        return notRecorded;
    }
  });

/**
 * MCP's words for the annotations; servers that OpenAI lists have them without `Hint`. A hint that is left out is unknown: MCP's
 * default for a destructive tool is true, that of this environment's message is false, and a host decides which it takes.
 * https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
 */
const hints: { readonly [field: string]: readonly string[] } = {
  read_only: ['readOnlyHint', 'read_only'],
  destructive: ['destructiveHint', 'destructive'],
  idempotent: ['idempotentHint', 'idempotent'],
  open_world: ['openWorldHint', 'open_world'],
};

function annotationsOf(annotations: RecordValue, path: Path): Message {
  const known = Object.entries(hints).map(([field, names]): readonly [string, Value | undefined] => {
    const written = names.map((name) => (Object.hasOwn(annotations, name) ? annotations[name] : undefined));
    return [field, written.find((value) => typeof value === 'boolean')];
  });
  return partlyKnown('ToolAnnotations', path, Object.fromEntries(known));
}

/** Where the tool is from, as far as it is recorded. */
export const providerOf = (definition: ToolDefinition | undefined, path: Path): Value =>
  partlyKnown('ToolProvider', path, { url: definition?.server_url });
