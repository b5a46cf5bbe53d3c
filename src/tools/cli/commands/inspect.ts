import { unhurried } from '../../../base/pace.ts';
import type { LeftOut } from '../../../engine/opening/left-out.ts';
import { countSuccessful } from '../../../engine/model/capabilities-view.ts';
import type { Decisions } from '../../../engine/model/decisions.ts';
import { indexOf } from '../../../engine/model/history-index.ts';
import type { History } from '../../../engine/model/history.ts';
import type { Note } from '../../../engine/model/problem.ts';
import { isSnapshot, turnCount } from '../../../engine/model/snapshot-moment.ts';
import type { RecordValue, Value } from '../../../engine/model/value.ts';
import type { OpenSession } from '../../../engine/opening/open-session.ts';
import { decisionsOf } from '../../../engine/rules/decisions.ts';
import { leftOutOfText } from '../../../worker/left-out-of-text.ts';
import type { Look } from '../../../worker/look.ts';
import { oneFile, wholeNumber } from '../args.ts';
import { parse } from '../parse.ts';
import type { Command } from '../command.ts';
import { loadEntry, loadFile, loadWithTurns } from '../load.ts';
import { printJson, printLines } from '../print.ts';

export const inspect: Command = {
  name: 'inspect',
  usage: 'inspect FILE [--session K] [--mapping FILE|auto] [--left-out] [--json]',
  about: 'prints the content of a file: importer, turns, capabilities, tokens, losses and assumptions',
  async run(args) {
    const { values, positionals } = parse(args, {
      json: { type: 'boolean' },
      session: { type: 'string' },
      mapping: { type: 'string' },
      'left-out': { type: 'boolean' },
    });
    const file = oneFile(positionals, this.usage);
    const opened = await loadFile(file, values.mapping);
    const chosen = wholeNumber(values.session, 'session');
    const session = await (chosen === undefined ? loadEntry : loadWithTurns)(file, opened, chosen ?? 0);
    const isRequested = values['left-out'] === true;
    const isSmall = session.document.text.length <= maxComparedByDefault;
    const left = isRequested || isSmall ? await leftOutOfText(opened, session, unhurried) : null;
    const notes = isRequested ? session.notes : [...session.notes, ...noteLeftOut(left)];
    const facts = factsOf(session, opened, chosen, notes);
    if (values.json === true) printJson(isRequested && left !== null ? { ...facts, leftOut: valueOf(left) } : facts);
    else printLines([...inWords(facts), ...(isRequested && left !== null ? leftOutInWords(left) : [])]);
    return 0;
  },
};

/** Files up to this many characters are compared without --left-out, because it takes only a moment. */
const maxComparedByDefault = 32_000_000;

/** Number of fields that the note names. */
const named = 8;

/** Names the fields that are in no session and in no note of the importer, with the place of the first one. */
function noteLeftOut(left: LeftOut | null): readonly Note[] {
  const code = 'import/left-out';
  if (left === null) {
    const message = 'The file is large and was not compared with its sessions. Use --left-out to compare it.';
    return [{ severity: 'info', code, message }];
  }
  const [first] = left.fields;
  if (first === undefined) return [];
  const names = left.fields.slice(0, named).map(({ field }) => field);
  const others = left.fields.length + left.more - names.length;
  const rest = others === 0 ? '' : `, and ${others} more (--left-out lists them)`;
  const message = `Not in any session of the file: ${names.join(', ')}${rest}.`;
  return [{ severity: 'info', code, message, place: first.first }];
}

const valueOf = (left: LeftOut) => ({ ...left, fields: left.fields.map((field) => ({ ...field })) });

function factsOf(session: OpenSession, text: Look, chosen: number | undefined, notes: readonly Note[]) {
  const { history } = session;
  const kind = (name: string) => history.turns.filter((turn) => turn.kind === name).length;
  const sums = history.tokens.at(-1) ?? { prompt: 0, completion: 0, total: 0 };
  return {
    importer: session.importer.id,
    system: session.session.system,
    title: session.session.header.title,
    turns: turnCount(history),
    ...(isSnapshot(history) && { snapshot: true }),
    kinds: { input: kind('input'), llm: kind('llm'), capability: kind('capability') },
    capabilities: capabilityCounts(history, decisionsOf(session)),
    ...withoutResult(history),
    nodes: history.nodes.length,
    // null: the recording does not hold the count.
    tokens: { prompt: sums.prompt ?? null, completion: sums.completion ?? null, total: sums.total ?? null },
    notes: notes.map(noteValue),
    ...(text.entries.length > 1 || chosen !== undefined ? { sessions: listing(text) } : {}),
  };
}

