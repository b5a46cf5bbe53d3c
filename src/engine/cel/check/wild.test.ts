import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { specificationHookIds } from '../../model/hooks.ts';
import { check } from './check.ts';
import { diagnose } from './diagnose.ts';
import { applied } from '../diagnostic.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { languageAt } from '../declarations/language.ts';
import { CelError } from '../evaluate/eval-result.ts';
import { plan } from '../plan/plan.ts';
import { parse } from '../parse/parse.ts';

/** Expressions by other authors for other programs; `fixtures/README.md` names their origin. */
const fixtures = new URL('../fixtures/', import.meta.url);
const expressions = readFileSync(new URL('expressions.jsonl', fixtures), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { readonly expr: string }).expr); // our own fixture

type Reported = Pick<Diagnostic, 'message' | 'range' | 'severity'>;

function diagnosticsOf(text: string, language = languageAt('guardrail.before')): readonly Reported[] {
  const { expr, problems } = parse(text);
  if (problems.length === 0) return check(expr, language);
  return problems.map(({ message, range }) => ({ message, severity: 'error', range: range ?? expr.range }));
}

/** Returns a sentence with the value, or the error of the evaluator. */
function answerOf(text: string): string {
  const result = plan(parse(text).expr).run(new Map());
  return result instanceof CelError ? result.message : 'It has a value.';
}

describe('expressions written for other programs', () => {
  test('get a message with the missing name and a replacement', async () => {
    const outline = expressions.map((text) => {
      const sentences = diagnosticsOf(text).map(
        ({ severity, message, range }) => `  ${severity} [${text.slice(range.start, range.end)}] ${message}`,
      );
      return [text, ...new Set(sentences)].join('\n');
    });
    const golden = fileURLToPath(new URL('sentences.txt', fixtures));
    await expect(`${outline.join('\n\n')}\n`).toMatchFileSnapshot(golden);
  });

  test('get whole sentences at every hook, or a value', () => {
    for (const hook of specificationHookIds) {
      const language = languageAt(hook);
      const evaluated = expressions.flatMap((text) => {
        const sentences = diagnosticsOf(text, language).map(({ message }) => message);
        return sentences.length > 0 ? sentences : [answerOf(text)];
      });
      expect(evaluated.filter((answer) => !/^[^a-z].*[.?]$/s.test(answer))).toEqual([]);
    }
  });

  test('still parse after a fix if they parsed before', () => {
    for (const hook of specificationHookIds) {
      const language = languageAt(hook);
      for (const text of expressions) {
        const problems = parse(text).problems.length;
        for (const { fix } of diagnose(text, language)) {
          if (fix === undefined) continue;
          const fixed = applied(text, fix.edits);
          expect([fixed, parse(fixed).problems.length <= problems]).toEqual([fixed, true]);
        }
      }
    }
  });

  test('the message for an unknown name lists the available names', () => {
    expect(diagnosticsOf('spec.x == 1').map(({ message }) => message)).toEqual([
      'There is no variable `spec` at guardrail.before, which has `context`, `input` and `now`: a field is written `input.spec`, a text `"spec"`.',
    ]);
    expect(diagnosticsOf('locationCode(input.ip)').map(({ message }) => message)).toEqual([
      'There is no function `locationCode` at guardrail.before; press `Ctrl-Space` in the rule to list the available ones.',
    ]);
  });

  test('the message for another program’s answer variable says where an answer exists', () => {
    expect(diagnosticsOf('response.code >= 400').map(({ message }) => message)).toEqual([
      'There is no `response` here; elsewhere it means the answer under test in gateways. That is `output`, which exists at turn, guardrail.after and middleware.after.',
    ]);
    expect(diagnosticsOf('response.code >= 400', languageAt('guardrail.after')).map(({ message }) => message)).toEqual([
      'There is no `response` here; elsewhere it means the answer under test in gateways. At guardrail.after that is `output`.',
    ]);
  });

  test('another program’s variable for the requesting user is the user', () => {
    expect(diagnosticsOf('P.attr.role == "admin"').map(({ message }) => message)).toEqual([
      'There is no `P` here; elsewhere it means the user who makes the request, in Cerbos’ policies. The user of an agent is `context.user`.',
    ]);
    expect(diagnosticsOf('jwt.sub == "a"', languageAt('script')).map(({ message }) => message)).toEqual([
      'There is no `jwt` here; elsewhere it means the user who makes the request, by their token, in agentgateway. Nothing at script names the user.',
    ]);
  });

  test('the message for an unknown method lists the methods of the type', () => {
    expect(diagnosticsOf('context.agent.name.shout()').map(({ message }) => message)).toEqual([
      'There is no method `shout` for a string; there are `size`, `contains`, `startsWith`, `endsWith`, `matches` and 13 more.',
    ]);
  });
});
