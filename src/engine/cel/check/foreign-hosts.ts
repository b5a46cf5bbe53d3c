import { listed } from './suggest.ts';
import type { Language } from '../declarations/language.ts';

/** The counterpart of a foreign variable in a rule about an agent: variables, likeliest first, or advice in words. */
type Counterpart = 'subject' | 'answer' | 'past' | 'user' | { readonly advice: string };

interface ForeignVariable {
  /** Completes the sentence "elsewhere it means …". */
  readonly about: string;
  readonly here: Counterpart;
}

const named: Counterpart = { advice: 'Write the expression out, or name it with `cel.bind(name, value, …)`' };
const literal: Counterpart = { advice: 'Write the value itself into the rule' };
const matched: Counterpart = {
  advice: 'Choose the rule’s capability beside its hook; the arguments of the call are `input` at middleware.before',
};
const unseen: Counterpart = { advice: 'A rule about an agent does not see it, so leave that part out' };

/** Variables of other programs that use CEL; names as in their documentation. */
const variables: ReadonlyMap<string, ForeignVariable> = new Map([
  ['self', { about: 'the value under test in rules of Kubernetes’ custom resources', here: 'subject' }],
  ['oldSelf', { about: 'the value before the change in rules of Kubernetes’ custom resources', here: 'past' }],
  ['object', { about: 'the resource under test in Kubernetes’ admission policies', here: 'subject' }],
  ['oldObject', { about: 'the resource before the change in Kubernetes’ admission policies', here: 'past' }],
  ['namespaceObject', { about: 'the resource’s namespace in Kubernetes’ admission policies', here: unseen }],
  ['authorizer', { about: 'a question to Kubernetes’ access control', here: unseen }],
  ['params', { about: 'a policy’s parameters in Kubernetes', here: literal }],
  ['variables', { about: 'the named expressions of Kubernetes’ and Cerbos’ policies', here: named }],
  ['request', { about: 'the request under test in gateways, Cerbos and Kubernetes', here: 'subject' }],
  ['response', { about: 'the answer under test in gateways', here: 'answer' }],
  ['image', { about: 'a library for container images in Kyverno’s policies', here: unseen }],
  ['images', { about: 'the container images under test in Kyverno’s policies', here: unseen }],
  ['generator', { about: 'a library that creates resources in Kyverno’s policies', here: unseen }],
  ['globalContext', { about: 'a library that looks up shared data in Kyverno’s policies', here: unseen }],
  ['resource', { about: 'the resource under test in policies of Kyverno, Cerbos and Google Cloud', here: 'subject' }],
  ['principal', { about: 'the user who makes the request, in Cerbos’ policies', here: 'user' }],
  ['runtime', { about: 'the roles that Cerbos has computed', here: unseen }],
  ['constants', { about: 'the constants of Cerbos’ policies', here: literal }],
  ['globals', { about: 'the settings of Cerbos’ engine', here: literal }],
  ['R', { about: 'the resource under test in Cerbos’ policies', here: 'subject' }],
  ['P', { about: 'the user who makes the request, in Cerbos’ policies', here: 'user' }],
  ['V', { about: 'the named expressions of Cerbos’ policies', here: named }],
  ['C', { about: 'the constants of Cerbos’ policies', here: literal }],
  ['G', { about: 'the settings of Cerbos’ engine', here: literal }],
  ['this', { about: 'the value under test in protovalidate’s rules', here: 'subject' }],
  ['rules', { about: 'the rules set on a field in protovalidate', here: literal }],
  ['rule', { about: 'the value of the rule itself in protovalidate', here: literal }],
  ['mcp', { about: 'the call of a tool in agentgateway', here: matched }],
  ['jwt', { about: 'the user who makes the request, by their token, in agentgateway', here: 'user' }],
  ['llmRequest', { about: 'the request to the model in agentgateway', here: 'subject' }],
  ['llmResponse', { about: 'the model’s answer in agentgateway', here: 'answer' }],
  ['source', { about: 'the origin of a connection, in gateways', here: unseen }],
  ['destination', { about: 'the destination of a connection, in gateways', here: unseen }],
  ['extauthz', { about: 'the data that an authorization service added, in agentgateway', here: unseen }],
  ['ctx', { about: 'the agent’s state, in much code', here: 'past' }],
  ['state', { about: 'the agent’s state, in other frameworks', here: 'past' }],
  ['args', { about: 'the arguments of a call, in much code', here: 'subject' }],
  ['arguments', { about: 'the arguments of a call, in much code', here: 'subject' }],
  ['result', { about: 'the result of a call, in much code', here: 'answer' }],
  ['tool', { about: 'the tool that is called, in other frameworks', here: matched }],
]);

/** Explains a foreign name and its counterpart here, in whole sentences. Undefined for an unknown name. */
export function foreignVariable(name: string, language: Language): string | undefined {
  const foreign = variables.get(name);
  if (foreign === undefined) return undefined;
  return `There is no \`${name}\` here; elsewhere it means ${foreign.about}. ${counterpart(foreign.here, language)}.`;
}

/** The variable here that corresponds to a foreign one. */
export function counterpartOf(name: string, { variables: known }: Language): string | undefined {
  const here = variables.get(name)?.here;
  if (here === undefined || typeof here === 'object' || here === 'user') return undefined;
  const names = wanted[here].filter((one) => known.has(one));
  return names.length === 1 ? names[0] : undefined;
}

