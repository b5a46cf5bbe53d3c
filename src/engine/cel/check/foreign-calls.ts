import type { Call } from '../ast.ts';
import { grouped, receiverText } from './written.ts';
import type { Written } from './written.ts';
import { placeOf } from './tree.ts';
import { functions } from '../declarations/declarations.ts';
import { alternatives, isScalar } from '../types/types.ts';

/** The parts of a call as texts: the value before the dot, and the arguments. */
interface Parts {
  readonly receiver: string | null;
  readonly args: readonly string[];
  /** The main value: the receiver, or else the first argument. */
  readonly subject: string | undefined;
  readonly isList: boolean;
  readonly isText: boolean;
}

type Rewriting = (parts: Parts) => string | undefined;

const renamed =
  (name: string): Rewriting =>
  ({ receiver, args }) =>
    receiver === null ? undefined : `${receiver}.${name}(${args.join(', ')})`;

/** Rewrites to a method without arguments, whether it was called as a function or as a method. */
const method =
  (name: string): Rewriting =>
  ({ subject }) =>
    subject === undefined ? undefined : `${subject}.${name}()`;

const wrapped =
  (name: string): Rewriting =>
  ({ subject, args, receiver }) =>
    subject === undefined || args.length > (receiver === null ? 1 : 0) ? undefined : `${name}(${subject})`;

const called =
  (name: string): Rewriting =>
  ({ receiver, args }) =>
    receiver === null && args.length > 0 ? `${name}(${args.join(', ')})` : undefined;

const empty: Rewriting = ({ subject }) => (subject === undefined ? undefined : `size(${subject}) == 0`);

const includes: Rewriting = ({ receiver, args: [what, ...more], isList }) => {
  if (receiver === null || what === undefined || more.length > 0) return undefined;
  return isList ? `${what} in ${receiver}` : `${receiver}.contains(${what})`;
};

const hasKey: Rewriting = ({ receiver, args: [key, ...more] }) =>
  receiver === null || key === undefined || more.length > 0 ? undefined : `${key} in ${receiver}`;

const got: Rewriting = ({ receiver, args: [key, other] }) => {
  if (receiver === null || key === undefined) return undefined;
  return other === undefined ? `${receiver}[${key}]` : `${receiver}[?${key}].orValue(${other})`;
};

const matched: Rewriting = ({ receiver, args: [pattern] }) =>
  receiver === null || pattern === undefined ? undefined : `${receiver}.matches(${pattern})`;

/** Keyed by the name in other languages; with a dot where the function belongs to a group. */
const rewritings: ReadonlyMap<string, Rewriting> = new Map([
  ['float', wrapped('double')],
  ['number', wrapped('double')],
  ['Number', wrapped('double')],
  ['parseFloat', wrapped('double')],
  ['parseInt', wrapped('int')],
  ['str', wrapped('string')],
  ['String', wrapped('string')],
  ['Boolean', wrapped('bool')],
  ['toString', wrapped('string')],
  ['len', wrapped('size')],
  ['length', wrapped('size')],
  ['count', wrapped('size')],
  ['strlen', wrapped('size')],
  ['isEmpty', empty],
  ['empty', empty],
  ['is_empty', empty],
  ['includes', includes],
  ['contains', includes],
  ['has', hasKey],
  ['has_key', hasKey],
  ['hasOwnProperty', hasKey],
  ['containsKey', hasKey],
  ['get', got],
  ['keys', ({ receiver, subject }) => (receiver === null ? undefined : `${subject ?? ''}.map(key, key)`)],
  ['index', renamed('indexOf')],
  ['match', matched],
  ['test', matched],
  ['search', matched],
  ['lower', method('lowerAscii')],
  ['toLowerCase', method('lowerAscii')],
  ['toLower', method('lowerAscii')],
  ['lowercase', method('lowerAscii')],
  ['upper', method('upperAscii')],
  ['toUpperCase', method('upperAscii')],
  ['toUpper', method('upperAscii')],
  ['uppercase', method('upperAscii')],
  ['strip', method('trim')],
  ['startswith', renamed('startsWith')],
  ['endswith', renamed('endsWith')],
  [
    'substr',
    ({ receiver, args }) =>
      receiver !== null && args.length === 1 ? `${receiver}.substring(${args.join()})` : undefined,
  ],
  ['max', called('math.greatest')],
  ['min', called('math.least')],
  ['abs', called('math.abs')],
  ['round', called('math.round')],
  ['ceil', called('math.ceil')],
  ['floor', called('math.floor')],
  ['Math.max', called('math.greatest')],
  ['Math.min', called('math.least')],
  ['Math.abs', called('math.abs')],
  ['Math.round', called('math.round')],
  ['Math.ceil', called('math.ceil')],
  ['Math.floor', called('math.floor')],
  ['Date.now', () => 'timestamp(now)'],
  ['now', ({ receiver }) => (receiver === null ? 'now' : undefined)],
  ['JSON.parse', called('json.decode')],
  ['JSON.stringify', called('json.encode')],
  ['json.loads', called('json.decode')],
  ['json.dumps', called('json.encode')],
  ['re.search', ({ args: [pattern, text] }) => (pattern && text ? `${text}.matches(${pattern})` : undefined)],
  ['re.match', ({ args: [pattern, text] }) => (pattern && text ? `${text}.matches(${pattern})` : undefined)],
]);

