import type { Path } from '../../model/path.ts';
import { when } from '../../importing/voice/call-log.ts';
import type { CallLog } from '../../importing/voice/call-log.ts';
import { counted, createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { agentsOf, createdAt, type PlacedStatus } from './told.ts';

interface Switch {
  readonly agent: string;
  readonly at: string | undefined;
  readonly place: Path;
}

/** Agents that took over: when, only a webhook that tells of nothing else says. */
export function switchesIn(told: readonly PlacedStatus[]): readonly Switch[] {
  const found: Switch[] = [];
  let known = 1;
  for (const one of told) {
    const agents = agentsOf(one.event);
    const at = one.event.type.endsWith('agent.changed') ? createdAt(one, createImportReport()) : undefined;
    agents.slice(known).forEach((agent, index) => {
      const place = [...one.place, 'data', 'agent_history', known + index];
      found.push({ agent, at: known + index === agents.length - 1 ? at : undefined, place });
    });
    known = Math.max(known, agents.length);
  }
  return found;
}

export const isBefore = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && Date.parse(a) <= Date.parse(b);

export function emitSwitch(one: Switch | undefined, log: CallLog, report: ImportReport, isLate = false): void {
  if (one === undefined) return;
  if (isLate || one.at === undefined) {
    report.note(
      'assumed',
      'voice-context/switch-time',
      one.place.slice(0, -1),
      (n) => `When ${counted(n, 'agent')} took over is not on record: shown after the last turn.`,
    );
  }
  log.add({ type: 'agent-switched', ...when(one.at), agent: one.agent }, one.place);
}
