import type { ImportReport } from '../import-report.ts';
import { textOf } from '../content/content.ts';
import { spanNotes } from './notes.ts';
import type { Span, Trace } from './spans.ts';

/** Matches the words of a span's name: `LLM-as-a-judge: Helpfulness`, `answer_grader`, `relevanceEvaluator`. */
const judgeName = /\b(?:judge|evaluators?|graders?|scorers?)\b|\bllm as a judge\b/i;
const judgePrompt = /\byou are (?:an? |the )?(?:[\w,-]{1,20} ){0,4}(?:evaluator|judge|grader|rater|annotator)\b/i;

/** How much of a prompt's beginning is examined. */
const sample = 400;

/**
 * A trace of an evaluation contains the request and the answer of a judging model. A user may mistake that for the
 * conversation, which is in a trace of its own or a text within the prompt: recorded text stays text, so the report says so.
 */
export function noteJudges({ spans, title }: Trace, report: ImportReport): void {
  const models = spans.filter(({ kind }) => kind === 'model');
  const byId = new Map(spans.map((span) => [span.id, span]));
  const isEvaluation = /^execute evaluator\b/i.test(title);
  const [first] = models;
  if (first === undefined || !models.every((span) => isEvaluation || isJudge(span, byId))) return;
  const subject = models.length === 1 ? 'The only model call' : `All ${models.length} model calls`;
  spanNotes.judgeOnly(`${subject} of this trace (“${first.name.slice(0, 60)}”)`)(first.place, report);
}

function isJudge(span: Span, byId: ReadonlyMap<string, Span>): boolean {
  const around = span.parent === undefined ? undefined : byId.get(span.parent);
  const names = [span.name, ...(around?.kind === 'model' || around?.kind === 'other' ? [around.name] : [])];
  if (names.some((name) => judgeName.test(inWords(name)))) return true;
  // The instructions, or the message itself if there are none.
  const [first] = span.promptMessages();
  return first !== undefined && first.role !== 'assistant' && judgePrompt.test(textOf(first.parts).slice(0, sample));
}

const inWords = (name: string): string =>
  name
    .slice(0, 200)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ');
