import { textOf, tightTextOf } from '../../cel/fixes/splice.ts';
import type { Expr } from '../../cel/index.ts';
import type { Rewriting } from './rewriting.ts';

/** `["a", 1].exists(x, x == y)`, and `list.exists(x, x == y)`. */
export const existsAsIn: Rewriting = {
  title: 'uses in instead of exists',
  at(node, text) {
    if (node.kind !== 'macro' || node.macro.text !== 'exists' || node.target === null) return null;
    const [element] = node.variables;
    const [test] = node.args;
    if (node.variables.length !== 1 || test?.kind !== 'call' || test.name.text !== '_==_') return null;
    const isElement = (part: Expr | undefined) => part?.kind === 'ident' && part.name === element?.text;
    const [left, right] = test.args;
    const other = isElement(left) ? right : isElement(right) ? left : undefined;
    return other === undefined ? null : `(${tightTextOf(text, other)} in ${tightTextOf(text, node.target)})`;
  },
};

/** `x in list`. */
export const inAsExists: Rewriting = {
  title: 'uses exists instead of in',
  at(node, text) {
    const [element, list] = node.kind === 'call' && node.name.text === '@in' ? node.args : [];
    if (element === undefined || list === undefined) return null;
    return `${tightTextOf(text, list)}.exists(element, element == ${tightTextOf(text, element)})`;
  },
};

/** `x in [1, "a"]`: some engines want the elements of a written list to have one type. */
export const inAsComparisons: Rewriting = {
  title: 'compares with each element of a written list',
  at(node, text) {
    const [element, list] = node.kind === 'call' && node.name.text === '@in' ? node.args : [];
    if (element === undefined || list?.kind !== 'list' || list.elements.length === 0) return null;
    const written = tightTextOf(text, element);
    return `(${list.elements.map(({ value }) => `${written} == ${tightTextOf(text, value)}`).join(' || ')})`;
  },
};

/** `"a" in map` asks for a field. */
export const inAsHas: Rewriting = {
  title: 'uses has instead of in for the field of a map',
  at(node, text) {
    const [key, map] = node.kind === 'call' && node.name.text === '@in' ? node.args : [];
    if (key?.kind !== 'literal' || map === undefined || typeof key.value !== 'string') return null;
    if (!/^[A-Za-z_]\w*$/.test(key.value) || (map.kind !== 'ident' && map.kind !== 'select')) return null;
    return `has(${textOf(text, map)}.${key.value})`;
  },
};
