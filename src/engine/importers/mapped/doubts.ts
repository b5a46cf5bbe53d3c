import type { History } from '../../model/history.ts';
import type { Note, Problem } from '../../model/problem.ts';
import { Unknown } from '../../model/value.ts';
import { counted } from '../../importing/import-report.ts';
import { unnamedFunction } from '../../importing/transcript/call-matcher-notes.ts';

/** The most likely errors of a mapping, found in the session that it produces. Whole sentences, the most serious first. */
export function doubtsAbout({ turns, invocations }: History, notes: readonly Note[]): readonly Problem[] {
  if (turns.length === 0) return [noTurns];
  const count = (kind: string) => turns.filter((turn) => turn.kind === kind).length;
  const [inputs, models] = [count('input'), count('llm')];
  const silent = turns.filter(({ kind, text: said }) => kind === 'input' && (said ?? '') === '').length;
  // A result that matches no call is shown as the result of a function without a name, because no entry requested that call.
  const asked = invocations.filter((call) => call.function !== unnamedFunction);
  const open = asked.filter(({ output }) => output === undefined || output instanceof Unknown).length;
  const astray = notes.filter(({ code }) => code === 'import/result-without-call' || code === 'import/no-result-read');
  const unnamed = notes.filter(({ code }) => code === 'import/no-call-read');
  return [
    ...unless(models > 0 || invocations.length > 0, 'mapping/one-sided', oneSided(turns.length)),
    ...unless(inputs > 0, 'mapping/no-input', noInput),
    ...unless(inputs === 0 || silent < inputs, 'mapping/no-text', noText(inputs)),
    ...unless(unnamed.length === 0, 'mapping/no-call-name', noCallName),
    ...unless(asked.length === 0 || open < asked.length, 'mapping/unpaired', unpaired(asked.length)),
    ...unless(astray.length === 0 || open === asked.length, 'mapping/astray', astrayResults),
  ];
}

const unless = (holds: boolean, code: string, message: string): readonly Problem[] =>
  holds ? [] : [{ code, message }];

const noTurns: Problem = {
  code: 'mapping/no-turns-made',
  message: 'No turn comes out: choose another list of turns, or say under Kinds what its entries are.',
};

const oneSided = (turns: number): string =>
  `No answer was found: ${turns === 1 ? 'the one turn is an input' : `all ${turns} turns are inputs`}. Choose under Kinds which entries are the model’s.`;

const noInput =
  'No input was found: choose under Kinds which entries are inputs, or name the field of the question beside an answer.';

const noText = (inputs: number): string =>
  `${inputs === 1 ? 'The input has no text' : `None of the ${inputs} inputs has a text`}: choose the field under Text.`;

const noCallName = 'Entries that are calls have no name where the mapping looks for it: choose Name under Calls.';

const unpaired = (calls: number): string =>
  `${calls === 1 ? 'The call has no result' : `None of the ${counted(calls, 'call')} has a result`}: choose under Results the field of the content and the one that matches it with its call.`;

const astrayResults =
  'Some results find no call: choose Id under Calls and Id of the call under Results, so that the two are the same.';
