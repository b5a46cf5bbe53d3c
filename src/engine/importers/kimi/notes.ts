import type { Path } from '../../model/path.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';

/** Notes a line that makes no turn; a line of an unknown kind is lost. */
export function noteLine(type: string, place: Path, report: ImportReport): void {
  switch (type) {
    case 'metadata':
      return;
    case 'context.apply_compaction':
      return report.note(
        'info',
        'kimi/compacted',
        place,
        (n) =>
          `The conversation was compacted ${n === 1 ? 'once' : `${n} times`}: the model no longer saw what came before.`,
      );
    case 'context.undo':
    case 'context.clear':
      return report.note(
        'info',
        'kimi/undone',
        place,
        (n) =>
          `The user took something back ${n === 1 ? 'once' : `${n} times`}: the model no longer saw it, and it is still shown, because it happened.`,
      );
    case 'turn.cancel':
      return report.note(
        'info',
        'kimi/cancelled',
        place,
        (n) => `The user stopped the agent ${n === 1 ? 'once' : `${n} times`}.`,
      );
    default:
  }
  const [family = ''] = type.split('.', 1);
  if (families.has(family)) {
    return report.note(
      'info',
      'kimi/program',
      place,
      (n) => `${counted(n, 'line')} about the program itself (settings, requests, spending, goals): no turns.`,
    );
  }
  report.note('lost', 'kimi/line', place, (n) => `${counted(n, 'line')} of an unknown kind left out.`);
}

/** The first words of the line types in the journal's own definition. */
const families = new Set([
  'config',
  'cron',
  'file_history',
  'forked',
  'full_compaction',
  'goal',
  'interaction',
  'interruptionReminder',
  'llm',
  'mcp',
  'micro_compaction',
  'permission',
  'plan',
  'plan_mode',
  'plugin',
  'profile',
  'prompt',
  'runtime',
  'skill',
  'subagent',
  'swarm_mode',
  'task',
  'token_counting',
  'tools',
  'tower_mode',
  'turn',
  'usage',
]);

export const noteBeside = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'kimi/beside',
    place,
    (n) =>
      `${counted(n, 'record')} of tokens that no turn spent, such as on compaction: counted in all, and for no turn.`,
  );
