import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { formatCallPath, parsePath } from '../../systems/voice/path.ts';
import { assumed, counted, lost, type ImportReport } from '../import-report.ts';
import type { CallLog } from './call-log.ts';

/**
 * Adds the variables that the call filled, which only the report at its end lists, as values under `workflow` after the
 * last turn. `place`: the record that lists them.
 */
export function addFilledVariables(
  variables: readonly (readonly [string, Value])[],
  place: Path,
  importer: 'retell' | 'vapi',
  log: CallLog,
  report: ImportReport,
): void {
  const unreadable = lost(
    `${importer}/variable`,
    (n) => `${counted(n, 'variable')} whose name cannot stand in a path is left out.`,
  );
  const filled = assumed(
    `${importer}/variable-time`,
    (n) =>
      `${counted(n, 'variable')} that the call itself filled: shown under “workflow”, after the last turn, because when is not on record.`,
  );
  for (const [key, value] of variables) {
    const path = formatCallPath({ namespace: 'workflow', steps: [key], appends: false });
    if (!parsePath(path).ok) {
      unreadable(place, report);
      continue;
    }
    filled(place, report);
    log.add({ type: 'value-set', path, value }, [...place, key]);
  }
}
