import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Value } from '../../model/value.ts';
import { applied } from '../diagnostic.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { diagnose } from '../check/diagnose.ts';
import { contextType } from '../declarations/context.ts';
import { languageAt } from '../declarations/language.ts';
import type { Language } from '../declarations/language.ts';
import { literal } from '../literal.ts';
import { CelError } from '../evaluate/eval-result.ts';
import { plan } from '../plan/plan.ts';
import { specificationLibrary } from '../functions/index.ts';
import { parse } from '../parse/parse.ts';
import { shapeOf } from '../types/shape.ts';

const scope: { readonly [name: string]: Value } = {
  context: {
    agent: { name: 'support', namespace: 'prod', started_at: '2026-05-20T03:00:00Z' },
    user: { id: 'u-1', email: null },
    llm: { model: 'gemini', tokens: { total: 300, prompt: 250, completion: 50 } },
    _history: { turns: ['input', 'llm', 'capability'], turn_count: 3 },
    input: [{ message: [{ mimeType: 'text/plain', text: 'status?' }] }],
    output: [],
    capabilities: {
      _meta: { invocations: ['web_search'], count: 1, delegation_count: 0 },
      web_search: { count_successful: 1, count_errored: 0, count_restricted: 0, inputs: [{ q: 'x' }], outputs: ['y'] },
    },
  },
  input: {
    command: 'rm -rf /',
    amount: 1200,
    tags: ['a', 'b'],
    user: { name: 'bob' },
    items: [
      { n: 1, ok: true },
      { n: 3, ok: false },
    ],
    ok: true,
    'content-type': 'text',
  },
  output: { status: 'open' },
  now: '2026-05-20T03:45:00Z',
};

const language: Language = languageAt('turn', {
  types: new Map([
    ['context', contextType(shapeOf([scope['context'] ?? null]))],
    ['input', shapeOf([scope['input'] ?? null])],
    ['output', shapeOf([scope['output'] ?? null])],
  ]),
});

/** Applies the fixes one by one, as a user who clicks them would. */
function afterFixes(text: string): string {
  let now = text;
  for (let count = 0; count < 12; count++) {
    const fix = diagnose(now, language).find((one) => one.fix !== undefined && one.severity !== 'hint')?.fix;
    if (fix === undefined) return now;
    now = applied(now, fix.edits);
  }
  return `${now} is never done`;
}

const worse = ({ severity }: Diagnostic) => severity !== 'hint';

