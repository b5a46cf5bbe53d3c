import type { Path } from '../../model/path.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';

type Severity = Parameters<ImportReport['note']>[0];

const messages = {
  surroundings: ['info', (n) => `${counted(n, 'line')} about the surroundings (state, keys, screen), left out.`],
  repeated: ['info', (n) => `${counted(n, 'event')} with an item once more, or with its progress, left out.`],
  environment: [
    'info',
    (n) =>
      `${counted(n, 'message')} in the user’s place that the program wrote, such as instructions and the environment, left out.`,
  ],
  compacted: [
    'info',
    (n) =>
      `The conversation was compacted ${n === 1 ? 'once' : `${n} times`}: the model no longer saw what came before.`,
  ],
  aborted: ['info', (n) => `${counted(n, 'turn')} stopped before the agent was done.`],
  thread: ['info', () => 'This is a thread of another session, which is in another file.'],
  delegated: ['lost', (n) => `${counted(n, 'line')} of agents that were sent: what they did is in other files.`],
  'no-input': ['lost', () => 'What the user typed is in the log as keys only: the inputs are missing.'],
  'no-prompt': ['lost', () => 'The stream holds what Codex did, and not what it was asked: the input is missing.'],
  tokens: ['lost', (n) => `${counted(n, 'count')} of tokens that no answer of the model could be given.`],
  sums: ['info', () => 'The sums of the tokens are those that the recording states.'],
  line: ['lost', (n) => `${counted(n, 'line')} of an unknown kind left out.`],
} as const satisfies { readonly [code: string]: readonly [Severity, (count: number) => string] };

export function noteCodex(what: keyof typeof messages, place: Path, report: ImportReport): void {
  const [severity, message] = messages[what];
  report.note(severity, `codex/${what}`, place, message);
}
