import { declare, type Language } from '../../cel/check/index.ts';
import { macro } from '../../cel/declarations/macros.ts';
import {
  bool,
  doubleType,
  duration,
  dyn,
  intType,
  listOf,
  mapOf,
  string,
  timestamp,
  uint,
  type Field,
  type RecordType,
  type Type,
} from '../../cel/types/types.ts';
import { hookIds, hooks, type GatewayHookId } from '../../model/hooks.ts';
import { observedCalls } from '../arguments-shape.ts';
import type { AnyPlace } from '../environment.ts';
import { guardrails } from '../guardrails.ts';
import { attributeAt, fieldsOf, type AttributeKind } from './attributes.ts';

export function gatewayLanguage({ session, hook, expects, turns }: AnyPlace<GatewayHookId>): Language {
  const { variables, moment } = hooks[hook];
  const isCall = variables.includes('mcp');
  const observed = isCall && moment === 'after' ? observedCalls(session, turns()).arguments : null;
  const typeOf = (name: string): Type => {
    if (name === 'mcp') return observed === null ? typeAt('mcp') : withArguments(observed);
    return typeAt(name);
  };
  return {
    place: hook,
    variables: new Map(
      variables.map((name) => [name, { type: typeOf(name), about: attributeAt(name)?.about ?? '' }] as const),
    ),
    functions,
    macros,
    absent: absentAt(hook),
    expects,
    snippets: snippetsAt(hook, session?.history.functions[0]?.key ?? 'refund'),
  };
}

/** `tool`: the name of a tool for those that are about one. */
const snippetsAt = (hook: GatewayHookId, tool: string): NonNullable<Language['snippets']> =>
  guardrails.flatMap(({ label, detail, about, in: written }) => {
    const own = written['agentgateway'];
    return 'hook' in own && own.hook === hook ? [{ label, detail, about, insert: own.expression(tool) }] : [];
  });

function absentAt(hook: GatewayHookId): Language['absent'] {
  const own = hookIds.filter((id) => hooks[id].environment === 'agentgateway');
  const elsewhere = own.flatMap((id) => hooks[id].variables).filter((name) => !hooks[hook].variables.includes(name));
  return new Map(elsewhere.map((name) => [name, own.filter((id) => hooks[id].variables.includes(name))]));
}

const message = record({
  role: [string, 'system, user, assistant or tool.'],
  content: [string, 'Text of the message.'],
});
const call = record({
  id: [string, 'Identifies the call.'],
  name: [string, 'Name of the tool.'],
  arguments: [dyn, 'Arguments of the call.'],
});
const result = record({
  content: [
    listOf(record({ type: [string, 'text, or another kind.'], text: [string, 'The text.'] }, 'partial')),
    'The result in parts.',
  ],
  structuredContent: [dyn, 'The result as an object, where it is one.'],
  isError: [bool, 'Whether the tool failed.'],
});
const error = record(
  { code: [intType, 'Code of the error.'], message: [string, 'What went wrong, in words.'] },
  'partial',
);

const kinds: { readonly [K in AttributeKind]: Type | null } = {
  string,
  int: intType,
  uint,
  double: doubleType,
  bool,
  timestamp,
  duration,
  strings: listOf(string),
  messages: listOf(message),
  calls: listOf(call),
  headers: mapOf(string, dyn),
  open: mapOf(string, dyn),
  any: dyn,
  object: null,
};

const special: { readonly [path: string]: Type | undefined } = { 'mcp.tool.result': result, 'mcp.tool.error': error };
const known = new Map<string, Type>();

function typeAt(path: string): Type {
  const made = known.get(path) ?? special[path] ?? kinds[attributeAt(path)?.kind ?? 'any'] ?? objectAt(path);
  known.set(path, made);
  return made;
}

const objectAt = (path: string): RecordType =>
  record(
    Object.fromEntries(
      fieldsOf(path).map((field) => [
        field,
        [typeAt(`${path}.${field}`), attributeAt(`${path}.${field}`)?.about ?? ''] as const,
      ]),
    ),
  );

function record(
  fields: { readonly [field: string]: readonly [type: Type, about: string] },
  keys: RecordType['keys'] = 'closed',
): RecordType {
  return {
    kind: 'record',
    fields: new Map(Object.entries(fields).map(([key, [type, about]]) => [key, declared(type, about)])),
    keys,
  };
}

function declared(type: Type, about: string): Field {
  return { type: type.kind === 'scalar' ? { ...type, declared: true } : type, about, seen: 0, total: 0 };
}

/** `mcp` with the arguments that the calls of this session have. */
function withArguments(observed: Type): Type {
  const replace = (type: Type, field: string, by: (own: Type) => Type): Type => {
    const own = type.kind === 'record' ? type.fields.get(field) : undefined;
    if (type.kind !== 'record' || own === undefined) return type;
    return { ...type, fields: new Map([...type.fields, [field, { ...own, type: by(own.type) }]]) };
  };
  return replace(typeAt('mcp'), 'tool', (tool) => replace(tool, 'arguments', () => observed));
}

const macros: NonNullable<Language['macros']> = new Map(
  [
    macro('with', 'any', 'Gives a value a name within an expression.', 'x | expression'),
    macro('mapValues', 'map', 'A map with the same keys and the result for each value.', 'x | result'),
    macro('filterKeys', 'map', 'The entries of a map whose keys fulfil a condition.', 'key | condition'),
  ].map((one) => [one.name, one]),
);

