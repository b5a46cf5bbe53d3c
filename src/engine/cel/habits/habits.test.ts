import { expect, test } from 'vitest';
import type { Value } from '../../model/value.ts';
import { applied } from '../check/diagnostic.ts';
import type { Diagnostic } from '../check/diagnostic.ts';
import { diagnose } from '../check/diagnose.ts';
import { contextType } from '../declarations/context.ts';
import { languageAt } from '../declarations/language.ts';
import type { Language } from '../declarations/language.ts';
import { literal } from '../literal.ts';
import { CelError } from '../evaluate/outcome.ts';
import { plan } from '../evaluate/plan.ts';
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

/** The text with the fixes taken one by one, as whoever clicks them would. */
function mended(text: string): string {
  let now = text;
  for (let count = 0; count < 12; count++) {
    const fix = diagnose(now, language).find((one) => one.fix !== undefined && one.severity !== 'hint')?.fix;
    if (fix === undefined) return now;
    now = applied(now, fix.edits);
  }
  return `${now} is never done`;
}

const worse = ({ severity }: Diagnostic) => severity !== 'hint';

/** As written elsewhere, what is said of it, what the fixes make of it, and what that comes to. */
const table: readonly (readonly [written: string, message: string, fixed: string, value: string])[] = [
  [
    'input.command =~ "^rm "',
    'CEL has no `=~`; write `input.command.matches("^rm ")`.',
    'input.command.matches("^rm ")',
    'true',
  ],
];

test.each(table)('%s', (written, message, fixed, value) => {
  expect(diagnose(written, language).find(worse)?.message).toBe(message);
  expect(mended(written)).toBe(fixed);
  expect(diagnose(fixed, language).filter(worse)).toEqual([]);
  const outcome = plan(parse(fixed).expr, specificationLibrary).run(new Map(Object.entries(scope)));
  expect(outcome instanceof CelError ? outcome.message : literal(outcome)).toBe(value);
});
