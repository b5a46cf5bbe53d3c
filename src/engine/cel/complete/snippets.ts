import type { TextRange } from '../../model/problem.ts';
import { fieldsOf } from './data.ts';
import type { Completion } from './item.ts';
import type { Language, RuleSnippet as Snippet } from '../declarations/language.ts';
import { literal } from '../literal.ts';
import { alternatives } from '../types/types.ts';
import type { ScalarName, Type } from '../types/types.ts';

/**
 * Common guardrails with places to fill in, in the notation of editors: `${1:value}` is the first place, and each is
 * filled with a value from this session. Only guardrails that this hook can run are proposed.
 */
export function snippetsFor(language: Language, range: TextRange): readonly Completion[] {
  const snippets = language.snippets ?? [...aboutContext(language), ...aboutValues(language), ...aboutAsking(language)];
  return snippets.map(({ label, detail, insert, about }) => ({ label, kind: 'snippet', insert, range, detail, about }));
}

function aboutContext({ variables }: Language): readonly Snippet[] {
  const context = variables.get('context');
  if (context === undefined) return [];
  const called = [...fieldsOf(fieldsOf(context.type).get('capabilities')?.type).keys()].find(isFunction) ?? 'refund';
  const clock = variables.has('now') ? [officeHours] : [];
  return [
    {
      label: 'token budget',
      detail: 'stops once too many tokens are spent',
      insert: 'context.llm.tokens.total < ${1:10000}',
      about: 'Tokens of all model calls so far.',
    },
    {
      label: 'turn limit',
      detail: 'stops a task that takes too many turns',
      insert: 'context._history.turn_count < ${1:40}',
      about: 'Turns of every kind so far.',
    },
    {
      label: 'at most so many calls',
      detail: 'limits how often a capability runs',
      insert: `!has(context.capabilities.\${1:${called}}) || context.capabilities.\${1:${called}}.count_successful < \${2:1}`,
      about: 'A capability that was never called may be missing from the context, so the rule tests for it first.',
    },
    {
      label: 'only after another capability',
      detail: 'requires that another capability was called before',
      insert: `has(context.capabilities.\${1:${called}}) && context.capabilities.\${1:${called}}.count_successful > 0`,
      about: 'For orders such as: look up before refunding.',
    },
    {
      label: 'no secret in a message',
      detail: 'searches every incoming message',
      insert: 'context.input.all(i, i.message.all(part, !has(part.text) || !part.text.matches(${1:"(?i)password"})))',
      about: 'A message has parts, and only some of them are text.',
    },
    ...clock,
  ];
}

const officeHours: Snippet = {
  label: 'office hours',
  detail: 'is true between two hours of the day',
  insert: 'timestamp(now).getHours("${1:UTC}") >= ${2:8} && timestamp(now).getHours("${1:UTC}") < ${3:18}',
  about: 'The time of the turn is a text; timestamp() converts it.',
};

function aboutValues({ variables }: Language): readonly Snippet[] {
  const [name, variable] = [...variables].find(([one]) => one === 'input' || one === 'output') ?? [];
  if (name === undefined || variable === undefined) return [];
  const number = fieldOf(variable.type, ['int', 'double']);
  const text = fieldOf(variable.type, ['string']);
  const amount = `${name}.\${1:${number?.name ?? 'amount'}}`;
  const kind = `${name}.\${1:${text?.name ?? 'kind'}}`;
  const known = (text?.seen ?? ['a', 'b']).slice(0, 3).map((value) => escaped(literal(value)));
  const bound = number?.isDouble === true ? '1000.0' : '1000';
  return [
    {
      label: 'limit a number',
      detail: `is true while a number of the ${name} is small`,
      insert: `${amount} <= \${2:${bound}}`,
      about: 'A double is compared with a double: write 1000.0 for one.',
    },
    {
      label: 'one of some values',
      detail: `is true for listed values of the ${name}`,
      insert: `${kind} in [\${2:${known.join(', ')}}]`,
      about: 'Everything that is not listed is refused.',
    },
    {
      label: 'match a pattern',
      detail: `tests a text of the ${name}`,
      insert: `${kind}.matches(\${2:"^[A-Z]{2\\}[0-9]+\\$"})`,
      about: 'An RE2 pattern; ^ and $ make it match the whole.',
    },
    {
      label: 'field is there',
      detail: `tests a field of the ${name} before it reads it`,
      insert: `has(${kind}) && ${kind} != \${2:""}`,
      about: 'Reading a missing field is an error.',
    },
  ];
}

function aboutAsking({ variables, functions }: Language): readonly Snippet[] {
  if (!functions.has('review')) return [];
  const input = variables.get('input');
  const number = input === undefined ? undefined : fieldOf(input.type, ['int', 'double']);
  return [
    {
      label: 'ask above a limit',
      detail: 'lets a person decide about large numbers',
      insert: `input.\${1:${number?.name ?? 'amount'}} <= \${2:${number?.isDouble === true ? '1000.0' : '1000'}} || review(\${3:"owner"})`,
      about: 'The task waits for the answer; a denial makes the rule fire.',
    },
  ];
}

interface Known {
  readonly name: string;
  readonly seen: readonly string[] | undefined;
  readonly isDouble: boolean;
}

/** The first field of such a type whose name can follow a dot. */
function fieldOf(type: Type, wanted: readonly ScalarName[]): Known | undefined {
  for (const [name, field] of fieldsOf(type)) {
    const scalars = alternatives(field.type).filter((one) => one.kind === 'scalar');
    const scalar = scalars.find((one) => wanted.includes(one.name));
    if (scalar === undefined || !/^[A-Za-z_]\w*$/.test(name)) continue;
    const texts = scalar.seen?.filter((value) => typeof value === 'string' && value.length <= 40);
    return { name, seen: texts?.map(String), isDouble: scalar.name === 'double' };
  }
  return undefined;
}

const isFunction = (key: string): boolean => /^[A-Za-z]\w*$/.test(key);

/** Escapes characters that would end or begin a place in a snippet. */
const escaped = (text: string): string => text.replaceAll(/[\\$}]/g, '\\$&');
