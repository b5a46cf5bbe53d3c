import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import { createCallLog, when } from '../../importing/transcript/call-log.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { counted, createImportReport } from '../../importing/import-report.ts';
import { CallerEvent } from './format.ts';
import { readMilliseconds } from './milliseconds.ts';

/** The call as the simulated caller meant and heard it. */
export function fromCallerEvents(lines: readonly Value[], title: string): ReadSession {
  const report = createImportReport();
  const log = createCallLog(report);
  let reason: Value = null;
  lines.forEach((line, index) => {
    const parsed = v.safeParse(CallerEvent, line);
    if (!parsed.success) {
      report.note('lost', 'import/line', [index], (n) => `${counted(n, 'line')} of the log could not be read.`);
      return;
    }
    const { type, data, timestamp } = parsed.output;
    const at = readMilliseconds(timestamp, [index, 'timestamp'], report);
    const text = data?.['text'];
    if (type === 'user_speech' && typeof text === 'string') log.add({ type: 'user-spoke', ...when(at), text }, [index]);
    else if (type === 'assistant_speech' && typeof text === 'string') {
      log.add({ type: 'agent-spoke', ...when(at), text }, [index]);
    } else if (type === 'connection_state') reason = reasonIn(data?.['details']) ?? reason;
    else {
      report.note(
        'info',
        'eva-call/audio',
        [index],
        (n) => `${counted(n, 'line')} about audio ${n === 1 ? 'makes' : 'make'} no turn; left out.`,
      );
    }
  });
  report.note(
    'info',
    'eva-call/callers-side',
    null,
    () =>
      'These are the events of the simulated caller: its own words as it meant them, the agent’s as it heard them. Tools and model calls are in the audit log.',
  );
  return log.session({ title, importer: 'eva-call', recording: { benchmark: 'eva', ended_reason: reason } });
}

const reasonIn = (details: Value | undefined): Value | undefined =>
  typeof details === 'object' && details !== null && 'reason' in details ? details['reason'] : undefined;
