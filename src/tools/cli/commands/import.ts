import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { unhurried } from '../../../base/pace.ts';
import { leave, type Choice, type Leaving, type Part } from '../../../engine/leaving/leave.ts';
import type { Judged } from '../../../engine/leaving/judged.ts';
import { foundKinds } from '../../../engine/leaving/patterns/registry.ts';
import type { OpenSession } from '../../../engine/opening/open-session.ts';
import { hookOf, oneFile } from '../args.ts';
import { parse } from '../parse.ts';
import { type Command, type OptionTable, Refusal } from '../command.ts';
import { loadDecisions, loadPolicy, loadSession } from '../load.ts';

const options = {
  out: { type: 'string', value: 'FILE', about: 'where to write; - prints it' },
  session: { type: 'string', value: 'K', about: 'one of the sessions of the file, counted from 0' },
  mapping: { type: 'string', value: 'FILE|auto', about: 'reads an unknown format' },
  redact: { type: 'string', value: 'KINDS', about: `hides values: all, or some of ${foundKinds.join(',')}` },
  hide: { type: 'string', multiple: true, value: 'PATH', about: 'hides all values at a path; may be repeated' },
  'hide-name': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    about: 'hides a name wherever it occurs; may be repeated',
  },
  expr: { type: 'string', value: 'E', about: 'a rule whose verdicts must stay' },
  hook: { type: 'string', value: 'H', about: 'where that rule runs' },
  match: { type: 'string', value: 'FN', about: 'the function that it is for' },
  policy: { type: 'string', value: 'FILE', about: 'a policy whose outcomes must stay' },
  'only-read': { type: 'boolean', value: '', about: 'leaves out the fields that the rule does not read' },
  shrink: {
    type: 'string',
    value: 'hit|N,N',
    about: 'the smallest session with the same verdict: at the first hit, or at turns',
  },
} as const satisfies OptionTable;

export const importFile: Command = {
  name: 'import',
  usage:
    'import FILE --out FILE [--redact all] [--hide PATH] [--expr E | --policy FILE] [--only-read] [--shrink hit|N]',
  about: 'writes the normalised session file, on request without private values',
  options,
  async run(args) {
    const { values, positionals } = parse(args, options);
    const file = oneFile(positionals, this.usage);
    const opened = await loadSession(file, values);
    if (values.out === undefined) throw new Refusal(`Say where to write: ${this.usage}`);
    const judged: Judged = {
      rules:
        values.expr === undefined
          ? []
          : [{ expression: values.expr, hook: hookOf(values.hook), match: values.match ?? null }],
      policy: values.policy === undefined ? null : await loadPolicy(values.policy),
      decisions: await loadDecisions(opened, values),
    };
    const needsRule = values['only-read'] === true || values.shrink !== undefined;
    if (needsRule && judged.rules.length === 0 && judged.policy === null)
      throw new Refusal('--only-read and --shrink need a rule: give --expr E or --policy FILE.');
    const choice: Choice = {
      part: partOf(values.shrink, opened),
      kinds: kindsOf(values.redact),
      names: values['hide-name'] ?? [],
      paths: values.hide ?? [],
      onlyRead: values['only-read'] ?? false,
    };
    const left = await leave(opened, choice, judged, randomBytes(16).toString('hex'), unhurried);
    if (!left.ok) throw new Refusal(`${file}: ${left.problem.message}`);
    if (values.out === '-') process.stdout.write(left.value.text);
    else await write(values.out, left.value.text);
    const report = reportOf(left.value);
    if (report.length > 0) process.stderr.write(`${report.join('\n')}\n`);
    return left.value.proof.differingTurns > 0 ? 1 : 0;
  },
};

function partOf(text: string | undefined, { history }: OpenSession): Part {
  if (text === undefined) return { kind: 'whole' };
  if (text === 'hit') return { kind: 'smallest-hit' };
  if (!/^\d{1,9}(?:,\d{1,9})*$/.test(text))
    throw new Refusal(`--shrink takes hit, or turns such as 12 or 3,7, not "${text}".`);
  const turns = text.split(',').map(Number);
  const beyond = turns.find((turn) => turn >= history.turns.length);
  if (beyond !== undefined)
    throw new Refusal(`There is no turn ${beyond}: this session has ${history.turns.length} turns, counted from 0.`);
  return { kind: 'smallest', turns };
}

function kindsOf(text: string | undefined): Choice['kinds'] {
  if (text === undefined) return [];
  if (text === 'all') return foundKinds;
  return text.split(',').map((word) => {
    const kind = foundKinds.find((one) => one === word.trim());
    if (kind === undefined)
      throw new Refusal(`--redact hides no "${word}". It takes all, or some of ${foundKinds.join(', ')}.`);
    return kind;
  });
}

/** One line for each thing that was done; none for a plain import. */
function reportOf({ found, changes, changedPlaces, size, proof }: Leaving): readonly string[] {
  const hidden = found.filter(({ kind }) => changes.some((change) => change.kind === kind));
  const isCut = size.events < size.ofEvents;
  return [
    ...(isCut ? [`${size.turns} of ${size.ofTurns} turns, ${size.events} of ${size.ofEvents} events.`] : []),
    ...(changedPlaces > 0
      ? [`Hidden at ${changedPlaces} places: ${hidden.map(({ kind, values }) => `${values} ${kind}`).join(', ')}.`]
      : []),
    ...(proof.judges === 0
      ? []
      : proof.differingTurns === 0
        ? [`Verdicts unchanged at all ${proof.turns} turns.`]
        : [
            `The verdict differs at ${proof.differingTurns} of ${proof.turns} turns${proof.causes.length > 0 ? `, because of hidden values: ${proof.causes.join(', ')}` : ''}.`,
            ...proof.differing
              .slice(0, 20)
              .map(({ turn, before, after }) => `  turn ${turn}: ${before} before, ${after} in the file`),
          ]),
  ];
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new Refusal(`Cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
