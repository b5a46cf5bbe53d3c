import { formatPath, type Path } from '../../../model/path.ts';
import { elementAt, entry, isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import type { CallHeader } from '../header.ts';
import { variablesIn } from '../operations/texts.ts';
import { startOf } from '../header.ts';
import type { Variable } from '../state.ts';

/** A text with placeholders, and where it stands. */
export interface FoundTemplate {
  readonly place: string;
  readonly text: string;
  /** Defaults of the prompt that it belongs to. */
  readonly variables: readonly Variable[];
}

export const hasBraces = (text: string): boolean => /\{\{[^{}]*\}\}/.test(text);

/** Fields of the header that are about the recording, or hold values rather than texts to be filled. */
const noConfiguration: ReadonlySet<string> = new Set(['title', 'importer', 'origin', 'context', 'variables']);

/** Those of the agents, tools and prompts that a header carries, or that came beside the context. */
export function templatesOfHeader(header: CallHeader): readonly FoundTemplate[] {
  const { configuration = {}, ...fields } = header;
  // The schema of a header is loose: whatever else it carries may be of an agent. It is plain data, though an interface does not say so.
  const rest = Object.entries(fields as unknown as RecordValue).filter(([key]) => !noConfiguration.has(key));
  return [configuration, Object.fromEntries(rest), startOf(header).state.aside].flatMap((value) =>
    templatesIn(value, []),
  );
}

/** Arguments whose texts an operation resolves. Parameters and values that are written are data. */
const resolved: { readonly [op: string]: readonly string[] } = {
  agent_says: ['text'],
  resolve: ['template'],
  preview: ['template'],
  resolve_dict: ['data'],
  resolve_agent: ['agent'],
  call_tool: ['actions', 'on_success', 'on_failure'],
  action: ['action'],
  check_skip: ['skip_condition'],
};

/** Those in the arguments of a call. */
export function templatesOfCall(op: string, args: RecordValue): readonly FoundTemplate[] {
  if (!Object.hasOwn(resolved, op)) return [];
  const tool = entry(args, 'tool');
  const name = typeof tool === 'string' ? tool : op;
  return (resolved[op] ?? []).flatMap((argument) => {
    const value = entry(args, argument);
    return value === undefined ? [] : templatesIn(value, [name, argument]);
  });
}

/** As much of a configuration as is looked at, and as deep. */
const maxParts = 20_000;
const maxDepth = 100;

interface Part {
  readonly value: Value;
  readonly path: Path;
  readonly variables: readonly Variable[];
}

/** Every text with placeholders in a value, in the order in which it holds them. */
function templatesIn(value: Value, path: Path): readonly FoundTemplate[] {
  const found: FoundTemplate[] = [];
  const open: Part[] = [{ value, path, variables: [] }];
  let parts = 0;
  for (let top = open.pop(); top !== undefined && parts < maxParts; top = open.pop()) {
    parts += 1;
    if (typeof top.value !== 'string') open.push(...partsOf(top).toReversed());
    else if (hasBraces(top.value)) {
      found.push({ place: formatPath(top.path), text: top.value, variables: top.variables });
    }
  }
  return found;
}

function partsOf({ value, path, variables }: Part): readonly Part[] {
  if (path.length >= maxDepth) return [];
  if (isList(value)) {
    const length = Math.min(value.length, maxParts);
    return Array.from({ length }, (_, i) => ({ value: elementAt(value, i) ?? null, path: [...path, i], variables }));
  }
  if (!isRecord(value)) return [];
  const inside = [...variablesOf(value), ...variables];
  return Object.entries(value).map(([key, part]) => ({ value: part, path: [...path, key], variables: inside }));
}

/** What a prompt declares holds for it, and for the agent around it: `resolve_agent` fills all of one so. */
function variablesOf(record: RecordValue): readonly Variable[] {
  const prompt = entry(record, 'prompt');
  const ofPrompt = prompt !== undefined && isRecord(prompt) ? variablesIn(entry(prompt, 'variables')) : [];
  return [...variablesIn(entry(record, 'variables')), ...ofPrompt];
}
