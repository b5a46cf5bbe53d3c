import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { literal, parse, walk } from '../cel/index.ts';
import type { HostEffect } from '../model/host-effect.ts';
import { type HookId, hookIds } from '../model/hooks.ts';
import { readRule } from './reading.ts';

function said(place: string, expression: string, computes = false): string | null {
  const [hook, match = null] = place.split(' ');
  const parts = readRule({ expression, hook: hook as HookId, match }, computes); // the tables below name hooks
  return parts === null ? null : parts.map(({ text, isCode }) => (isCode ? `‹${text}›` : text)).join('');
}

/** Expressions by other authors; `fixtures/README.md` in `cel/` names their origin. */
const expressions = readFileSync(new URL('../cel/fixtures/expressions.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { readonly expr: string }).expr); // our own fixture

/** The place, the expression, and the sentence, in which code is marked. */
const sentences: readonly (readonly [place: string, expression: string, sentence: string | null])[] = [
  [
    'middleware.before issue_refund',
    'input.amount <= 1000 || input.recipient.endsWith("@example.com")',
    'Blocks issue_refund unless the amount is at most ‹1000› or the recipient ends with ‹"@example.com"›',
  ],
  [
    'middleware.before Bash',
    '!input.command.matches(r"\\b(rm|git push)\\b")',
    'Blocks Bash if the command matches the pattern ‹r"\\b(rm|git push)\\b"›',
  ],
  [
    'middleware.before pay',
    '!has(input.amount) || i.amount <= 5',
    'Blocks pay unless the amount is not set or the amount is at most ‹5›',
  ],
  [
    'middleware.before send_money',
    'context.input.exists(i, i.message.exists(p, has(p.text) && p.text.contains(input.recipient)))',
    'Blocks send_money unless for some ‹i› in the inputs so far: for some ‹p› in ‹i.message›: ‹p.text› is set and ‹p.text› contains the recipient',
  ],
  [
    'middleware.before Bash',
    'context.capabilities.Bash.inputs.filter(i, i == input).size() < 2',
    'Blocks Bash unless the number of ‹i› in the inputs of the calls of Bash where (‹i› is the input of the call) is less than ‹2›',
  ],
  [
    'middleware.before',
    'context.capabilities.send_money.count_errored < 3',
    'Blocks a tool call unless the number of failed calls of send_money is less than ‹3›',
  ],
  [
    'middleware.before',
    'c.cap.send_money.count_successful == 0',
    'Blocks a tool call unless the number of successful calls of send_money is ‹0›',
  ],
  [
    'guardrail.after',
    'context.llm.tokens.total <= 25000',
    'Blocks an answer unless the number of tokens so far is at most ‹25000›',
  ],
  [
    'guardrail.after',
    '!output.message.exists(p, p.text.contains("secret"))',
    'Blocks an answer if for some ‹p› in the message of the answer: ‹p.text› contains ‹"secret"›',
  ],
  [
    'guardrail.before',
    'size(input.message) > 0',
    'Blocks an input unless the size of the message of the input is more than ‹0›',
  ],
  [
    'middleware.before',
    'input.all(k, type(input[k]) != string || !input[k].matches("[0-9]{13,19}"))',
    'Blocks a tool call unless for every ‹k› in the input of the call: the type of ‹input[k]› is not ‹string› or ‹input[k]› does not match the pattern ‹"[0-9]{13,19}"›',
  ],
  ['turn', 'c._history.turn_count < 5', 'Fires at a turn unless the number of turns so far is less than ‹5›'],
  [
    'turn',
    'context.capabilities._meta.count <= 20 && context.llm.model != "gpt-4"',
    'Fires at a turn unless the number of calls so far is at most ‹20› and the model is not ‹"gpt-4"›',
  ],
  [
    'middleware.before',
    'double(input.orderTotal) > -0.5 && !(input.kind in ["a", "b"])',
    'Blocks a tool call unless the order total as a number is more than ‹-0.5› and the kind is not one of ‹"a"›, ‹"b"›',
  ],
  [
    'middleware.before',
    'input.to in context.user.email',
    'Blocks a tool call unless ‹input.to› is in the email of the user',
  ],
  [
    'middleware.after pay',
    'output.total * 2 + 1 > 3 ? true : input.x == -5',
    'Blocks the result of pay unless (if (the total of the result times ‹2›) plus ‹1› is more than ‹3›, then ‹true›, otherwise ‹input.x› is ‹-5›)',
  ],
  [
    'middleware.after pay',
    'o.status.startsWith("ok") && (o.count >= 1 || !o.isEmpty)',
    'Blocks the result of pay unless the status of the result starts with ‹"ok"› and (the count of the result is at least ‹1› or ‹o.isEmpty› is not true)',
  ],
  ['middleware.before', '!(input.a && input.b)', 'Blocks a tool call if ‹input.a› is true and ‹input.b› is true'],
  [
    'middleware.before',
    '!(input.x > 3) && !(input.list.all(e, e < 2))',
    'Blocks a tool call unless ‹input.x› is not more than ‹3› and (not for every ‹e› in the list: ‹e› is less than ‹2›)',
  ],
  [
    'middleware.before',
    'input.items.exists_one(item, item.price * item.count > 100)',
    'Blocks a tool call unless for exactly one ‹item› in the items: ‹item.price› times ‹item.count› is more than ‹100›',
  ],
  ['guardrail.after', 'ctx.state == "completed"', 'Blocks an answer unless ‹ctx.state› is ‹"completed"›'],
  [
    'middleware.before',
    '[1, 2].exists(input, input == 2) && input.n == 2u',
    'Blocks a tool call unless (for some ‹input› in ‹[1, 2]›: ‹input› is ‹2›) and ‹input.n› is ‹2u›',
  ],
  ['turn', 'true', null],
  ['turn', 'size(context.output) + 1', null],
  ['turn', 'f(x)', null],
  // No condition, whatever their verdicts are.
  ['turn', 'context.llm.tokens.total', null],
  ['guardrail.after', 'c.cap.pay.outputs', null],
  ['turn', 'size(context.output)', null],
  ['turn', 'context.output.filter(m, m.role == "agent")', null],
  // At a turn only a boolean passes or fires; an assert takes every value as true or false.
  ['middleware.after', 'output', 'Blocks the result of a tool call unless the result counts as true'],
  ['middleware.after', '!output', 'Blocks the result of a tool call if the result is true'],
  [
    'middleware.before pay',
    'has(input.note) ? input.note : input.approved && input.open',
    'Blocks pay unless (if the note is set, then the note counts as true, otherwise the approved is true and the open is true)',
  ],
  ['middleware.after', 'f(x)', null],
  ['turn', 'input.approved', 'Fires at a turn unless the approved of the input is true'],
  ['turn', 'input.amount <=', null],
  ['prompt', 'context.llm.tokens.total < 5', null],
  ['turn', "request.path == '/process'", "Fires at a turn unless ‹request.path› is ‹'/process'›"],
  [
    'turn',
    'has(self.unixPath) || (has(self.host) && has(self.port))',
    'Fires at a turn unless ‹self.unixPath› is set or (‹self.host› is set and ‹self.port› is set)',
  ],
  [
    'turn',
    'has(self.custom) ? has(self.custom.backendRef) != has(self.host) : true',
    'Fires at a turn unless (if ‹self.custom› is set, then ‹has(self.custom.backendRef)› is not ‹has(self.host)›, otherwise ‹true›)',
  ],
  [
    'turn',
    '(self >= 1 && self <= 4294967295) || self.size() > 0',
    'Fires at a turn unless (‹self› is at least ‹1› and ‹self› is at most ‹4294967295›) or the size of ‹self› is more than ‹0›',
  ],
  [
    'turn',
    'this.daily_special in this.hot_beverages + this.cold_beverages',
    'Fires at a turn unless ‹this.daily_special› is in ‹this.hot_beverages› plus ‹this.cold_beverages›',
  ],
  [
    'turn',
    "!rules.ip_with_prefixlen || this == '' || this.isIpPrefix()",
    "Fires at a turn unless ‹rules.ip_with_prefixlen› is not true or ‹this› is ‹''› or ‹this.isIpPrefix()› is true",
  ],
  [
    'turn',
    'P.attr.workspaceMap[R.attr.workspaceId] == "ADMIN"',
    'Fires at a turn unless ‹P.attr.workspaceMap[R.attr.workspaceId]› is ‹"ADMIN"›',
  ],
  [
    'turn',
    'R.attr.geos.all(t, P.attr.forbidden.exists(x, t.startsWith(x)))',
    'Fires at a turn unless for every ‹t› in ‹R.attr.geos›: for some ‹x› in ‹P.attr.forbidden›: ‹t› starts with ‹x›',
  ],
  [
    'turn',
    'values.map(x, x * 3).exists(x, x % 4 == 0)',
    'Fires at a turn unless for some ‹x› in ‹values.map(x, x * 3)›: ‹x› modulo ‹4› is ‹0›',
  ],
  [
    'turn',
    "!(has(self.geminiVertexAI) && self.provider != 'GeminiVertexAI')",
    "Fires at a turn if ‹self.geminiVertexAI› is set and ‹self.provider› is not ‹'GeminiVertexAI'›",
  ],
  [
    'turn',
    'object.spec.?ephemeralContainers.orValue([]).size() == 0',
    'Fires at a turn unless the size of ‹object.spec.?ephemeralContainers.orValue([])› is ‹0›',
  ],
  [
    'turn',
    "!(duration(variables.lifetimeAnnotationValue) > duration('8h'))",
    "Fires at a turn if ‹duration(variables.lifetimeAnnotationValue)› is more than ‹duration('8h')›",
  ],
  ['turn', 'variables.badContainers.join(", ")', null],
  ['turn', "uint(this.size()) != rules.len ? 'must be %s characters'.format([rules.len]) : ''", null],
  [
    'turn',
    'object.spec.rules.all(rule, !has(rule.host) || variables.tls.exists(tls, tls.?hosts.orValue([]).exists(host, host == rule.host)))',
    'Fires at a turn unless for every ‹rule› in ‹object.spec.rules›: ‹rule.host› is not set or for some ‹tls› in ‹variables.tls›: for some ‹host› in ‹tls.?hosts.orValue([])›: ‹host› is ‹rule.host›',
  ],
];

describe('a rule in plain words', () => {
  test.each(sentences)('%s: %s', (place, expression, sentence) => {
    expect(said(place, expression)).toBe(sentence);
  });

  test.each([
    ['turn', 'c.llm.tokens.total', 'Gives the number of tokens so far at a turn'],
    ['turn', 'input.approved', 'Gives the approved of the input at a turn'],
    ['turn', 'size(context.output) + 1', 'Gives the size of the answers so far plus ‹1› at a turn'],
    ['binding refund', 'context.user.email', 'Gives the email of the user for a parameter of refund'],
    ['tool-expression', 'input.amount * 2', 'Gives the amount times ‹2› as the result of a tool'],
    ['prompt', 'context.llm.tokens.total', 'Gives the number of tokens so far in the prompt'],
    ['turn', 'context.x.y', null],
    ['prompt', 'context.llm.tokens.total < 5', null],
    ['turn', 'context.llm.tokens.total +', null],
  ])('%s: %s, which computes a value', (place, expression, sentence) => {
    expect(said(place, expression, true)).toBe(sentence);
  });

  test('a policy’s rule names the tools it covers, and where it runs', () => {
    const rule = { expression: 'input.amount < 5', hook: 'middleware.before', match: null } as const;
    const parts = readRule({ ...rule, functions: ['refund', 'pay'], condition: 'input.isNew' });
    expect(parts?.map(({ text }) => text).join('')).toBe(
      'Blocks refund and pay unless the amount is less than 5, where input.isNew is true',
    );
    expect(readRule({ ...rule, yields: 'value' })).toBeNull();
    expect(readRule({ ...rule, yields: 'value' }, true)).toBeNull();
    expect(readRule({ ...rule, yields: 'output' })).toBeNull();
  });

  test('a rule of another host’s policy says what it does where it is true', () => {
    const rule = { expression: 'tool.call.params.amount > 5', hook: 'cel-ai.tool-call.before', match: null } as const;
    const words = (yields: HostEffect, expression: string = rule.expression) =>
      readRule({ ...rule, yields, expression })
        ?.map(({ text }) => text)
        .join('');
    expect(words('deny')).toMatch(/^Denies a tool call if the amount is more than 5$/);
    expect(words('deny', 'tool.call.params.approved')).toBe('Denies a tool call if the approved is true');
    expect(words('deny', '!(tool.name == "refund")')).toMatch(/^Denies a tool call unless .+ is "refund"$/);
    expect(words('allow')).toMatch(/^Allows a tool call if /);
    expect(words('confirm')).toMatch(/^Asks a person about a tool call if /);
    expect(words('replay')).toMatch(/^Sends back a tool call if /);
  });

  const hook = fc.constantFrom(...hookIds);
  const wild = fc.constantFrom(...expressions);
  const composed = fc
    .tuple(fc.array(wild, { minLength: 1, maxLength: 3 }), fc.constantFrom('&&', '||', '==', '+', '<='), fc.boolean())
    .map(
      ([parts, operator, isNot]) => `${isNot ? '!' : ''}(${parts.map((part) => `(${part})`).join(` ${operator} `)})`,
    );
  const cutOff = fc.tuple(wild, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1)));

  test('any text is read without an exception', () => {
    const any = fc.oneof(composed, cutOff, fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(
        any,
        hook,
        fc.boolean(),
        (expression, at, computes) => void readRule({ expression, hook: at, match: null }, computes),
      ),
    );
    expect(said('turn', '!'.repeat(1000))).toBeNull();
    expect(said('turn', `${'!'.repeat(999)}input.open`)).toContain('open');
    expect(said('turn', Array.from({ length: 1000 }, () => 'input.count').join(' + '))).toBeNull();
  });

  const literalsOf = (text: string): readonly string[] =>
    [...walk(parse(text).expr)].flatMap(({ expr }) => (expr.kind === 'literal' ? literal(expr.value) : [])).toSorted();

  test('every literal is in the sentence once, as it is written', () => {
    fc.assert(
      fc.property(composed, (expression) => {
        const parts = readRule({ expression, hook: 'middleware.before', match: null });
        if (parts === null) return;
        const code = parts.filter(({ isCode }) => isCode).flatMap(({ text }) => literalsOf(text));
        expect(code.toSorted()).toEqual(literalsOf(expression));
      }),
    );
  });
});
