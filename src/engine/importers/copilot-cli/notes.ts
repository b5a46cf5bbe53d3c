import type { Path } from '../../model/path.ts';
import { entry } from '../../model/value.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { Line } from './format.ts';
import { noteReasoning, noteSystem } from '../../importing/notes.ts';

/** Notes a line that is not a turn. Lines of an unknown kind are noted as lost. */
export function noteLine(line: Line, place: Path, report: ImportReport): void {
  const { type } = line;
  switch (type) {
    case 'system.message':
      return noteSystem(place, report);
    case 'session.compaction_complete':
    case 'session.truncation':
      return report.note(
        'info',
        'copilot-cli/compacted',
        place,
        (n) =>
          `The conversation was shortened ${n === 1 ? 'once' : `${n} times`}: the model no longer saw all that came before.`,
      );
    case 'session.error': {
      const said = textIn(line, 'message');
      return report.note(
        'info',
        'copilot-cli/error',
        place,
        (n) => `${counted(n, 'error')} of the program or of a request to the model (“${said}”): no turn.`,
      );
    }
    case 'abort':
      return report.note(
        'info',
        'copilot-cli/aborted',
        place,
        (n) => `The user stopped the agent ${n === 1 ? 'once' : `${n} times`}.`,
      );
    case 'assistant.reasoning':
      return noteReasoning(place, report);
    default:
  }
  if (known.has(type) || knownPrefixes.some((family) => type.startsWith(family))) {
    return report.note(
      'info',
      'copilot-cli/program',
      place,
      (n) => `${counted(n, 'line')} about the program itself (settings, hooks, permissions, progress): no turns.`,
    );
  }
  report.note('lost', 'copilot-cli/line', place, (n) => `${counted(n, 'line')} of an unknown kind left out.`);
}

const known = new Set(['result', 'tool.execution_progress', 'tool.execution_partial_result', 'tool.user_requested']);

const knownPrefixes = [
  'session.',
  'assistant.',
  'hook.',
  'permission.',
  'user_input.',
  'elicitation.',
  'external_tool.',
  'command.',
  'exit_plan_mode.',
  'subagent.',
  'skill.',
  'system.',
];

function textIn({ data }: Line, key: string): string {
  const text = data && entry(data, key);
  return typeof text === 'string' ? text.slice(0, 200) : '';
}
