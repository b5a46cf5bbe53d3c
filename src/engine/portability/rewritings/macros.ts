import { textOf, tightTextOf } from '../../cel/fixes/splice.ts';
import type { Expr } from '../../cel/index.ts';
import { substituted, uses, type Rewriting } from './rewriting.ts';

type Macro = Extract<Expr, { kind: 'macro' }>;

/** The macro with one variable, for each with two. */
const single: { readonly [name: string]: string } = {
  all: 'all',
  exists: 'exists',
  existsOne: 'exists_one',
  exists_one: 'exists_one',
  transformList: 'map',
};

const twoVariables = (node: Expr): node is Macro =>
  node.kind === 'macro' && node.variables.length === 2 && Object.hasOwn(single, node.macro.text);

/** `list.exists(i, x, p)` where the position is not used. */
export const withoutPosition: Rewriting = {
  title: 'uses macros with one variable for lists',
  at(node, text) {
    if (!twoVariables(node) || node.target === null) return null;
    const [position, element] = node.variables;
    if (position === undefined || element === undefined || node.args.some((arg) => uses(arg, position.text)))
      return null;
    const args = node.args.map((arg) => textOf(text, arg)).join(', ');
    return `${tightTextOf(text, node.target)}.${single[node.macro.text]}(${element.text}, ${args})`;
  },
};

/** `map.exists(k, v, p)`: the value is looked up by its key. */
export const valuesByKey: Rewriting = {
  title: 'uses macros with one variable for maps',
  at(node, text) {
    if (!twoVariables(node) || node.target === null) return null;
    const [key, value] = node.variables;
    if (key === undefined || value === undefined) return null;
    const map = tightTextOf(text, node.target);
    const args = node.args.map((arg) => substituted(text, arg, value.text, `${map}[${key.text}]`)).join(', ');
    return `${map}.${single[node.macro.text]}(${key.text}, ${args})`;
  },
};

/** `list.existsOne(x, p)`, and `exists_one` in engines that lack it. */
export const oneBySize: Rewriting = {
  title: 'counts the elements of a filtered list',
  at(node, text) {
    if (node.kind !== 'macro' || node.variables.length !== 1 || node.target === null) return null;
    if (node.macro.text !== 'existsOne' && node.macro.text !== 'exists_one') return null;
    const [element] = node.variables;
    const [test] = node.args;
    if (element === undefined || test === undefined) return null;
    return `(size(${tightTextOf(text, node.target)}.filter(${element.text}, ${textOf(text, test)})) == 1)`;
  },
};

/** `list.filter(x, p).size() > 0` and `size(list.filter(x, p)) == 0`. */
export const existsBySize: Rewriting = {
  title: 'uses exists instead of the size of a filtered list',
  at(node, text) {
    if (node.kind !== 'call' || node.target !== null) return null;
    const [left, right] = node.args;
    const isNone = node.name.text === '_==_';
    if (left?.kind !== 'call' || left.name.text !== 'size' || (!isNone && node.name.text !== '_>_')) return null;
    if (right?.kind !== 'literal' || right.value !== 0) return null;
    const list = left.target ?? left.args[0];
    if (list?.kind !== 'macro' || list.macro.text !== 'filter' || list.target === null) return null;
    const [element] = list.variables;
    const [test] = list.args;
    if (element === undefined || test === undefined) return null;
    return `${isNone ? '!' : ''}${tightTextOf(text, list.target)}.exists(${element.text}, ${textOf(text, test)})`;
  },
};

/** `cel.bind(x, value, e)`. */
export const inlined: Rewriting = {
  title: 'repeats a value instead of binding it to a name',
  at(node, text) {
    if (node.kind !== 'macro' || node.macro.text !== 'cel.bind') return null;
    const [name] = node.variables;
    const [value, body] = node.args;
    if (name === undefined || value === undefined || body === undefined) return null;
    return `(${substituted(text, body, name.text, tightTextOf(text, value))})`;
  },
};
