import type { Expr } from './ast.ts';

const maxNameParts = 24;

/** `a.b.c` for names joined by dots; undefined for anything else, and for names longer than any declared one. */
export function dottedName(
  expr: Expr,
): { readonly root: string; readonly text: string; readonly absolute: boolean } | undefined {
  const fields: string[] = [];
  let here = expr;
  while (here.kind === 'select' && !here.optional && fields.length < maxNameParts) {
    fields.push(here.field.text);
    here = here.operand;
  }
  if (here.kind !== 'ident') return undefined;
  return { root: here.name, text: [here.name, ...fields.toReversed()].join('.'), absolute: here.absolute };
}

const maxShown = 60;

/** A path as it is written, such as `input.message[0].text`; undefined for anything but names, keys and literal indices. */
export function pathText(expr: Expr): string | undefined {
  const parts: string[] = [];
  let here = expr;
  for (;;) {
    if (here.kind === 'ident') {
      const text = [here.name, ...parts.toReversed()].join('');
      return text.length > maxShown ? undefined : text;
    }
    if (parts.length > maxNameParts) return undefined;
    if (here.kind === 'select') {
      parts.push(`.${here.field.text}`);
      here = here.operand;
    } else if (here.kind === 'index' && here.index.kind === 'literal') {
      const { value } = here.index;
      if (typeof value !== 'string' && typeof value !== 'number') return undefined;
      parts.push(`[${typeof value === 'string' ? JSON.stringify(value) : value}]`);
      here = here.operand;
    } else {
      return undefined;
    }
  }
}

/** The variable that a path begins with. */
export function rootOf(expr: Expr): string | undefined {
  let here = expr;
  while (here.kind === 'select' || here.kind === 'index') here = here.operand;
  return here.kind === 'ident' ? here.name : undefined;
}
