import { stringify } from 'yaml';
import { err, ok, type Result } from '../../base/result.ts';
import { formatPath, type Path } from '../model/path.ts';
import type { Problem } from '../model/problem.ts';
import { isList, isRecord, type RecordValue, valueAt, type Value } from '../model/value.ts';
import type { Rule } from '../rules/rule.ts';
import { functionKey } from '../systems/task/keys.ts';
import type { Policy } from './policy.ts';
import { readPolicy } from './read-policy.ts';
import { insertedInFlow } from './write-flow-step.ts';

/** The manifest's text with one more step, and the new rule's id. All else stays unchanged. */
export function withStep(
  policy: Policy,
  rule: Rule,
): Result<{ readonly text: string; readonly rule: string }, Problem> {
  const place = placeOf(policy, rule);
  if (!place.ok) return place;
  const { path, only } = place.value;
  const listed = valueAt(policy.document.value, path) ?? null;
  const id = formatPath([...path, isList(listed) ? listed.length : 0]);
  const item = { assert: rule.expression, ...(only !== null && { match: only }) };
  const isMeant = (text: string | null): text is string => readsAsMeant(text, policy, id, rule.expression);
  const block = inserted(policy, path, item);
  if (isMeant(block)) return ok({ text: block, rule: id });
  const flow = insertedInFlow(policy.document, path, item);
  return isMeant(flow) ? ok({ text: flow, rule: id }) : err(noPlace(path));
}

/** The text may have forms that this code does not handle: a result that does not read as intended is not returned. */
function readsAsMeant(text: string | null, { document, rules }: Policy, id: string, expression: string): boolean {
  const read = text === null ? null : readPolicy(text);
  if (read?.ok !== true || read.value.document.problems.length > document.problems.length) return false;
  const added = read.value.rules.find((each) => each.id === id);
  return added?.expression === expression && read.value.rules.length === rules.length + 1;
}

const noPlace = (path: Path): Problem => ({
  code: 'policy/no-place',
  message: `There is no simple place for a step under ${formatPath(path)}: write it with a line for each step, or add the step in the text.`,
});

interface Place {
  readonly path: Path;
  /** The action of a tool with several; null for the whole capability. */
  readonly only: string | null;
}

function placeOf(policy: Policy, { hook, match, expression }: Rule): Result<Place, Problem> {
  if (expression.trim() === '') return err(fault('The rule is empty. Write an expression first.'));
  const [layer, list] = hook.split('.');
  if (list !== 'before' && list !== 'after')
    return err(
      fault(
        `A step runs at guardrail.before, guardrail.after, middleware.before or middleware.after; this rule is at ${hook}. Choose another hook first.`,
      ),
    );
  if (layer === 'guardrail') return ok({ path: ['guardrails', list], only: null });
  if (match === null)
    return err(fault('A step of the middleware belongs to one capability. Choose the capability first.'));
  const { ref, only } = capabilityOf(policy, match);
  return ok({ path: ['capabilities', ref, list], only });
}

const fault = (message: string): Problem => ({ code: 'policy/no-step', message });

/**
 * The capability in the manifest that a function of the session belongs to: the longest name wins; without one, a new
 * capability.
 */
function capabilityOf({ document }: Policy, key: string): { readonly ref: string; readonly only: string | null } {
  const capabilities = isRecord(document.value) ? (document.value['capabilities'] ?? null) : null;
  const refs = isRecord(capabilities) ? Object.keys(capabilities) : [];
  const owners = refs
    .map((ref) => ({ ref, own: functionKey({ kind: 'single', ref }) }))
    .filter(({ own }) => key === own || key.startsWith(`${own}_`))
    .toSorted((a, b) => b.own.length - a.own.length);
  const [owner] = owners;
  if (owner === undefined) return { ref: key, only: null };
  return { ref: owner.ref, only: key === owner.own ? null : key.slice(owner.own.length + 1) };
}

/**
 * The text with an item at the end of the list at a path. Missing parts of the path are created. Null when they are in
 * braces.
 */
function inserted({ document }: Policy, path: Path, item: RecordValue): string | null {
  const { text } = document;
  const depth = deepest(document.value, path);
  const holder = path.slice(0, depth);
  const range = document.locate(holder);
  const first = firstKey(document.value, holder);
  if (first === null) return depth === 0 ? appended(text, text.length, nested(path, item, 0)) : null;
  const start = depth === path.length ? range : document.locateKey([...holder, first]);
  if (range === null || start === null || '{['.includes(text.charAt(range.start))) return null;
  const indent = columnOf(text, depth === path.length ? range.start : start.start);
  if (depth === path.length) return appended(text, range.end, nested([], item, indent));

  const key = document.locateKey(path.slice(0, depth + 1));
  if (key === null) return appended(text, range.end, nested(path.slice(depth), item, indent));
  // The key is there without a value, or with `"*"`, which conditions replace.
  const colon = text.indexOf(':', key.end);
  const old = document.locate(path.slice(0, depth + 1));
  const end = old === null || old.end <= colon ? colon + 1 : old.end;
  const lines = nested(path.slice(depth), item, indent).slice(1);
  return appended(text.slice(0, colon + 1) + text.slice(end), colon + 1, lines);
}

/** Number of steps of a path that lead into a value with entries. */
function deepest(value: Value, path: Path): number {
  for (let depth = path.length; depth > 0; depth--) {
    if (firstKey(value, path.slice(0, depth)) !== null) return depth;
  }
  return 0;
}

function firstKey(value: Value, path: Path): string | number | null {
  const at = valueAt(value, path) ?? null;
  if (isList(at)) return at.length > 0 ? 0 : null;
  return isRecord(at) ? (Object.keys(at)[0] ?? null) : null;
}

const columnOf = (text: string, offset: number): number => offset - (text.lastIndexOf('\n', offset - 1) + 1);

/** The lines of a list of one item under some keys, as the library writes them. */
function nested(keys: Path, item: RecordValue, indent: number): readonly string[] {
  const value = keys.reduceRight<object>((below, key) => ({ [key]: below }), [item]);
  const lines = stringify(value, { lineWidth: 0 }).replace(/\n$/, '').split('\n');
  return lines.map((line) => (line === '' ? '' : ' '.repeat(indent) + line));
}

/** The offset after the line that contains the last token before `end`. */
function appended(text: string, end: number, lines: readonly string[]): string {
  const word = text.slice(0, end).trimEnd().length;
  const lineEnd = text.indexOf('\n', word);
  const head = (lineEnd < 0 ? text : text.slice(0, lineEnd)).replace(/\r$/, '');
  const tail = lineEnd < 0 ? '\n' : text.slice(lineEnd);
  return `${head === '' ? '' : `${head}\n`}${lines.join('\n')}${tail}`;
}
