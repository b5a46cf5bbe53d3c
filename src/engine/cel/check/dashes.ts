import type { Call, Expr } from '../ast.ts';
import { error, rewrite } from '../diagnostic.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Written } from './written.ts';
import { pathText } from './tree.ts';
import { alternatives } from '../types/types.ts';

const dashed = /[A-Za-z_]\w*(?:-[A-Za-z_]\w*)+/y;

/**
 * `capabilities.web-search`, which CEL reads as a subtraction. Capability names use underscores for dashes; any other
 * key with a dash needs brackets.
 */
export function dashedNames(found: readonly Diagnostic[], written: Written): readonly Diagnostic[] {
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
