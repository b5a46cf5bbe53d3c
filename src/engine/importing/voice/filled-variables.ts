import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { formatCallPath, parsePath } from '../../systems/voice/path.ts';
import { counted, type ImportReport } from '../import-report.ts';
import type { CallLog } from './call-log.ts';

/** Variables that a call itself filled, as its end knows them: values under `workflow`. `place`: the record that holds them. */
export function addFilledVariables(
  variables: readonly (readonly [string, Value])[],
  place: Path,
  importer: 'retell' | 'vapi',
  log: CallLog,
  report: ImportReport,
): void {
  for (const [key, value] of variables) {
    const path = formatCallPath({ namespace: 'workflow', steps: [key], appends: false });
    if (!parsePath(path).ok) {
      report.note(
        'lost',
        `${importer}/variable`,
        place,
        (n) => `${counted(n, 'variable')} whose name cannot stand in a path is left out.`,
      );
      continue;
    }
    report.note(
      'assumed',
      `${importer}/variable-time`,
      place,
      (n) =>
        `${counted(n, 'variable')} that the call itself filled: shown under “workflow”, after the last turn, because when is not on record.`,
    );
    log.add({ type: 'value-set', path, value }, [...place, key]);
  }
}