/** Rounds of a sweep are repeatable, so the result of these is unknown. */
const random = 'It is another one each time, so it is unknown here.';

const headerView = (name: string, about: string, ...more: readonly string[]) =>
  declare(about, `map(string, dyn) . ${name}(): map(string, dyn)`, ...more);

const functions: Language['functions'] = new Map(
  [
    declare('The value of a JSON text.', 'json(text: string): dyn', 'json(text: bytes): dyn'),
    declare(
      'One field of the object in a JSON text; an error if it is missing.',
      'jsonField(text: string, key: string): dyn',
      'jsonField(text: bytes, key: string): dyn',
    ),
    declare('The value as JSON text.', 'toJson(value: A): string'),
    declare('The value as JSON text; the older name of toJson.', 'to_json(value: A): string'),
    declare('The claims of a JWT, whose signature is not verified.', 'unvalidatedJwtPayload(token: string): dyn'),
    declare(`A number from 0 to 1. ${random}`, 'random(): double'),
    declare(`An identifier in the form of UUID 4. ${random}`, 'uuid(): string'),
    declare('All variables as one map; unknown here.', 'variables(): map(string, dyn)'),
    {
      ...declare('The value, or another one where it is missing or null.', 'default(value: dyn, other: dyn): dyn'),
      tolerates: 1,
    },
    {
      ...declare(
        'The first of the values that is neither null nor an error.',
        'coalesce(value: dyn): dyn',
        'coalesce(value: dyn, other: dyn): dyn',
        'coalesce(value: dyn, other: dyn, third: dyn): dyn',
        'coalesce(value: dyn, other: dyn, third: dyn, fourth: dyn): dyn',
      ),
      tolerates: 4,
    },
    declare('Fails with a message.', 'fail(message: string): dyn'),
    declare(
      'The entries of both maps; of equal keys, those of the second.',
      'map(A, B) . merge(other: map(A, B)): map(A, B)',
    ),
    declare(
      'The text with the first match of an RE2 pattern replaced; $1 is its first group.',
      'string . regexReplace(pattern: string, by: string): string',
    ),
    declare(
      'Whether the text occurs within the string, the element in the list, or the key in the map.',
      'string . contains(text: string): bool',
      'list(A) . contains(element: A): bool',
      'map(A, B) . contains(key: A): bool',
    ),
    ...['base64.encode', 'base64Encode'].map((name) =>
      declare('The bytes, or the text, as base64.', `${name}(value: bytes): string`, `${name}(value: string): string`),
    ),
    ...['base64.decode', 'base64Decode'].map((name) =>
      declare('The bytes of a base64 text.', `${name}(text: string): bytes`, `${name}(text: bytes): bytes`),
    ),
    declare(
      'The text, percent-encoded for a part of a URL.',
      'url.encode(text: string): string',
      'url.encode(text: bytes): string',
    ),
    declare('The percent-encoded text, decoded.', 'url.decode(text: string): string'),
    declare(
      'The fields of a form; a repeated field is a list.',
      'form.decode(text: string): map(string, dyn)',
      'form.decode(text: bytes): map(string, dyn)',
    ),
    declare('The map as a form, in the order of its keys.', 'form.encode(fields: map(string, dyn)): string'),
    ...['sha1', 'sha256', 'md5'].map((name) =>
      declare(
        `The ${name.toUpperCase()} digest, in hexadecimal digits.`,
        `${name}.encode(value: string): string`,
        `${name}.encode(value: bytes): string`,
      ),
    ),
    ...[
      ['max', 'The greatest of the numbers, or of a list of them.'],
      ['min', 'The least of the numbers, or of a list of them.'],
    ].map(([name = '', about = '']) =>
      declare(about, `${name}(numbers: list(A)): A`, `${name}(a: A, b: A): A`, `${name}(a: A, b: A, c: A): A`),
    ),
    declare('The string without this beginning.', 'string . stripPrefix(prefix: string): string'),
    declare('The string without this end.', 'string . stripSuffix(suffix: string): string'),
    declare('The secret value; without it, the gateway shows a stand-in.', 'dyn . unredacted(): dyn'),
    headerView('redacted', 'The headers, with stand-ins for secret values; unknown here.'),
    headerView('raw', 'The headers, each with a list of its values.'),
    headerView(
      'join',
      'The headers, each with its values joined by commas; or the strings of a list as one.',
      'list(string) . join(): string',
      'list(string) . join(separator: string): string',
    ),
    headerView(
      'split',
      'The headers, each with its values split at commas; or the pieces of a string between separators.',
      'string . split(separator: string): list(string)',
      'string . split(separator: string, limit: int): list(string)',
    ),
    declare('The value of a cookie; an error if it is missing.', 'map(string, dyn) . cookie(name: string): string'),
    declare(
      'All values of a parameter in the address; an error if it is missing.',
      'string . query(name: string): list(string)',
    ),
    declare('The address with one more parameter.', 'string . addQuery(name: string, value: string): string'),
    declare(
      'The address with this value alone for a parameter.',
      'string . setQuery(name: string, value: string): string',
    ),
  ].map((one) => [one.name, one]),
);
