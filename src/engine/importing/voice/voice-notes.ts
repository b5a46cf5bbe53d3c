import { assumed, counted, info, lost } from '../import-report.ts';

/** The catalogue of notes that several voice formats share. A note of one format alone is in its description. */
export const voiceNotes = {
  /** An entry of the recording that does not fit the format. */
  unread: (code: string, noun: string, plural = `${noun}s`) =>
    lost(code, (n) => `${counted(n, noun, plural)} could not be read.`),
  /** The speech recogniser sends one person's utterance in pieces. */
  fragments: info(
    'import/fragments',
    (n) => `${counted(n, 'utterance')} of the caller came in several fragments; each is one turn.`,
  ),
  /** An early guess of the recogniser that later words replaced. */
  guessReplaced: (code: string, by: string) =>
    info(
      code,
      (n) => `${counted(n, 'guess', 'guesses')} of the recogniser that a later ${by} replaced: not shown as turns.`,
    ),
  /** The recording ends before the recogniser was sure of the words. */
  notFinal: (code: string) =>
    assumed(code, (n) => `${counted(n, 'utterance')} that never became final: shown as far as heard.`),
  /** The only transcript is one text with the names of the speakers in it. */
  transcriptText: (code: string, divided: string) =>
    assumed(
      code,
      () => `The transcript is one text: it is divided where ${divided} a speaker, and holds no times and no tools.`,
    ),
  /** A system message sets up the model; it is not a turn. */
  systemMessage: info('import/system-message', () => 'The system message is not a turn; it is left out.'),
  /** Times that count from the beginning of the call. */
  noStart: (code: string, unit: 'seconds' | 'milliseconds') =>
    lost(
      code,
      (n) =>
        `${counted(n, 'time')} in ${unit} since the call began, and when that was is not on record: the moments stay unknown.`,
    ),
  /** Events that only accompany the conversation. */
  progress: (code: string, noun: string, about: string) =>
    info(code, (n) => `${counted(n, noun)} about its course (${about}): not shown as turns.`),
  /** The recording contains the results of tools, but not whether they failed. */
  outcomeUnknown: (code: string, noun: string) =>
    assumed(
      code,
      () =>
        `${noun} of functions do not say whether the call failed: each counts as successful, whatever its text says.`,
    ),
  /** An error message of the platform. `words`: those of the first one. */
  serviceTrouble: (code: string, noun: string, words: string | undefined) =>
    info(
      code,
      (n) => `${counted(n, noun)} of the service, the first being “${(words ?? 'without words').slice(0, 200)}”.`,
    ),
};
