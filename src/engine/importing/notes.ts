import type { Path } from '../model/path.ts';
import type { RecordValue } from '../model/value.ts';
import { counted, type ImportReport, lost, info } from './import-report.ts';

/** The notes that importers share. */

/** An entry of a list of messages that is not a message. `list`: the name of the list. */
export const noteUnreadMessage = (place: Path, report: ImportReport, list?: string): void =>
  report.note('lost', 'import/message', place, (n) => {
    const entries = counted(n, 'entry', 'entries');
    return list === undefined
      ? `${entries} could not be read as a message.`
      : `${entries} of “${list}” could not be read.`;
  });

/** Fields of a record that its format does not have. `known`: those that it has. */
export function noteUnknownFields(
  record: RecordValue,
  place: Path,
  known: readonly string[],
  report: ImportReport,
): void {
  for (const [key, value] of Object.entries(record)) {
    if (value === null || known.includes(key)) continue;
    report.note('lost', 'import/unknown-field', [...place, key], (n) =>
      n === 1
        ? `The format has no field “${key}”: it is left out.`
        : `The format does not have ${n} fields of the text, the first of them “${key}”: they are left out.`,
    );
  }
}

/** A part of a message that does not match its format. */
export const noteUnreadPart = lost('import/part', '{# part} of a message could not be read.');

/** A call without a name, or in a form that its format does not have. */
export const noteUnreadCall = lost('import/call', '{# call} could not be read.');

export const noteUnnamedCall = lost('import/call', '{# call} without a function name could not be read.');

/** A result in a form that its format does not have. */
export const noteUnreadResult = lost('import/result', '{# result} could not be read.');

/** The model's instructions are not a turn of the conversation. */
export const noteSystem = info(
  'import/system-message',
  '{# system message} {was|were} left out: instructions to the model are not turns.',
);

/** The model's reasoning is not addressed to anyone: it is in no message, and the report says so. */
export const noteReasoning = info(
  'import/reasoning',
  '{# part} with the model’s reasoning: not part of its message, so left out of the text.',
);

export const noteCallsInText = info(
  'import/calls-in-text',
  '{# answer} {contains|contain} the model’s calls as text: read as calls.',
);

/** For a format that has neither. */
export const noteNoTimes = (report: ImportReport): void =>
  report.note('info', 'import/no-times', null, 'The format records no time and no tokens per message.');