const listing = (text: Look): readonly RecordValue[] =>
  text.entries.map(({ title, system }, session) => ({ session, title, system }));

/** Calls whose end is not recorded. They are in none of the counts, unless a decision counts them as successful. */
interface Unsettled extends RecordValue {
  readonly pending: number;
  readonly no_result: number;
}

/** Only functions that have such calls; the key is absent when there are none. */
function withoutResult({ invocations }: History): { readonly without_result?: { readonly [key: string]: Unsettled } } {
  const found = new Map<string, Unsettled>();
  for (const { function: key, outcome } of invocations) {
    if (outcome !== 'pending' && outcome !== 'no-result') continue;
    const { pending, no_result } = found.get(key) ?? { pending: 0, no_result: 0 };
    found.set(key, outcome === 'pending' ? { pending: pending + 1, no_result } : { pending, no_result: no_result + 1 });
  }
  return found.size === 0 ? {} : { without_result: Object.fromEntries(found) };
}

function capabilityCounts(history: History, decisions: Decisions): { readonly [key: string]: RecordValue } {
  const columns = [...indexOf(history).functions.values()];
  return Object.fromEntries(
    columns.map((column) => {
      const count = column.invocations.length;
      const [errored, restricted] = [column.errored[count] ?? 0, column.restricted[count] ?? 0];
      return [
        column.function.key,
        {
          count_successful: countSuccessful(column, count, decisions),
          count_errored: errored,
          count_restricted: restricted,
        },
      ];
    }),
  );
}

const noteValue = ({ severity, code, message, place }: Note): RecordValue =>
  place === undefined ? { severity, code, message } : { severity, code, message, place };

function inWords(facts: ReturnType<typeof factsOf>): readonly string[] {
  const { kinds, tokens } = facts;
  const known = (count: Value) => (count === null ? 'unknown' : String(count));
  return [
    facts.title,
    `  importer  ${facts.importer}, system ${facts.system}`,
    `  turns     ${facts.turns} (${kinds.input} input, ${kinds.llm} llm, ${kinds.capability} capability), ${facts.nodes} context${facts.nodes === 1 ? '' : 's'}`,
    ...('snapshot' in facts
      ? ['  moment    the snapshot, as turn 0: rules of the hook turn are judged at it, those of other hooks are not']
      : []),
    `  tokens    ${known(tokens.total)} (prompt ${known(tokens.prompt)}, completion ${known(tokens.completion)})`,
    ...Object.entries(facts.capabilities).map(
      ([key, counts]) => `  ${key}: ${countWords(counts, facts.without_result?.[key])}`,
    ),
    ...facts.notes.map((note) => `  ${String(note['severity'])}: ${String(note['message'])}${placeWords(note)}`),
    ...(facts.sessions === undefined ? [] : [`  ${facts.sessions.length} sessions; choose with --session K`]),
  ];
}

function countWords(counts: RecordValue, open: Unsettled | undefined): string {
  const settled = Object.entries(counts).map(([name, count]) => `${String(count)} ${name.replace('count_', '')}`);
  const waiting = open === undefined || open.pending === 0 ? [] : [`${open.pending} pending`];
  const unknown = open === undefined || open.no_result === 0 ? [] : [`${open.no_result} without a result`];
  return [...settled, ...waiting, ...unknown].join(', ');
}

function leftOutInWords({ fields, more, kinds, ids }: LeftOut): readonly string[] {
  if (fields.length === 0) return ['  left out: nothing; every text and number of the file is in a session'];
  return [
    ...fields.map(
      ({ field, values, of, first, example }) =>
        `  left out: ${field}, ${values === of ? values : `${values} of ${of}`} (first at ${first}: ${example.replace(/\s+/g, ' ')})`,
    ),
    ...(more > 0 ? [`  left out: ${more} more fields, all smaller`] : []),
    ...(kinds.length > 0 ? [`  fields of kinds, used to read the other fields: ${kinds.join(', ')}`] : []),
    ...(ids.length > 0 ? [`  ids: ${ids.join(', ')}`] : []),
  ];
}

const placeWords = (note: RecordValue) => (note['place'] === undefined ? '' : ` (at ${String(note['place'])})`);
