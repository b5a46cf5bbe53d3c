import type { Call, Expr } from '../ast.ts';
import { callAsCel, foreignMacros, isForeignGroup } from './foreign-calls.ts';
import { type Diagnostic, rewrite, error } from '../diagnostic.ts';
import { quoted } from './suggest.ts';
import { grouped, receiverText, type Written } from './written.ts';
import { alternatives, isScalar } from '../types/types.ts';
import { pathText } from './tree.ts';

/** Adds the fixes that change more than the marked place. */
export function withRemedies(found: readonly Diagnostic[], written: Written): readonly Diagnostic[] {
  const dashed = dashedNames(found, written);
  const unbound = foreignMacros(written);
  const kept: Diagnostic[] = [...dashed];
  // Diagnostics whose fix rewrites the range of later ones: `!x in list`, `x || other`.
  const wide: Diagnostic[] = [];
  for (const one of found) {
    const { isWide = false, ...remedy } = byCode[one.code]?.(one, written) ?? {};
    const isFollowing = following.has(one.code) && wide.some((other) => covers(other, one));
    if (isFollowing || dashed.some((other) => covers(other, one)) || isUnbound(one, unbound, written)) continue;
    const better = { ...one, ...remedy };
    kept.push(better);
    if (isWide) wide.push(better);
  }
  return kept;
}

const following: ReadonlySet<string> = new Set(['cel/never-equal', 'cel/no-overload', 'cel/mixed-numbers']);

/** True for a macro's variable where the macro has a foreign name. */
const isUnbound = ({ code, range }: Diagnostic, macros: readonly Call[], { text }: Written): boolean =>
  code === 'cel/unknown-variable' &&
  macros.some(
    ({ args: [name], range: { start, end } }) =>
      name?.kind === 'ident' &&
      start <= range.start &&
      range.end <= end &&
      text.slice(range.start, range.end) === name.name,
  );

/** True if a fix rewrites the range of another diagnostic. */
const covers = ({ fix, range }: Diagnostic, other: Diagnostic): boolean =>
  [range, ...(fix?.edits ?? [])].some(({ start, end }) => start <= other.range.start && other.range.end <= end);

interface Better extends Partial<Pick<Diagnostic, 'fix' | 'message'>> {
  readonly isWide?: true;
}

type Remedy = (one: Diagnostic, written: Written) => Better | undefined;

const byCode: { readonly [code: string]: Remedy } = {
  'cel/unknown-function': callFix,
  'cel/unknown-variable': groupFix,
  'cel/wrong-arguments': (one, written) => styleFix(one, written) ?? callFix(one, written),
  'cel/no-overload': (one, written) =>
    membershipFix(one, written) ?? negationFix(one, written) ?? defaultFix(one, written) ?? listFix(one, written),
};

const isAt = (expr: Expr, { range }: Diagnostic) => expr.range.start === range.start && expr.range.end === range.end;

/** The call whose name or operator is marked. */
const callNamedAt = ({ nodes }: Written, { range }: Diagnostic): Call | undefined =>
  nodes.find(
    (node): node is Call =>
      node.kind === 'call' && node.name.range.end === range.end && node.name.range.start >= range.start,
  );

/** `x.length()`, `lower(x)`: replaces the whole call by CEL's form. */
function callFix(one: Diagnostic, written: Written): ReturnType<Remedy> {
  const call = callNamedAt(written, one);
  const text = call === undefined ? undefined : callAsCel(call, written);
  if (call === undefined || text === undefined) return undefined;
  return asCel(call.name.text, call, text);
}

/** `Math.max(a, b)`: the name before the dot is unknown. */
function groupFix({ range }: Diagnostic, written: Written): ReturnType<Remedy> {
  const call = written.nodes.find(
    (node): node is Call =>
      node.kind === 'call' && node.target?.kind === 'ident' && node.target.range.start === range.start,
  );
  const name = call?.target?.kind === 'ident' ? `${call.target.name}.${call.name.text}` : '';
  const text = call === undefined || !isForeignGroup(name) ? undefined : callAsCel(call, written);
  return call === undefined || text === undefined ? undefined : asCel(name, call, text);
}

/** `list.contains(x)`, which CEL writes with `in`. */
function listFix(one: Diagnostic, written: Written): ReturnType<Remedy> {
  const call = callNamedAt(written, one);
  if (call?.name.text !== 'contains' || call.target === null) return undefined;
  if (!alternatives(written.typeOf(call.target)).some((type) => type.kind === 'list')) return undefined;
  const text = callAsCel(call, written);
  if (text === undefined) return undefined;
  return {
    message: `\`contains\` searches a text, and \`in\` a list: write \`${text}\`.`,
    fix: rewrite(call.range, text),
  };
}

const maxShown = 90;

function asCel(name: string, call: Call, text: string): ReturnType<Remedy> {
  const fix = rewrite(call.range, text);
  return text.length > maxShown ? { fix } : { message: `\`${name}\` is not a CEL function: write \`${text}\`.`, fix };
}

/** `startsWith(x, "a")` as `x.startsWith("a")`, and `x.abs()` as a function. */
function styleFix({ message, range }: Diagnostic, { nodes, text }: Written): ReturnType<Remedy> {
  const call = nodes.find((node): node is Call => node.kind === 'call' && node.name.range.start === range.start);
  const wanted = / is called as a (method|function): /.exec(message)?.[1];
  if (call === undefined || wanted === undefined) return undefined;
  const args = call.args.map((arg) => grouped(arg, text));
  const [first, ...rest] = args;
  const written =
    wanted === 'method'
      ? first !== undefined && call.target === null && `${first}.${call.name.text}(${rest.join(', ')})`
      : call.target !== null && `${call.name.text}(${[receiverText(call, text), ...args].join(', ')})`;
  if (written === false) return undefined;
  const fix = rewrite(call.range, written);
  if (written.length > maxShown) return { fix };
  return { message: `${quoted(call.name.text)} is called as a ${wanted}: write \`${written}\`.`, fix };
}

