import { toJson } from '../../model/json.ts';
import { isSame } from '../../model/equal.ts';
import { isRecord, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { textOf, type Part } from '../../importing/content/content.ts';
import { counted, type ImportReport, notesOf } from '../../importing/import-report.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';

const finalAnswer = 'final_answer';

const none = { prompt: 0, completion: 0 };

/**
 * An agent answers the user through the argument of a special tool: that is shown as a message, not as a call. Remembers the
 * answer, because the run may repeat it.
 */
export class Answering {
  #latest: Value | undefined;

  /** Shows the call of that tool among the calls of a message as an answer. The other calls come first. */
  generated(message: NormalizedMessage, report: ImportReport): readonly NormalizedMessage[] {
    const { parts, calls = [], unread = 0 } = message;
    const answer = calls.find(({ name }) => name === finalAnswer);
    const others = calls.filter(({ name }) => name !== finalAnswer);
    if (answer === undefined) {
      // Text without a call is an answer, too, unless the run continues.
      this.#latest = others.length + unread === 0 && parts.length > 0 ? textOf(parts) : undefined;
      return [message];
    }
    notes['final-answer'](answer.place, report);
    const value = (isRecord(answer.input) ? answer.input['answer'] : answer.input) ?? null;
    this.#latest = value;
    const said = { ...message, calls: [], unread: 0 };
    if (others.length === 0) return [{ ...said, parts: [...parts, partOf(value)] }];
    // The same turn requests the calls beside the answer, and then continues.
    return [
      { ...message, calls: others },
      { ...said, parts: [partOf(value)], tokens: none },
    ];
  }

  /** Adds the answer that the run itself states, if no message contained it. */
  answered(output: Value, place: Path, report: ImportReport): readonly NormalizedMessage[] {
    if (this.#latest !== undefined && isSame(this.#latest, output)) return [];
    this.#latest = output;
    notes['answer-of-the-run'](place, report);
    return [{ role: 'assistant', parts: [partOf(output)], tokens: none, place }];
  }

  /** Whether a result only repeats the answer. */
  repeats(output: Value | undefined): boolean {
    return this.#latest !== undefined && (isSame(this.#latest, output ?? null) || toJson(this.#latest) === output);
  }

  hasAnswered(): boolean {
    return this.#latest !== undefined;
  }
}

export const partOf = (answer: Value): Part => ({
  mimeType: 'text/plain',
  text: typeof answer === 'string' ? answer : toJson(answer),
});

const notes = notesOf('smolagents', {
  info: {
    'answer-of-the-run':
      'The run’s answer was given by code or by the framework: shown as a model turn without tokens.',
    'final-answer': (n) =>
      `${counted(n, 'call')} of “${finalAnswer}”: shown as the model’s answer; the result, which repeats it, is left out.`,
  },
});
