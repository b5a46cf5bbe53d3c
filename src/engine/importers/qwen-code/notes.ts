import type { Path } from '../../model/path.ts';
import { entry, isRecord } from '../../model/value.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { Line } from './format.ts';

/** Lines about the program; none of them is a turn. */
export function noteSystemLine({ subtype, systemPayload }: Line, place: Path, report: ImportReport): void {
  switch (subtype) {
    case 'chat_compression':
      return report.note(
        'info',
        'qwen-code/compacted',
        place,
        (n) =>
          `The conversation was compacted ${n === 1 ? 'once' : `${n} times`}: the model no longer saw what came before.`,
      );
    case 'rewind':
      return report.note(
        'info',
        'qwen-code/rewound',
        place,
        (n) => `The user went back to an earlier prompt ${n === 1 ? 'once' : `${n} times`}.`,
      );
    case 'ui_telemetry': {
      const event = systemPayload && entry(systemPayload, 'uiEvent');
      const errorMessage = event !== undefined && isRecord(event) ? entry(event, 'error_message') : undefined;
      if (typeof errorMessage !== 'string') break;
      return report.note(
        'info',
        'qwen-code/failed-request',
        place,
        (n) => `${counted(n, 'request')} to the model failed (“${errorMessage.slice(0, 200)}”): no turn.`,
      );
    }
    default:
  }
  report.note(
    'info',
    'qwen-code/program',
    place,
    (n) => `${counted(n, 'line')} about the program itself (telemetry, commands, titles): no turns.`,
  );
}