/** `"a" in text` as `text.contains("a")`. */
function membershipFix(one: Diagnostic, { nodes, text, typeOf }: Written): ReturnType<Remedy> {
  const call = nodes.find(
    (node): node is Call =>
      node.kind === 'call' && node.name.text === '@in' && node.args[1] !== undefined && isAt(node.args[1], one),
  );
  const [what, where] = call?.args ?? [];
  if (call === undefined || what === undefined || where === undefined || !isScalar(typeOf(where), 'string'))
    return undefined;
  const written = `${grouped(where, text)}.contains(${text.slice(what.range.start, what.range.end)})`;
  return { fix: rewrite(call.range, written) };
}

/** `!x in list` and `!x == y`, which CEL reads as `(!x) in list`. */
function negationFix(one: Diagnostic, { nodes, text }: Written): ReturnType<Remedy> {
  const sign = nodes.find(
    (node): node is Call =>
      node.kind === 'call' && node.name.text === '!_' && node.name.range.start === one.range.start,
  );
  const outer = nodes.find(
    (node): node is Call =>
      node.kind === 'call' && node.args.length === 2 && node.args[0] === sign && node.range.start === sign?.range.start,
  );
  if (sign === undefined || outer === undefined || one.range.end !== sign.name.range.end) return undefined;
  const replacement = `!(${text.slice(sign.name.range.end, outer.range.end).trim()})`;
  return {
    message: `\`!\` applies only to the operand next to it: write \`${replacement}\`.`,
    fix: rewrite(outer.range, replacement),
    isWide: true,
  };
}

/** `x.y || "other"`, which means a default value in other languages. */
function defaultFix(one: Diagnostic, { nodes, text, typeOf }: Written): ReturnType<Remedy> {
  const logic = nodes.find(
    (node) => node.kind === 'logic' && node.operator === '||' && node.operands.some((each) => isAt(each, one)),
  );
  if (logic?.kind !== 'logic' || logic.operands.length !== 2) return undefined;
  const [value, other] = logic.operands;
  if (
    value?.kind !== 'select' ||
    value.optional ||
    other === undefined ||
    alternatives(typeOf(other)).some((type) => isScalar(type, 'bool'))
  )
    return undefined;
  const operand = text.slice(value.range.start, value.operand.range.end);
  const written = `${operand}.?${value.field.text}.orValue(${text.slice(other.range.start, other.range.end)})`;
  return {
    message: `\`||\` joins booleans; a default for a missing value is written \`${written}\`.`,
    fix: rewrite(logic.range, written),
    isWide: true,
  };
}

const dashed = /[A-Za-z_]\w*(?:-[A-Za-z_]\w*)+/y;

/**
 * `capabilities.web-search`, which CEL reads as a subtraction. Capability names use underscores for dashes; any other
 * key with a dash needs brackets.
 */
function dashedNames(found: readonly Diagnostic[], written: Written): readonly Diagnostic[] {
  const unknown = new Set(found.flatMap(({ code, range }) => (code === 'cel/unknown-variable' ? [range.start] : [])));
  const starts = new Set<number>();
  return written.nodes.flatMap((node) => {
    if (node.kind !== 'call' || node.name.text !== '_-_') return [];
    const one = dashedName(node, written, unknown);
    if (one === undefined || starts.has(one.range.start)) return [];
    starts.add(one.range.start);
    return [one];
  });
}

function dashedName(minus: Call, { text, typeOf }: Written, unknown: ReadonlySet<number>): Diagnostic | undefined {
  const field = lastField(minus);
  if (field.kind !== 'select') return undefined;
  dashed.lastIndex = field.field.range.start;
  const name = dashed.exec(text)?.[0];
  const place = { start: field.operand.range.end, end: field.field.range.start + (name?.length ?? 0) };
  if (name === undefined || place.end <= minus.name.range.end || text.charAt(place.start) !== '.') return undefined;
  const keys = alternatives(typeOf(field.operand)).flatMap((type) => (type.kind === 'record' ? [type.fields] : []));
  const has = (key: string) => keys.some((fields) => fields.has(key));
  const underscored = name.replaceAll('-', '_');
  // If both sides are known, it is a real subtraction.
  if (has(field.field.text) || (!has(name) && !has(underscored) && !unknown.has(minus.name.range.end)))
    return undefined;
  const isThere = has(underscored) && !has(name);
  const access = isThere ? `.${underscored}` : `[${JSON.stringify(name)}]`;
  const what = `\`${pathText(field.operand) ?? '…'}${access}\``;
  const message = isThere
    ? `\`${name}\` is a subtraction in CEL, and names of capabilities have underscores for dashes: write ${what}.`
    : `\`${name}\` is a subtraction in CEL; a key with a dash goes in brackets: write ${what}.`;
  const range = { start: field.field.range.start, end: place.end };
  return error('unknown-variable', message, range, rewrite(place, access, `Write ${what}`));
}

/** The selection at the left end of a chain of subtractions: `a.b` of `a.b-c-d`. */
function lastField(expr: Expr): Expr {
  let here = expr;
  while (here.kind === 'call' && here.name.text === '_-_' && here.args[0] !== undefined) here = here.args[0];
  return here;
}
