import { ok } from '../../../base/result.ts';
import type { Value } from '../../model/value.ts';
import { textOf } from '../../importing/content/content.ts';
import type { Read, ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { createImportReport } from '../../importing/import-report.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { answersIn, callsOf, partsOf } from './answers.ts';

export const read: Read = ({ value }) => {
  const title = titleOf(value);
  return ok({ sessions: [{ title, system: 'task', open: () => ok(toSession(value, title)) }] });
};

function titleOf(value: Value): string {
  const words = answersIn(value, createImportReport()).map((answer) => textOf(partsOf(answer)));
  const text = words.find((one) => one.trim() !== '');
  return text === undefined ? 'streamed answer' : shortTitle(text);
}

function toSession(value: Value, title: string): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const answers = answersIn(value, report);
  for (const answer of answers) {
    const at = readInstant(answer.created, [...answer.place, 'created'], report);
    const calls = callsOf(answer, report);
    const otherwise = calls.length > 0 ? undefined : answer.thinks ? '[reasoning]' : '[no text]';
    const { ended, tokens, model, place, chunks: alsoAt } = answer;
    matcher.addModelTurn({ message: partsOf(answer), otherwise, ended, tokens, model, at, place, alsoAt }, calls);
  }
  report.note(
    'lost',
    'openai-stream/no-input',
    null,
    () => 'The stream holds the model’s answer only: what it was asked is not recorded.',
  );
  const models = new Set(answers.flatMap(({ model }) => model ?? []));
  const [model] = models;
  return toTaskSession(
    {
      title,
      importer: 'openai-stream',
      model: models.size === 1 ? model : undefined,
      declared: [],
      recording: {},
      entries: matcher.entries(),
    },
    report,
  );
}
