import type { Path } from '../../model/path.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { Line } from './format.ts';

type Severity = Parameters<ImportReport['note']>[0];

/** Notes for lines that become no turn, or become a different turn than their type suggests. */
const programNotes = {
  synthetic: [
    'info',
    (n) => `${counted(n, 'answer')} not of the model but of the program, such as an error of the service: no tokens.`,
  ],
  structured: [
    'info',
    (n) => `${counted(n, 'result')} with a second, structured copy for the program: what the model was given is shown.`,
  ],
  summary: [
    'info',
    (n) =>
      `${counted(n, 'summary', 'summaries')} of the compacted conversation, for the model: not an input of the user.`,
  ],
  meta: ['info', (n) => `${counted(n, 'message')} that the program wrote to the model in the user’s place, left out.`],
  interrupted: ['info', (n) => `The user interrupted the agent ${n === 1 ? 'once' : `${n} times`}.`],
  local: ['info', (n) => `${counted(n, 'line')} of local commands and what they printed, left out.`],
  notification: [
    'info',
    (n) => `${counted(n, 'notification')} of background tasks, written by the program, shown as input.`,
  ],
  command: ['info', (n) => `${counted(n, 'command')} in tags, shown as the user typed it.`],
  queued: [
    'assumed',
    (n) =>
      `${counted(n, 'message')} typed while the agent was at work, shown where queued: when the model saw it is not recorded.`,
  ],
  compacted: [
    'info',
    (n) =>
      `The conversation was compacted ${n === 1 ? 'once' : `${n} times`}: the model no longer saw what came before.`,
  ],
  progress: ['info', (n) => `${counted(n, 'line')} of progress of hooks, commands and agents, left out.`],
  shown: [
    'info',
    (n) =>
      `${counted(n, 'line')} that showed a sub-agent’s work: its calls are shown, its text in between may be missing.`,
  ],
  snapshot: ['info', (n) => `${counted(n, 'snapshot')} of files for undoing, without their content, left out.`],
  attachment: [
    'info',
    (n) =>
      `${counted(n, 'line')} with what the program added for the model (reminders, files, lists of tools), left out.`,
  ],
  queue: ['info', (n) => `${counted(n, 'line')} of the queue of messages, left out.`],
  system: ['info', (n) => `${counted(n, 'line')} of the program about itself (hooks, durations, errors), left out.`],
  title: ['info', (n) => `${counted(n, 'title or summary', 'titles or summaries')} for the list of sessions.`],
  result: ['info', () => 'The stream’s last line sums up the run; its counts are not needed.'],
  other: ['lost', (n) => `${counted(n, 'line')} of an unknown kind left out.`],
} as const satisfies { readonly [code: string]: readonly [Severity, (count: number) => string] };

export function noteProgram(what: keyof typeof programNotes, place: Path, report: ImportReport): void {
  const [severity, message] = programNotes[what];
  report.note(severity, `claude-code/${what}`, place, message);
}

/** Adds a note for a line that contains no message of the conversation. */
export const noteLine = ({ type, subtype, data }: Line, place: Path, report: ImportReport): void =>
  noteProgram(
    type === 'progress' && data?.['type'] === 'agent_progress' ? 'shown' : kindOf(type, subtype),
    place,
    report,
  );

function kindOf(type: string, subtype: string | undefined): keyof typeof programNotes {
  switch (type) {
    case 'system':
      return subtype === 'compact_boundary' ? 'compacted' : 'system';
    case 'progress':
      return 'progress';
    case 'file-history-snapshot':
      return 'snapshot';
    case 'attachment':
      return 'attachment';
    case 'queue-operation':
      return 'queue';
    case 'summary':
    case 'custom-title':
    case 'ai-title':
    case 'agent-name':
    case 'last-prompt':
    case 'tag':
      return 'title';
    case 'result':
      return 'result';
    default:
      return 'other';
  }
}
