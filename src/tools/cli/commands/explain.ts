import { syntaxProblems } from '../../../engine/cel/check/index.ts';
import { CelError, preview, type EvalResult } from '../../../engine/cel/index.ts';
import { loadEnvironmentsOf } from '../../../engine/environments/registry.ts';
import { toJson } from '../../../engine/model/json.ts';
import { isSnapshot } from '../../../engine/model/snapshot-moment.ts';
import { Unknown, type RecordValue } from '../../../engine/model/value.ts';
import type { Rule } from '../../../engine/rules/rule.ts';
import { whyInFull, type Why, type WhyPart } from '../../../engine/rules/why.ts';
import { hookOf, judgingOptions, oneFile, wholeNumber } from '../args.ts';
import { engineOptions, loadChosen, portabilityAsJson, portabilityIn, portabilityInWords } from '../engines.ts';
import { parse } from '../parse.ts';
import { type Command, Refusal } from '../command.ts';
import { loadDecisions, loadSession, turnOf } from '../load.ts';
import { printJson, printLines, written } from '../print.ts';

export const explain: Command = {
  name: 'explain',
  usage:
    'explain FILE --expr E --turn N [--hook H] [--match FN] [--policy FILE] [--findings FILE] [--given FILE] [--session K] [--mapping FILE|auto] [--portable] [--json]',
  about: 'prints why a rule has its verdict at one turn: the value of every part',
  async run(args) {
    const { values, positionals } = parse(args, { ...judgingOptions, portable: engineOptions.portable });
    const turn = wholeNumber(values.turn, 'turn');
    if (values.expr === undefined || turn === undefined) throw new Refusal(`Give expression and turn: ${this.usage}`);
    const rule: Rule = { expression: values.expr, hook: hookOf(values.hook), match: values.match ?? null };
    const session = await loadSession(oneFile(positionals, this.usage), values);
    await loadEnvironmentsOf([rule.hook]);
    const decisions = await loadDecisions(session, values);
    const answer = whyInFull(session, rule, turnOf(session, turn), decisions);
    if (!answer.ok) throw new Refusal(syntaxProblems(rule.expression)[0]?.message ?? answer.problem.message);
    await loadChosen({ portable: values.portable });
    const portability = values.portable === true ? await portabilityIn(session, rule, decisions) : null;
    const { why, resultOf } = answer.value;
    if (values.json === true)
      printJson({ ...report(why, resultOf), ...(portability !== null && portabilityAsJson(portability)) });
    else
      printLines([
        ...inWords(why, isSnapshot(session.history) ? 'the snapshot' : `turn ${turn}`),
        ...(portability === null ? [] : [`  ${portabilityInWords(portability)}`]),
      ]);
    return 0;
  },
};

function report({ verdict, problem, parts }: Why, resultOf: (id: number) => EvalResult | undefined): RecordValue {
  const [root] = parts;
  return {
    verdict,
    ...(root === undefined ? {} : valueReport(resultOf(root.id))),
    ...(problem === null ? {} : { message: problem.message }),
    parts: parts.map(({ id, start, end, text, outcome, message, elements }) => ({
      start,
      end,
      text,
      outcome,
      ...valueReport(resultOf(id)),
      ...(message === null ? {} : { message }),
      ...(elements === null ? {} : { elements: elements.map(elementReport) }),
    })),
  };
}

/** Longer values, such as a whole context, are shown as a preview: the command `context` prints them in full. */
const maxValueText = 20_000;

function valueReport(outcome: EvalResult | undefined): RecordValue {
  if (outcome === undefined || outcome instanceof CelError || outcome instanceof Unknown) return {};
  return toJson(outcome).length <= maxValueText ? { value: written(outcome) } : { preview: preview(outcome, 200).text };
}

function elementReport({ index, element, outcome, value, message, decides }: NonNullable<WhyPart['elements']>[number]) {
  return {
    index,
    element: element.text,
    outcome,
    ...(value === null ? {} : { value: value.text }),
    ...(message === null ? {} : { message }),
    decides,
  };
}

function inWords({ verdict, value, problem, parts, proof }: Why, moment: string): readonly string[] {
  const deciding = new Set(proof);
  return [
    `${moment}: ${verdict}${value === null ? '' : ` (${value.text})`}${problem === null ? '' : ` (${problem.message})`}`,
    ...parts.map((part) => {
      const result = part.value?.text ?? part.message ?? part.outcome;
      return `  ${deciding.has(part.id) ? '*' : ' '} ${part.text.replaceAll(/\s+/g, ' ')}  →  ${result}`;
    }),
  ];
}
