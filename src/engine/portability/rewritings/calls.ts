import { textOf, tightTextOf } from '../../cel/fixes/splice.ts';
import type { Rewriting } from './rewriting.ts';

/** `x.size()`. */
export const sizeAsFunction: Rewriting = {
  title: 'uses the function size',
  at: (node, text) =>
    node.kind === 'call' && node.name.text === 'size' && node.target !== null && node.args.length === 0
      ? `size(${textOf(text, node.target)})`
      : null,
};

/** `matches(text, pattern)`. */
export const matchesAsMethod: Rewriting = {
  title: 'uses the method matches',
  at(node, text) {
    if (node.kind !== 'call' || node.name.text !== 'matches' || node.target !== null) return null;
    const [subject, pattern] = node.args;
    if (subject === undefined || pattern === undefined) return null;
    return `${tightTextOf(text, subject)}.matches(${textOf(text, pattern)})`;
  },
};

/** `list.first().orValue(x)`, `list.last().value()`. */
export const endsByIndex: Rewriting = {
  title: 'takes the first and the last element by their index',
  at(node, text) {
    if (node.kind !== 'call' || node.target?.kind !== 'call' || node.target.target === null) return null;
    const end = node.target.name.text;
    if ((end !== 'first' && end !== 'last') || node.target.args.length > 0) return null;
    const list = tightTextOf(text, node.target.target);
    const element = end === 'first' ? `${list}[0]` : `${list}[size(${list}) - 1]`;
    if (node.name.text === 'value') return element;
    if (node.name.text === 'hasValue') return `(size(${list}) > 0)`;
    const [other] = node.args;
    if (node.name.text !== 'orValue' || other === undefined) return null;
    return `(size(${list}) > 0 ? ${element} : ${tightTextOf(text, other)})`;
  },
};

/** A whole number beside a double: `2 * 0.5`. */
export const doublesInArithmetic: Rewriting = {
  title: 'converts numbers to double before it computes with a double',
  at(node, text, parent) {
    const isArithmetic = parent?.kind === 'call' && /^_[-+*/]_$/.test(parent.name.text);
    if (!isArithmetic || node.kind === 'literal' || (node.kind === 'call' && node.name.text === 'double')) return null;
    const [other] = parent.args.filter((arg) => arg !== node);
    const isDouble =
      other?.kind === 'literal' && /^[\d.]+$/.test(textOf(text, other)) && textOf(text, other).includes('.');
    return isDouble ? `double(${textOf(text, node)})` : null;
  },
};