function counterpart(here: Counterpart, { variables: known, absent, place }: Language): string {
  if (typeof here === 'object') return here.advice;
  if (here === 'user') {
    const [root] = user.split('.', 1);
    if (root !== undefined && known.has(root)) return `The user of an agent is \`${user}\``;
    return `Nothing at ${place} names the user`;
  }
  const names = wanted[here].filter((name) => known.has(name)).map((name) => `\`${name}\``);
  if (names.length > 0) return `At ${place} that is ${listed(names, 'or')}`;
  const [nearest] = wanted[here];
  const places = absent.get(nearest) ?? [];
  return places.length === 0
    ? `Nothing at ${place} corresponds to it`
    : `That is \`${nearest}\`, which exists at ${listed(places, 'and', 9)}`;
}

/** The fields of a user in a context: `id` and `email`. */
const user = 'context.user';

const wanted = { subject: ['input', 'output'], answer: ['output'], past: ['context'] } as const;

interface ForeignFunction {
  readonly host: string;
  /** Completes the sentence "`url` is a function of Kubernetes rather than of CEL: …". */
  readonly instead: string;
}

const foreignFunctions = (
  host: string,
  instead: string,
  ...names: readonly string[]
): readonly (readonly [string, ForeignFunction])[] => names.map((name) => [name, { host, instead }] as const);

const pattern = 'test the text, as in `x.matches("pattern")`';
const outside = 'a rule about an agent cannot look anything up; compare recorded values';

/** Functions that hosts add to CEL, by name, for methods and plain functions alike. */
const functions: ReadonlyMap<string, ForeignFunction> = new Map([
  ...foreignFunctions(
    'Kubernetes',
    'compare plain numbers, as in `int(x) > 1000`',
    'quantity',
    'isQuantity',
    'isGreaterThan',
  ),
  ...foreignFunctions(
    'Kubernetes',
    'compare plain numbers, as in `x < 1000`',
    'isLessThan',
    'compareTo',
    'asInteger',
    'isInteger',
  ),
  ...foreignFunctions('Kubernetes', pattern, 'semver', 'isSemver', 'validate'),
  ...foreignFunctions('Kyverno', pattern, 'parseServiceAccount', 'GetMetadata'),
  ...foreignFunctions('Kyverno', outside, 'Get', 'List', 'Post', 'Apply'),
  ...foreignFunctions(
    'protovalidate',
    pattern,
    'isEmail',
    'isHostname',
    'isUri',
    'isUriRef',
    'isHostAndPort',
    'isIp',
    'isIpPrefix',
  ),
  ...foreignFunctions('protovalidate', 'write `math.isNaN(x)`', 'isNan'),
  ...foreignFunctions('protovalidate', 'write `math.isInf(x)`', 'isInf'),
  ...foreignFunctions('protovalidate', 'write `size(x) == size(x.distinct())`', 'unique'),
  ...foreignFunctions('protovalidate', 'write `map["key"]`', 'getField'),
  ...foreignFunctions('Cerbos', 'write `sets.intersects(a, b)`', 'hasIntersection', 'has_intersection'),
  ...foreignFunctions('Cerbos', 'write `a.filter(x, x in b)`', 'intersect'),
  ...foreignFunctions('Cerbos', 'write `a.filter(x, !(x in b))`', 'except'),
  ...foreignFunctions('Cerbos', 'write `sets.contains(b, a)`', 'isSubset', 'is_subset'),
  ...foreignFunctions(
    'Cerbos',
    'compare the paths as texts, as in `x.startsWith("a.b.")`',
    'hierarchy',
    'ancestorOf',
    'descendentOf',
  ),
  ...foreignFunctions('Cerbos', 'write `timestamp(now) - timestamp(x)`', 'timeSince'),
  ...foreignFunctions('Cerbos', 'write `cidr("10.0.0.0/8").containsIP(x)`', 'inIPAddrRange'),
  ...foreignFunctions('agentgateway', 'an input is a value already, so read its fields: `input.key`', 'json', 'toJson'),
  ...foreignFunctions(
    'agentgateway',
    'write `map[?"key"].orValue(other)`, or `has(x.key) ? x.key : other`',
    'default',
    'coalesce',
  ),
  ...foreignFunctions(
    'agentgateway',
    'a rule has the same result every time, so it cannot use random values',
    'random',
    'uuid',
  ),
  ...foreignFunctions('agentgateway', 'write `list.flatten(depth)`', 'flattenRecursive'),
  ...foreignFunctions('agentgateway', 'write `x.startsWith("…") ? x.substring(size("…")) : x`', 'stripPrefix'),
  ...foreignFunctions(
    'agentgateway',
    'write `x.endsWith("…") ? x.substring(0, size(x) - size("…")) : x`',
    'stripSuffix',
  ),
  ...foreignFunctions('agentgateway', 'write `map.transformMap(key, x, …)`', 'mapValues'),
  ...foreignFunctions('agentgateway', 'write `regex.replace(x, "pattern", "…")`', 'regexReplace'),
]);

export function foreignFunction(name: string): string | undefined {
  const foreign = functions.get(name);
  if (foreign === undefined) return undefined;
  return `\`${name}\` is a function of ${foreign.host} rather than of CEL: ${foreign.instead}.`;
}
