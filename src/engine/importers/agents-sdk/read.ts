import { countLeading } from '../../../base/scan.ts';
import { ok } from '../../../base/result.ts';
import { isSame } from '../../model/equal.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { contentText } from '../../importing/content/content.ts';
import { malformed, type Read, type ReadSession } from '../../importing/importer.ts';
import { createImportReport, info, type ImportReport, notesOf } from '../../importing/import-report.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import { createItemReader, type ItemReader } from '../../importing/responses/response-items.ts';
import { fieldAt, textAt } from '../../importing/values/where.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { noteUnknownDecisions, withApprovals } from './approvals.ts';
import { idsOf, runIn, type ModelAnswer, type Run } from './run.ts';

export const read: Read = ({ value }) => {
  const run = runIn(value);
  if (run !== undefined)
    return ok({ sessions: [{ title: titleOf(run), system: 'task', open: () => ok(toSession(run)) }] });
  const message = 'This looks like a run of the OpenAI Agents SDK, but its items cannot be read.';
  return malformed(message);
};

function titleOf({ input, agent, agents }: Run): string {
  for (const { value } of input.slice(0, 20)) {
    if (textAt(value, 'role') !== 'user') continue;
    const text = contentText(fieldAt(value, 'content'));
    if (text.trim() !== '') return shortTitle(text);
  }
  return `run of ${agent ?? agents[0] ?? 'an agent'}`;
}

function toSession(run: Run): ReadSession {
  const report = createImportReport();
  const { approvals, input, generated } = run;
  const matcher = withApprovals(createCallMatcher(report), approvals);
  const all = [...input, ...generated];
  noteUnknownDecisions(approvals, new Set(all.flatMap(({ value }) => idsOf(value))), report);
  const reader = createItemReader(
    all.map(({ value }) => value),
    matcher,
    report,
  );
  for (const { value, place } of input) reader.item(value, place);
  reader.end(input.at(-1)?.place ?? []);
  readGenerated(run, reader, report);
  noteRun(run, report);
  const { own } = run;
  if (own !== undefined && isRecord(own.value) && Object.keys(own.value).length > 0) {
    matcher.addState({ state: Object.entries(own.value).map(([key, value]) => ({ key, value })), place: own.place });
  }
  return toTaskSession(
    {
      title: titleOf(run),
      importer: 'agents-sdk',
      agent: run.agent,
      declared: [],
      ...(run.tools !== undefined && { tools: run.tools }),
      recording: { conversation: run.conversation, schema: run.schema },
      entries: matcher.entries(),
    },
    report,
  );
}

/** The tokens of a response belong to all of its items together. A tool output ends the response. */
function readGenerated({ generated, answers }: Run, reader: ItemReader, report: ImportReport): void {
  const answerOf = answersByItem(answers);
  const used = new Set<number>();
  let open: number | undefined;
  for (const { value, place } of generated) {
    const answer = answerOf(value);
    if (answer !== open && (open !== undefined || answer !== undefined)) {
      reader.end(place);
      open = answer;
      if (answer !== undefined && !used.has(answer)) {
        used.add(answer);
        reader.begin(undefined, answers[answer]?.tokens);
      }
    }
    reader.item(value, place);
  }
  reader.end(generated.at(-1)?.place ?? []);
  answers.forEach(({ tokens }, index) => {
    if (tokens !== undefined && !used.has(index)) notes['answer-without-items'](null, report);
  });
}

/** How many response items ahead an item without its own id is searched for. */
const maxLookahead = 64;

/** Finds the response of an item. Items are in the same order as in the responses. */
function answersByItem(answers: readonly ModelAnswer[]): (item: Value) => number | undefined {
  const outputs = answers.flatMap(({ output }, answer) => output.map((item) => ({ item, answer })));
  const byId = new Map<string, number[]>();
  outputs.forEach(({ item }, index) => {
    for (const id of new Set(idsOf(item))) {
      const known = byId.get(id);
      if (known === undefined) byId.set(id, [index]);
      else known.push(index);
    }
  });
  let next = 0;
  return (item) => {
    const known = idsOf(item).flatMap((id) => {
      const own = byId.get(id);
      return own === undefined ? [] : [own];
    });
    const beyond = known.flatMap((own) => own[countLeading(own.length, (at) => (own[at] ?? next) < next)] ?? []);
    const from = outputs.slice(next, next + maxLookahead);
    const alike = known.length > 0 ? -1 : from.findIndex((output) => isSame(output.item, item));
    const found = beyond.length > 0 ? Math.min(...beyond) : alike === -1 ? undefined : next + alike;
    if (found !== undefined) next = found + 1;
    return outputs[found ?? known[0]?.[0] ?? -1]?.answer;
  };
}

function noteRun({ agents, input, generated, unreadKeys, unreadItems }: Run, report: ImportReport): void {
  for (const place of unreadItems) notes.item(place, report);
  const names = agents.slice(0, 8).join(', ');
  const noteAgents = info('agents-sdk/agents', () => `Several agents worked in turn: ${names}.`);
  if (agents.length > 1) noteAgents(null, report);
  const noteBookkeeping = info(
    'agents-sdk/bookkeeping',
    () => `Fields that the SDK needs only to resume the run are left out: ${unreadKeys.join(', ')}.`,
  );
  if (unreadKeys.length > 0) noteBookkeeping(unreadKeys.slice(0, 1), report);
  if (![...input, ...generated].some(({ value }) => textAt(value, 'role') === 'user')) notes['no-input'](null, report);
}

const notes = notesOf('agents-sdk', {
  lost: {
    item: '{# item} could not be read.',
    'no-input': 'The file contains only the agent’s side: its input is not recorded.',
    'answer-without-items': '{# answer} of the model whose items are not in the file: their tokens are left out.',
  },
});
