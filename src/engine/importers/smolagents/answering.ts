import { toJson } from '../../model/json.ts';
import { isSame } from '../../model/equal.ts';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { textOf } from '../../importing/content/content.ts';
import type { Part } from '../../importing/content/content.ts';
import { counted } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { CallMatcher, RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';
import { finalAnswer } from './format.ts';
import type { Run } from './shapes.ts';

/** An answer of the model as smolagents records it, its calls among them. */
interface Turn {
  readonly message: readonly Part[];
  readonly otherwise?: string | undefined;
  readonly calls: readonly RequestedCall[];
  readonly unread: number;
  readonly tokens: RecordedTokens | undefined;
  readonly at: string | undefined;
  readonly place: Path;
}

/**
 * Adds turns of the model. It answers the user through the argument of a special tool: that is shown as a message, not
 * as a call.
 */
export interface Answering {
  /** Returns the remaining calls: those of other tools. */
  generated(turn: Turn): readonly RequestedCall[];
  /** Adds the answer that the run itself states, if no turn contained it. */
  answered(output: Value, place: Path): void;
  /** Whether a result only repeats the answer. */
  repeats(output: Value | undefined): boolean;
  ended(run: Run): void;
}

export function createAnswering(matcher: CallMatcher, report: ImportReport): Answering {
  let latest: Value | undefined;
  const answering: Answering = {
    generated({ message, calls, unread, ...turn }) {
      const [answer] = calls.filter(({ name }) => name === finalAnswer);
      const others = calls.filter(({ name }) => name !== finalAnswer);
      if (answer === undefined) {
        matcher.addModelTurn({ message, ...turn }, others, unread);
        // Text without a call is an answer, too, as long as the run does not go on.
        latest = others.length + unread === 0 && message.length > 0 ? textOf(message) : undefined;
        return others;
      }
      noteAnswer(answer.place, report);
      latest = answerIn(answer.input);
      // The same turn requests the calls beside the answer, and then goes on.
      if (others.length > 0) matcher.addModelTurn({ message, ...turn }, others, unread);
      const answerTurn = others.length > 0 ? { ...turn, tokens: none } : turn;
      matcher.addModelTurn({ message: [...(others.length > 0 ? [] : message), partOf(latest)], ...answerTurn }, []);
      return others;
    },
    answered(output, place) {
      if (latest !== undefined && isSame(latest, output)) return;
      latest = output;
      report.note(
        'info',
        'smolagents/answer-of-the-run',
        place,
        () => 'The run’s answer was given by code or by the framework: it is a model turn without tokens.',
      );
      matcher.addModelTurn({ message: [partOf(output)], tokens: none, at: undefined, place }, []);
    },
    repeats: (output) => latest !== undefined && (isSame(latest, output ?? null) || toJson(latest) === output),
    ended({ output, outputPlace }) {
      if (latest === undefined && output !== undefined && output !== null) answering.answered(output, outputPlace);
    },
  };
  return answering;
}

const none: RecordedTokens = { prompt: 0, completion: 0 };

const answerIn = (input: Value | undefined): Value => {
  const answer = isRecord(input) ? input['answer'] : input;
  return answer ?? null;
};

const partOf = (answer: Value): Part => ({
  mimeType: 'text/plain',
  text: typeof answer === 'string' ? answer : toJson(answer),
});

const noteAnswer = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'smolagents/final-answer',
    place,
    (n) =>
      `${counted(n, 'call')} of “${finalAnswer}”: that is how the model answers, so it is shown as what it said; the result, which repeats it, is left out.`,
  );
