import type { RecordValue, Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { assumed, info } from '../../importing/import-report.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import type { ResultMark } from '../../importing/transcript/call-matcher.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { textAt } from '../../importing/values/where.ts';
import { opened } from '../../importing/values/written-value.ts';

/** A result as the messages of a run contain it, and the call that an error names. */
export interface Observed {
  readonly id: string | undefined;
  readonly result: CallResult;
  /** The call as the error repeats it; the memory of some versions has no other record of it. */
  readonly copy: { readonly name: string; readonly input: Value | undefined } | undefined;
}

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | a `tool-response` that begins with `Error:`, after `Call id: …` or not | errored, with its text |
 * | `error` of an `ActionStep` | errored, with its message |
 * | any other `tool-response`, `observations` | successful, regardless of its text |
 */
export function observedIn(text: string): Observed {
  const failure = /^(?:Call id: (?<id>.*)\n)?Error:\n/.exec(text);
  if (failure === null) {
    const output = text.replace(/^Observation:\n/, '');
    return { id: undefined, result: { outcome: 'ok', output }, copy: undefined };
  }
  const reason = withoutAdvice(text.slice(failure[0].length));
  return { id: failure.groups?.['id'], result: { outcome: 'error', output: undefined, reason }, copy: copyIn(reason) };
}

/** The text that the framework adds for the model. */
const withoutAdvice = (text: string): string =>
  text.trimEnd().replace(/\n(?:Please try again or use another tool\n)?Now let's retry: [^\n]*$/, '');

/** `Error executing tool 'search' with arguments {'q': 1}: …` */
function copyIn(reason: string): Observed['copy'] {
  const match = /^Error (?:executing|when executing) tool '([^'\n]+)' with arguments (\{.*?\}): [A-Z]\w+: /s.exec(
    reason,
  );
  if (match === null) return undefined;
  const [, name = '', written = ''] = match;
  return { name, input: opened(written) };
}

/** `{type, message}`, or the arguments of a printed error. */
export const messageOf = (error: RecordValue): string =>
  [textAt(error, ['message', 'args.0']), textAt(error, 'type')].find((text) => text !== undefined && text !== '') ??
  'it failed, and the reason is not recorded';

/** A message that holds one result. */
export const resultMessage = (mark: ResultMark, result: CallResult, place: Path): NormalizedMessage => ({
  role: 'results',
  parts: [],
  results: [{ mark, result }],
  place,
});

/** One text contains the results of all calls of a turn. */
export const noteSharedObservation = assumed(
  'smolagents/shared-observation',
  '{# observation} of several calls in one text: shown at the last of them.',
);

export const noteUnusable = info(
  'smolagents/unusable',
  '{# answer} of the model could not be used and caused no call; the model received the reason.',
);
