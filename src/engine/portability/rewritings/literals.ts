import { textOf } from '../../cel/fixes/splice.ts';
import { Double } from '../../model/value.ts';
import type { Rewriting } from './rewriting.ts';

/** `r"a"`, `"a\u0062"`, `"""a"""`: some engines read escapes as the characters they are written with. */
export const plainTexts: Rewriting = {
  title: 'writes texts without escapes',
  at(node) {
    if (node.kind !== 'literal' || typeof node.value !== 'string' || /[\\\n\r]/.test(node.value)) return null;
    if (!node.value.includes('"')) return `"${node.value}"`;
    return node.value.includes("'") ? null : `'${node.value}'`;
  },
};

/** `.5`, `1e3`. */
export const plainNumbers: Rewriting = {
  title: 'writes numbers with digits on both sides of the point',
  at(node, text) {
    if (node.kind !== 'literal' || /^\d+(\.\d+)?$/.test(textOf(text, node))) return null;
    const value = node.value instanceof Double ? node.value.value : node.value;
    if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return null;
    const digits = String(value);
    if (!/^\d+(\.\d+)?$/.test(digits)) return null;
    return node.value instanceof Double ? `${digits}.0` : digits;
  },
};