/** The text in another language, the message, the text after the fixes, and its value. */
const table: readonly (readonly [written: string, message: string, fixed: string, value: string])[] = [
  [
    'input.command =~ "^rm "',
    'CEL has no `=~`; write `input.command.matches("^rm ")`.',
    'input.command.matches("^rm ")',
    'true',
  ],
  [
    'input.command =~ /rm -rf/i',
    'CEL has no `=~`; write `input.command.matches(r"(?i)rm -rf")`.',
    'input.command.matches(r"(?i)rm -rf")',
    'true',
  ],
  [
    'input.command !~ "^ls"',
    'CEL has no `!~`; write `!input.command.matches("^ls")`.',
    '!input.command.matches("^ls")',
    'true',
  ],
  [
    '/^rm/.test(input.command)',
    'CEL has no patterns between slashes: a pattern is a string; write `input.command.matches(r"^rm")`.',
    'input.command.matches(r"^rm")',
    'true',
  ],
  ['input.amount => 5', 'CEL has no `=>`; write `>=`.', 'input.amount >= 5', 'true'],
  ['input.amount =< 5', 'CEL has no `=<`; write `<=`.', 'input.amount <= 5', 'false'],
  [
    'input.items.exists(x => x.n > 1)',
    'CEL has no anonymous functions: a macro names its element first; write `input.items.exists(x, x.n > 1)`.',
    'input.items.exists(x, x.n > 1)',
    'true',
  ],
  [
    'input.items.some((x, i) => x.n > 1 && i > 0)',
    'CEL has no anonymous functions: a macro names its element first; write `input.items.exists(i, x, x.n > 1 && i > 0)`.',
    'input.items.exists(i, x, x.n > 1 && i > 0)',
    'true',
  ],
  [
    'input.items.every(x -> x.n > 0)',
    'CEL has no anonymous functions: a macro names its element first; write `input.items.all(x, x.n > 0)`.',
    'input.items.all(x, x.n > 0)',
    'true',
  ],
  [
    'input.items.filter(lambda x: x.n > 1).size() > 0',
    'CEL has no anonymous functions: a macro names its element first; write `input.items.filter(x, x.n > 1)`.',
    'input.items.filter(x, x.n > 1).size() > 0',
    'true',
  ],
  ['"a" not in input.tags', 'CEL has no `not in`; write `!("a" in input.tags)`.', '!("a" in input.tags)', 'false'],
  [
    'input.command like "%rm%"',
    'CEL has no operator `like`; write `input.command.contains("rm")`.',
    'input.command.contains("rm")',
    'true',
  ],
  [
    'input.command not like "rm%"',
    'CEL has no operator `not like`; write `!input.command.startsWith("rm")`.',
    '!input.command.startsWith("rm")',
    'false',
  ],
  [
    'input.command ilike "RM%"',
    'CEL has no operator `ilike`; write `input.command.lowerAscii().startsWith("rm")`.',
    'input.command.lowerAscii().startsWith("rm")',
    'true',
  ],
  [
    'input.command contains "rm"',
    'CEL has no operator `contains`; write `input.command.contains("rm")`.',
    'input.command.contains("rm")',
    'true',
  ],
  [
    'input.command starts with "rm"',
    'CEL has no operator `starts with`; write `input.command.startsWith("rm")`.',
    'input.command.startsWith("rm")',
    'true',
  ],
  [
    'input.command matches "^rm"',
    'CEL has no operator `matches`; write `input.command.matches("^rm")`.',
    'input.command.matches("^rm")',
    'true',
  ],
  [
    'input.amount between 1 and 5',
    'CEL has no `between`; write `(input.amount >= 1 && input.amount <= 5)`.',
    '(input.amount >= 1 && input.amount <= 5)',
    'false',
  ],
  ['{{ input.amount }} > 5', 'CEL has no `{{` around a value; write `input.amount`.', 'input.amount > 5', 'true'],
  ['${{ input.amount > 5 }}', 'CEL has no `${{` around a value; write `input.amount > 5`.', 'input.amount > 5', 'true'],
  ['${input.amount} > 5', 'CEL has no `${` around a value; write `input.amount`.', 'input.amount > 5', 'true'],
  ['{input.amount} > 5', 'CEL has no `{` around a value; write `input.amount`.', 'input.amount > 5', 'true'],
  ['$input.amount > 5', 'CEL has no `$` before a name; write `input`.', 'input.amount > 5', 'true'],
  [
    'if input.amount > 5 then false else true',
    'CEL has no `if`: a choice is written `condition ? value : value`; write `input.amount > 5 ? false : true`.',
    'input.amount > 5 ? false : true',
    'false',
  ],
  [
    'if input.amount > 5 then input.ok',
    'CEL has no `if`: a choice is written `condition ? value : value`; write `!(input.amount > 5) || input.ok`.',
    '!(input.amount > 5) || input.ok',
    'true',
  ],
  [
    'if (input.amount > 5) { return false; } else { return true; }',
    'CEL has no `if`: a choice is written `condition ? value : value`; write `input.amount > 5 ? false : true`.',
    'input.amount > 5 ? false : true',
    'false',
  ],
  [
    'if input.amount > 5: return false',
    'CEL has no `if`: a choice is written `condition ? value : value`; write `!(input.amount > 5)`.',
    '!(input.amount > 5)',
    'false',
  ],
  [
    'return input.amount < 5;',
    'CEL has no `return`: a rule is one expression; write `input.amount < 5`.',
    'input.amount < 5',
    'false',
  ],
  [
    'input?.amount > 5',
    'CEL has no `?.`; write `has(input.amount) && input.amount > 5`.',
    'has(input.amount) && input.amount > 5',
    'true',
  ],
  [
    'input?.user?.name == "bob"',
    'CEL has no `?.`; write `input.?user.?name.hasValue() && input.user.name == "bob"`.',
    'input.?user.?name.hasValue() && input.user.name == "bob"',
    'true',
  ],
  ['!input?.ok', 'CEL has no `?.`; write `input.?ok.orValue(false)`.', '!input.?ok.orValue(false)', 'false'],
  [
    'input.command?.includes("rm")',
    'CEL has no `?.`; write `has(input.command) && input.command.includes("rm")`.',
    'has(input.command) && input.command.contains("rm")',
    'true',
  ],
  [
    'input?.items?.[0].n == 1',
    'CEL has no `?.`; write `input.?items[?0].n.hasValue() && input.items[0].n == 1`.',
    'input.?items[?0].n.hasValue() && input.items[0].n == 1',
    'true',
  ],
  ['input.limit ?? 10', 'CEL has no `??`; write `input.?limit.orValue(10)`.', 'input.?limit.orValue(10)', '10'],
  [
    'input.limit ?? 10 > 5',
    'CEL has no `??`; write `input.?limit.orValue(10)`.',
    'input.?limit.orValue(10) > 5',
    'true',
  ],
  [
    'input["limit"] ?: 10',
    'CEL has no `?:`; write `input[?"limit"].orValue(10)`.',
    'input[?"limit"].orValue(10)',
    '10',
  ],
  ['input.amount <> 5', 'CEL has no `<>`; write `!=`.', 'input.amount != 5', 'true'],
  [
    '1 < input.amount < 5',
    'CEL compares two values at a time: write `1 < input.amount && input.amount < 5`.',
    '1 < input.amount && input.amount < 5',
    'false',
  ],
  [
    '[x for x in input.items if x.n > 1]',
    'CEL has no `for`: a macro iterates over a list; write `input.items.filter(x, x.n > 1)`.',
    'input.items.filter(x, x.n > 1)',
    '[{"n": 3, "ok": false}]',
  ],
  [
    '[x.n for x in input.items]',
    'CEL has no `for`: a macro iterates over a list; write `input.items.map(x, x.n)`.',
    'input.items.map(x, x.n)',
    '[1, 3]',
  ],
  [
    'any(x.n > 1 for x in input.items)',
    'CEL has no `for`: a macro iterates over a list; write `input.items.exists(x, x.n > 1)`.',
    'input.items.exists(x, x.n > 1)',
    'true',
  ],
  [
    'all(x.n > 1 for x in input.items if x.ok)',
    'CEL has no `for`: a macro iterates over a list; write `input.items.all(x, !x.ok || x.n > 1)`.',
    'input.items.all(x, !x.ok || x.n > 1)',
    'false',
  ],
  [
    'sum(1 for x in input.items if x.n > 1) < 3',
    'CEL has no `for`: a macro iterates over a list; write `size(input.items.filter(x, x.n > 1))`.',
    'size(input.items.filter(x, x.n > 1)) < 3',
    'true',
  ],
  [
    'len([x for x in input.items if x.n > 1]) < 3',
    'CEL has no `for`: a macro iterates over a list; write `input.items.filter(x, x.n > 1)`.',
    'size(input.items.filter(x, x.n > 1)) < 3',
    'true',
  ],
  [
    'context.capabilities.web-search.count_successful < 3',
    '`web-search` is a subtraction in CEL, and names of capabilities have underscores for dashes: write `context.capabilities.web_search`.',
    'context.capabilities.web_search.count_successful < 3',
    'true',
  ],
  [
    'input.content-type == "text"',
    '`content-type` is a subtraction in CEL; a key with a dash goes in brackets: write `input["content-type"]`.',
    'input["content-type"] == "text"',
    'true',
  ],
  [
    'now - started_at < duration("1h")',
    '`-` is not defined for a string: if it is a time, write `timestamp(now)`.',
    'timestamp(now) - timestamp(context.agent.started_at) < duration("1h")',
    'true',
  ],
  [
    'now - context.agent.started_at > 3600',
    '`-` is not defined for string and string: if they are times, write `timestamp(now) - timestamp(context.agent.started_at)`.',
    'timestamp(now) - timestamp(context.agent.started_at) > duration("3600s")',
    'false',
  ],
  [
    'now > context.agent.started_at + "1h"',
    'This joins two texts and does not move a time: write `timestamp(context.agent.started_at) + duration("1h")`.',
    'timestamp(now) > timestamp(context.agent.started_at) + duration("1h")',
    'false',
  ],
  [
    'timestamp(now) > timestamp(context.agent.started_at) + "1h"',
    '`+` is not defined for timestamp and string: write `duration("1h")`.',
    'timestamp(now) > timestamp(context.agent.started_at) + duration("1h")',
    'false',
  ],
  [
    'timestamp(now) - timestamp(context.agent.started_at) > duration(5)',
    'A duration needs a unit, so `duration` takes a text: write `duration("5s")` for seconds.',
    'timestamp(now) - timestamp(context.agent.started_at) > duration("5s")',
    'true',
  ],
  [
    'timestamp(now) > timestamp("2026-01-01")',
    '"2026-01-01" is not a timestamp; a timestamp looks like "2026-05-20T03:45:00Z". Write `"2026-01-01T00:00:00Z"`.',
    'timestamp(now) > timestamp("2026-01-01T00:00:00Z")',
    'true',
  ],
  [
    'timestamp(now) - timestamp(context.agent.started_at) > 1h',
    'A duration is made from a text in CEL; write `duration("1h")`.',
    'timestamp(now) - timestamp(context.agent.started_at) > duration("1h")',
    'false',
  ],
  [
    'now.getHours() > 5',
    '`getHours` works on timestamp or duration, and this is a string: write `timestamp(now).getHours()`.',
    'timestamp(now).getHours() > 5',
    'false',
  ],
  [
    'input.command.length > 5',
    '`input.command` is a string, which has no fields: write `size(input.command)`.',
    'size(input.command) > 5',
    'true',
  ],
  [
    'input.tags.length() > 1',
    '`length` is not a CEL function: write `size(input.tags)`.',
    'size(input.tags) > 1',
    'true',
  ],
  ['len(input.tags) > 1', '`len` is not a CEL function: write `size(input.tags)`.', 'size(input.tags) > 1', 'true'],
  [
    'input.amuont > 5',
    '`amuont` never occurs in `input` in this session; did you mean `amount`?',
    'input.amount > 5',
    'true',
  ],
  [
    'input["amuont"] > 5',
    '`amuont` never occurs in `input` in this session; did you mean `amount`?',
    'input["amount"] > 5',
    'true',
  ],
  ['inptu.amount > 5', 'There is no variable `inptu` here; did you mean `input`?', 'input.amount > 5', 'true'],
  [
    'input.amount < 1_000',
    'A number in CEL has no `_` between its digits; write `1000`.',
    'input.amount < 1000',
    'false',
  ],
  ['input.amount < 5k', 'CEL has no `k` for 1,000; write `5000`.', 'input.amount < 5000', 'true'],
  [
    'input.amount < 1,000',
    'A number in CEL has no `,` between its digits; write `1000`.',
    'input.amount < 1000',
    'false',
  ],
  ['input.amount < $500', 'CEL has no currencies, only numbers; write `500`.', 'input.amount < 500', 'false'],
  [
    'assert: input.amount < 5',
    '`assert:` is a key of the manifest, not part of the expression; write `input.amount < 5`.',
    'input.amount < 5',
    'false',
  ],
  [
    '- assert: "input.user.name == \'bob\'"',
    "`assert:` is a key of the manifest, not part of the expression; write `input.user.name == 'bob'`.",
    "input.user.name == 'bob'",
    'true',
  ],
  [
    'assert: input.user.name == "bob"\n  on_fail: block',
    '`assert:` is a key of the manifest, not part of the expression; write `input.user.name == "bob"`.',
    'input.user.name == "bob"',
    'true',
  ],
  ['input.ok and not input.amount == 5', 'CEL has no `and`; write `&&`.', 'input.ok && !(input.amount == 5)', 'true'],
  ['input.ok AND NOT input.ok', 'CEL has no `AND`; write `&&`.', 'input.ok && !input.ok', 'false'],
  ['input.ok or input.amount === 5', 'CEL has no `or`; write `||`.', 'input.ok || input.amount == 5', 'true'],
  ['input.amount !== 5', 'CEL has no `!==`; write `!=`.', 'input.amount != 5', 'true'],
  ['input.amount = 5', 'CEL has no `=`; write `==`.', 'input.amount == 5', 'false'],
  ['input.ok & true | false', 'CEL has no `&`; write `&&`.', 'input.ok && true || false', 'true'],
  ['input.user is None', 'CEL has no `is`; write `input.user == null`.', 'input.user == null', 'false'],
  [
    'input.user.name is not null',
    'CEL has no `is not`; write `input.user.name != null`.',
    'input.user.name != null',
    'true',
  ],
  ['input.tags is empty', 'CEL has no `is`; write `size(input.tags) == 0`.', 'size(input.tags) == 0', 'false'],
  ['input.user == None', 'CEL has no `None`; write `null`.', 'input.user == null', 'false'],
  [
    'input.ok == True && input.ok != False',
    'CEL has no `True`; write `true`.',
    'input.ok == true && input.ok != false',
    'true',
  ],
  ['input.user == nil', 'CEL has no `nil`; write `null`.', 'input.user == null', 'false'],
  [
    'input.command.includes("rm")',
    '`includes` is not a CEL function: write `input.command.contains("rm")`.',
    'input.command.contains("rm")',
    'true',
  ],
  [
    'input.tags.includes("a")',
    '`includes` is not a CEL function: write `"a" in input.tags`.',
    '"a" in input.tags',
    'true',
  ],
  [
    'input.tags.contains("a")',
    '`contains` searches a text, and `in` a list: write `"a" in input.tags`.',
    '"a" in input.tags',
    'true',
  ],
  [
    'input.command.toLowerCase() == "x"',
    '`toLowerCase` is not a CEL function: write `input.command.lowerAscii()`.',
    'input.command.lowerAscii() == "x"',
    'false',
  ],
  [
    'input.command.lower().startswith("rm")',
    '`lower` is not a CEL function: write `input.command.lowerAscii()`.',
    'input.command.lowerAscii().startsWith("rm")',
    'true',
  ],
  [
    '"rm" in input.command',
    '`in` searches lists and maps, and this is a string: write `input.command.contains("rm")`.',
    'input.command.contains("rm")',
    'true',
  ],
  [
    '!"rm" in input.tags',
    '`!` applies only to the operand next to it: write `!("rm" in input.tags)`.',
    '!("rm" in input.tags)',
    'true',
  ],
  [
    'input.user.nickname || "anonymous"',
    '`nickname` never occurs in `input.user` in this session; its keys are `name`.',
    'input.user.?nickname.orValue("anonymous")',
    '"anonymous"',
  ],
  [
    'f"total {input.amount}" == "total 1200"',
    'CEL has no `f` before a text, and no placeholders in texts; write `"total " + string(input.amount)`.',
    '"total " + string(input.amount) == "total 1200"',
    'true',
  ],
  [
    '`total ${input.amount}` == "total 1200"',
    'CEL has no text between backquotes; write `"total " + string(input.amount)`.',
    '"total " + string(input.amount) == "total 1200"',
    'true',
  ],
  [
    'true if input.amount > 5 else false',
    'CEL has no `a if b else c`; write `input.amount > 5 ? true : false`.',
    'input.amount > 5 ? true : false',
    'true',
  ],
  [
    'input.command.matches(/^rm/)',
    'CEL has no patterns between slashes: a pattern is a string; write `r"^rm"`.',
    'input.command.matches(r"^rm")',
    'true',
  ],
  ['input.amount < 5;', 'A CEL rule is one expression and takes no `;`; leave it out.', 'input.amount < 5', 'false'],
  [
    'input.amount < 5 # too much',
    'A comment in CEL begins with `//`, not with `#`; write `//`.',
    'input.amount < 5 // too much',
    'false',
  ],
  [
    'input.amount < 5 /* too much */ && true',
    'CEL has no `/* … */`, a comment begins with `//` and ends with its line; leave it out.',
    'input.amount < 5  && true',
    'false',
  ],
  [
    '“bob” == input.user.name',
    '`“` is a typographic quote, and CEL strings use straight ones; write `"bob"`.',
    '"bob" == input.user.name',
    'true',
  ],
  ['input.amount ≥ 5', 'CEL has no `≥`; write `>=`.', 'input.amount >= 5', 'true'],
  ['input.amount &gt;= 5 &amp;&amp; true', 'CEL has no `&gt;=`; write `>=`.', 'input.amount >= 5 && true', 'true'],
  [
    'let limit = 5; input.amount > limit',
    'CEL has no `let`: `cel.bind` names a value; write `cel.bind(limit, 5, input.amount > limit)`.',
    'cel.bind(limit, 5, input.amount > limit)',
    'true',
  ],
  ['input->amount > 5', 'CEL has no `->`; write `.`.', 'input.amount > 5', 'true'],
  [
    'has(input["amount"])',
    '`has()` tests a field behind a dot; write `"amount" in input`.',
    '"amount" in input',
    'true',
  ],
  [
    'has(input)',
    'A variable always exists, and `has()` tests a field; write `input != null`.',
    'input != null',
    'true',
  ],
  [
    'Math.max(input.amount, 5) > 3',
    '`Math.max` is not a CEL function: write `math.greatest(input.amount, 5)`.',
    'math.greatest(input.amount, 5) > 3',
    'true',
  ],
  [
    'isEmpty(input.tags)',
    '`isEmpty` is not a CEL function: write `size(input.tags) == 0`.',
    'size(input.tags) == 0',
    'false',
  ],
  [
    'input.get("amount", 0) > 5',
    '`get` is not a CEL function: write `input[?"amount"].orValue(0)`.',
    'input[?"amount"].orValue(0) > 5',
    'true',
  ],
  ['input.has("amount")', '`has` is not a CEL function: write `"amount" in input`.', '"amount" in input', 'true'],
  [
    're.search("rm", input.command)',
    '`re.search` is not a CEL function: write `input.command.matches("rm")`.',
    'input.command.matches("rm")',
    'true',
  ],
  [
    '"total " + input.amount == "total 1200"',
    '`+` is not defined for string and int: write `string(input.amount)`.',
    '"total " + string(input.amount) == "total 1200"',
    'true',
  ],
  [
    'input.amount == "1200"',
    'Int and string are never equal, so in this session this is always false: write `1200`.',
    'input.amount == 1200',
    'true',
  ],
  [
    'input.amount * 1.5 > 3.0',
    '`*` is not defined for int and double: write `double(input.amount)`.',
    'double(input.amount) * 1.5 > 3.0',
    'true',
  ],
  [
    'startsWith(input.command, "rm")',
    '`startsWith` is called as a method: write `input.command.startsWith("rm")`.',
    'input.command.startsWith("rm")',
    'true',
  ],
  [
    'input.items.n == 1',
    '`input.items` is a list, and `n` a field of its elements: write `input.items[0].n`, or `input.items.exists(x, x.n …)`.',
    'input.items[0].n == 1',
    'true',
  ],
  [
    '!input.tags.includes("a")',
    '`includes` is not a CEL function: write `("a" in input.tags)`.',
    '!("a" in input.tags)',
    'false',
  ],
  [
    'input.tags.isEmpty() == false',
    '`isEmpty` is not a CEL function: write `(size(input.tags) == 0)`.',
    '(size(input.tags) == 0) == false',
    'true',
  ],
  [
    'input.amount < 5_000 && !(input.command like "rm%")',
    'A number in CEL has no `_` between its digits; write `5000`.',
    'input.amount < 5000 && !(input.command.startsWith("rm"))',
    'false',
  ],
  [
    'not input.command contains "rm"',
    'CEL has no `not`; write `!(input.command contains "rm")`.',
    '!(input.command.contains("rm"))',
    'false',
  ],
];