export const isForeignGroup = (name: string): boolean => name.includes('.') && rewritings.has(name);

/** Names in other languages for macros that iterate a list. */
const macroNames: ReadonlyMap<string, string> = new Map([
  ['some', 'exists'],
  ['any', 'exists'],
  ['every', 'all'],
  ['where', 'filter'],
  ['select', 'filter'],
  ['forEach', 'all'],
]);

/** Calls that are meant as macros: `list.some(x, x > 1)`. */
export const foreignMacros = ({ nodes }: Written): readonly Call[] =>
  nodes.filter((node): node is Call => node.kind === 'call' && isMacroCall(node));

const isMacroCall = ({ name, target, args }: Call): boolean =>
  macroNames.has(name.text) && target !== null && args.length === 2 && args[0]?.kind === 'ident';

/** Rewrites a call to CEL; undefined for an unknown one. */
export function callAsCel(call: Call, { text, typeOf }: Written): string | undefined {
  if (isMacroCall(call)) {
    const { start, end } = call.name.range;
    return `${text.slice(call.range.start, start)}${macroNames.get(call.name.text) ?? ''}${text.slice(end, call.range.end)}`;
  }
  const space = call.target === null ? undefined : placeOf(call.target);
  const grouping = space === undefined ? undefined : rewritings.get(`${space}.${call.name.text}`);
  const rewriting = grouping ?? rewritings.get(call.name.text);
  if (rewriting === undefined) return undefined;
  const args = call.args.map((arg) => text.slice(arg.range.start, arg.range.end));
  const isFunction = call.target === null || grouping !== undefined;
  const receiver = isFunction ? null : receiverText(call, text);
  const [first] = call.args;
  const about = isFunction ? first : (call.target ?? undefined);
  const types = about === undefined ? [] : alternatives(typeOf(about));
  const written = rewriting({
    receiver,
    args,
    subject: receiver ?? (first === undefined ? undefined : grouped(first, text)),
    isList: types.some((type) => type.kind === 'list'),
    isText: types.some((type) => isScalar(type, 'string')),
  });
  const name = /^([a-z]+\.\w+)\(/.exec(written ?? '')?.[1];
  // A function that this engine lacks would not help.
  if (name !== undefined && /^(json|math)\./.test(name) && !functions.has(name)) return undefined;
  return written === undefined || !/ (?:in|==) /.test(written) || needsNoParentheses(call, text)
    ? written
    : `(${written})`;
}

/** True if a comparison can replace the call without parentheses. */
function needsNoParentheses({ range }: Call, text: string): boolean {
  const before = text.slice(0, range.start).trimEnd();
  const after = text.slice(range.end).trimStart();
  return /(?:^|[(,[?:]|&&|\|\|)$/.test(before.slice(-2)) && /^(?:$|[),\]?:]|&&|\|\|)/.test(after);
}
