import { error, hint, rewrite, warning } from '../diagnostic.ts';
import type { Diagnostic, Fix } from '../diagnostic.ts';
import { fieldOf } from './fields.ts';
import type { Finding } from './findings.ts';
import { foreignFields } from './foreign.ts';
import { isName, methodsOf, withArticle } from './sentences-names.ts';
import { listed, nearest, quoted } from './suggest.ts';
import { pathText } from './tree.ts';
import { functions } from '../declarations/declarations.ts';
import type { Language } from '../declarations/language.ts';
import { alternatives } from '../types/types.ts';

type Of<K extends Finding['kind']> = Finding & { readonly kind: K };

export function noFields({ type, select, range }: Of<'no-fields'>, language: Language): Diagnostic {
  const { text } = select.field;
  const what = pathText(select.operand);
  const here = what === undefined ? 'This' : quoted(what);
  const sizeOf = foreignFields.get(text);
  if (sizeOf !== undefined) {
    return error(
      'no-field',
      `${here} is ${withArticle(type)}, which has no fields: ${what === undefined ? 'its length is given by `size`, as in `size("abc")`' : `write \`size(${what})\``}.`,
      range,
      sizeInstead(select),
    );
  }
  const element = alternatives(type).find((one) => one.kind === 'list');
  if (element?.kind === 'list' && fieldOf(element.element, text).kind === 'type' && what !== undefined) {
    return error(
      'no-field',
      `${here} is a list, and ${quoted(text)} a field of its elements: write ${quoted(`${what}[0].${text}`)}, or \`${what}.exists(x, x.${text} …)\`.`,
      range,
      rewrite(
        { start: select.operand.range.end, end: select.operand.range.end },
        '[0]',
        `Write \`${what}[0].${text}\``,
      ),
    );
  }
  const message = `${here} is ${withArticle(type)}, which has no fields such as ${quoted(text)}`;
  const methods = methodsOf(type, language);
  const method = methods.find((name) => text.length > 1 && name.startsWith(text)) ?? nearest(text, methods);
  if (method !== undefined) {
    const takesNone = functions
      .get(method)
      ?.overloads.some((one) => one.receiver !== null && one.parameters.length === 0);
    const fix = takesNone === true ? rewrite(range, `${method}()`) : undefined;
    return error('no-field', `${message}; did you mean the method ${quoted(`${method}()`)}?`, range, fix);
  }
  return error('no-field', type.kind === 'scalar' ? `${message}: use it as it is.` : `${message}.`, range);
}

/** Replaces `x.length` by `size(x)`, unless that would split parentheses around `x`. */
function sizeInstead({ operand, range }: Of<'no-fields'>['select']): Fix | undefined {
  if (operand.range.start !== range.start) return undefined;
  const edits = [
    { start: range.start, end: range.start, text: 'size(' },
    { start: operand.range.end, end: range.end, text: ')' },
  ];
  return { title: `Write \`size(${pathText(operand) ?? '…'})\``, edits };
}

/** Replaces the key: behind a dot, or as a text in brackets. */
function keyInstead({ access, range }: Of<'no-key'>, key: string | undefined): Fix | undefined {
  if (key === undefined) return undefined;
  if (access.kind === 'index') return rewrite(range, JSON.stringify(key));
  return isName(key)
    ? rewrite(range, key)
    : rewrite({ start: range.start - 1, end: range.end }, `[${JSON.stringify(key)}]`);
}

export function noKey(finding: Of<'no-key'>): Diagnostic | undefined {
  const { key, record, operand, range } = finding;
  const where = pathText(operand);
  const there = where === undefined ? 'here' : `in ${quoted(where)}`;
  const near = nearest(key, record.fields.keys());
  const fix = keyInstead(finding, near);
  if (record.keys === 'partial') {
    if (near === undefined) return undefined;
    const message = `${quoted(key)} is not among the known keys ${there}; did you mean ${quoted(near)}?`;
    // A declared record hardly has two similar keys; the rest of sampled data may.
    const isDeclared = record.fields.get(near)?.about !== undefined;
    return isDeclared ? warning('unknown-key', message, range, fix) : hint('unknown-key', message, range, fix);
  }
  const keys = [...record.fields.keys()];
  const known = keys.length === 0 ? 'it has no keys' : `its keys are ${listed(keys.map(quoted))}`;
  const ending = near === undefined ? `; ${known}.` : `; did you mean ${quoted(near)}?`;
  if (record.keys === 'closed')
    return error('unknown-key', `There is no key ${quoted(key)} ${there}${ending}`, range, fix);
  return warning('unknown-key', `${quoted(key)} never occurs ${there} in this session${ending}`, range, fix);
}
