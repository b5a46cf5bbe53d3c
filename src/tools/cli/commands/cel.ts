import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { runCase, type CelAnswer, type CelCase } from '../../../engine/cel/cases.ts';
import { parse } from '../parse.ts';
import { type Command, Refusal } from '../command.ts';

export const cel: Command = {
  name: 'cel',
  usage: 'cel E | cel --lines',
  about: 'evaluates one expression, or one JSON object {"expr": E, "vars"?, "types"?, "container"?, "check"?} per line',
  async run(args) {
    const { values, positionals } = parse(
      args,
      { lines: { type: 'boolean' }, json: { type: 'boolean' } },
      'positional',
    );
    const [expr, ...more] = positionals;
    if (values.lines === true) {
      if (expr !== undefined) throw new Refusal(`With --lines the expressions come from standard input: ${this.usage}`);
      await answerLines();
      return 0;
    }
    if (expr === undefined || more.length > 0) throw new Refusal(`Give one expression: ${this.usage}`);
    const answer = runCase({ expr });
    if (values.json !== true && 'error' in answer) throw new Refusal(answer.error.message);
    process.stdout.write(`${values.json === true || !('value' in answer) ? JSON.stringify(answer) : answer.value}\n`);
    return 'error' in answer ? 2 : 0;
  },
};

/** Not `v.record`, which leaves out a variable called `__proto__`. */
const Texts = v.custom<{ readonly [name: string]: string }>(
  (input) =>
    typeof input === 'object' &&
    input !== null &&
    !Array.isArray(input) &&
    Object.values(input).every((text) => typeof text === 'string'),
  'Expected texts by name',
);

const Case = v.object({
  expr: v.string(),
  vars: v.optional(Texts),
  types: v.optional(Texts),
  container: v.optional(v.string()),
  check: v.optional(v.union([v.boolean(), v.literal('only')])),
});

/** One answer per line, in order. A line that is no case gets an error, so that line numbers keep matching. */
async function answerLines(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    process.stdout.write(`${JSON.stringify(answerLine(line))}\n`);
  }
}

function answerLine(line: string): CelAnswer {
  const read = readCase(line);
  if (typeof read === 'string') return { error: { kind: 'invalid_input', message: read } };
  return runCase(read);
}

/** The fault as a sentence when the line is no case. */
function readCase(line: string): CelCase | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return `This line is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  const parsed = v.safeParse(Case, value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return `This line is not a case: ${v.getDotPath(issue) ?? 'the whole line'}: ${issue.message}`;
  }
  const { expr, vars, types, container, check } = parsed.output;
  return {
    expr,
    ...(vars === undefined ? {} : { vars }),
    ...(types === undefined ? {} : { types }),
    ...(container === undefined ? {} : { container }),
    ...(check === undefined ? {} : { check }),
  };
}