test.each(table)('%s', (written, message, fixed, value) => {
  expect(diagnose(written, language).find(worse)?.message).toBe(message);
  expect(afterFixes(written)).toBe(fixed);
  expect(diagnose(fixed, language).filter(worse)).toEqual([]);
  const result = plan(parse(fixed).expr, specificationLibrary).run(new Map(Object.entries(scope)));
  expect(result instanceof CelError ? result.message : literal(result)).toBe(value);
});

describe('any text', () => {
  const pieces = (
    'input . amount input.amount context "a" \'b\' 5 5k 1_000 1,000 $ ${ {{ }} { } ( ) [ ] ; : , ? ?. ?? ?: =~ !~ => -> = == === <> < <= & && | || ! ' +
    'not in and or is None like between if then else return for x lambda let has contains starts with # // /a/ /* */ assert: ` “ ” f"{x}" - + * ** % \n'
  ).split(' ');
  const heaps = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((some) => some.join(' '));
  const tight = fc.array(fc.constantFrom(...pieces), { maxLength: 10 }).map((some) => some.join(''));

  test('each fix changes the text, inside its range and in order', () => {
    fc.assert(
      fc.property(fc.oneof(heaps, tight), (text) => {
        for (const { fix, range } of diagnose(text, language)) {
          expect(range.start).toBeGreaterThanOrEqual(0);
          expect(range.end).toBeLessThanOrEqual(text.length);
          if (fix === undefined) continue;
          let at = 0;
          for (const { start, end } of fix.edits) {
            expect(start).toBeGreaterThanOrEqual(at);
            expect(end).toBeGreaterThanOrEqual(start);
            at = end;
          }
          expect(at).toBeLessThanOrEqual(text.length);
          expect(applied(text, fix.edits)).not.toBe(text);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('a text that does not parse always has a problem, in whole sentences', () => {
    fc.assert(
      fc.property(fc.oneof(heaps, tight), (text) => {
        if (parse(text).problems.length === 0) return;
        const found = diagnose(text, language);
        expect(found.length).toBeGreaterThan(0);
        for (const { message, severity } of found) {
          expect(severity).toBe('error');
          expect(message).toMatch(/^[^a-z].*[.?]$/s);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test.each(
    [
      'a and ',
      'not ',
      'if ',
      'x?.',
      '(',
      '{{',
      'a ?? ',
      '/* ',
      '"',
      '`',
      'f"',
      'a contains ',
      'contains ',
      'x is ',
      '1,000,',
      '[x for ',
    ].map((piece) => [piece]),
  )('%s repeated many times is checked within a time limit', (piece) => {
    const began = performance.now();
    for (const length of [3900, 100_000]) diagnose(piece.repeat(Math.floor(length / piece.length)), language);
    expect(performance.now() - began).toBeLessThan(5000);
  });
});
