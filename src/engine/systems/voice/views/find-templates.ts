import { formatPath, type Path } from '../../../model/path.ts';
import { elementAt, entry, isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import type { CallHeader } from '../header.ts';
import { variablesIn } from '../operations/texts.ts';
import { startOf } from '../header.ts';
import type { Variable } from '../state.ts';

/** A text with placeholders, and its place. */
export interface FoundTemplate {
  readonly place: string;
  readonly text: string;
  /** The defaults of its own prompt. */
  readonly variables: readonly Variable[];
}

export const hasBraces = (text: string): boolean => /\{\{[^{}]*\}\}/.test(text);

/** Header fields about the recording, or with values instead of templates. */
const noConfiguration: ReadonlySet<string> = new Set(['title', 'importer', 'origin', 'context', 'variables']);

/** The templates of agents, tools and prompts in a header or beside its context. */
export function templatesOfHeader(header: CallHeader): readonly FoundTemplate[] {
  const { configuration = {}, ...fields } = header;
  // The schema of a header is loose: further fields may belong to an agent. The cast is safe because a header is plain data.
  const rest = Object.entries(fields as unknown as RecordValue).filter(([key]) => !noConfiguration.has(key));
  return [configuration, Object.fromEntries(rest), startOf(header).state.unknownKeys].flatMap((value) =>
    templatesIn(value, []),
  );
}

/** Arguments with texts that an operation resolves. Parameters and written values are data. */
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

/** The templates in the arguments of a call. */
export function templatesOfCall(op: string, args: RecordValue): readonly FoundTemplate[] {
  if (!Object.hasOwn(resolved, op)) return [];
  const tool = entry(args, 'tool');
  const name = typeof tool === 'string' ? tool : op;
  return (resolved[op] ?? []).flatMap((argument) => {
    const value = entry(args, argument);
    return value === undefined ? [] : templatesIn(value, [name, argument]);
  });
}

/** Limits of size and depth for the search in a configuration. */
const maxParts = 20_000;
const maxDepth = 100;

interface Part {
  readonly value: Value;
  readonly path: Path;
  readonly variables: readonly Variable[];
}

/** All texts with placeholders in a value, in order. */
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

/** The variables of a prompt apply to the prompt and to its agent, as in `resolve_agent`. */
function variablesOf(record: RecordValue): readonly Variable[] {
  const prompt = entry(record, 'prompt');
  const ofPrompt = prompt !== undefined && isRecord(prompt) ? variablesIn(entry(prompt, 'variables')) : [];
  return [...variablesIn(entry(record, 'variables')), ...ofPrompt];
}
