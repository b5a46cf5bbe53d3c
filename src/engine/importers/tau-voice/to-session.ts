import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { CallEvent } from '../../systems/voice/event.ts';
import { createCallLog, paramsOf, when } from '../../importing/voice/call-log.ts';
import type { RecordedToolCall, RecordedToolEnd } from '../../importing/voice/call-log.ts';
import { readContent, textOf } from '../../importing/messages/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { Tick, ToolCall, ToolResult } from './format.ts';
import type { Simulation } from './format.ts';
import { Floor } from './utterances.ts';
import type { Utterance } from './utterances.ts';

export const titleOf = ({ task_id, id }: Simulation): string => {
  const task = typeof task_id === 'string' || typeof task_id === 'number' ? `task ${task_id}` : id;
  return task === undefined ? 'full-duplex call' : `full-duplex call, ${task}`;
};

/** What happens at a tick; what is said stands where it begins. */
type Happened =
  | { readonly tick: number; readonly utterance: Utterance }
  | { readonly tick: number; readonly planned: CallEvent; readonly place: Path }
  | { readonly tick: number; readonly called: RecordedToolCall }
  | { readonly tick: number; readonly returned: RecordedToolEnd };

export function toSession(run: Simulation): ReadSession {
  const report = createImportReport();
  const floor = new Floor();
  const tools: Happened[] = [];
  const times = new Map<number, string>();
  run.ticks.forEach((value, index) => {
    const place = ['ticks', index];
    const parsed = v.safeParse(Tick, value);
    if (!parsed.success) {
      report.note('lost', 'tau-voice/tick', place, (n) => `${counted(n, 'tick')} could not be read.`);
      return;
    }
    const tick = parsed.output;
    const at = readInstant(tick.timestamp, [...place, 'timestamp'], report);
    if (at !== undefined) times.set(index, at);
    floor.hear('user', tick.user_chunk, index, [...place, 'user_chunk']);
    floor.hear('agent', tick.agent_chunk, index, [...place, 'agent_chunk']);
    tools.push(...toolsOf(tick, index, at, place, report));
    noteAside(tick, place, report);
  });
  const log = createCallLog(report);
  const said = floor.utterances.map((utterance): Happened => ({ tick: utterance.from, utterance }));
  for (const happened of [...said, ...tools].toSorted((a, b) => a.tick - b.tick)) {
    if ('utterance' in happened) log.add(...spoken(happened.utterance, times, report));
    else if ('planned' in happened) log.add(happened.planned, happened.place);
    else if ('called' in happened) log.called(happened.called);
    else log.returned(happened.returned);
  }
  const startedAt = readInstant(run.start_time, ['start_time'], report);
  return log.session({
    title: titleOf(run),
    importer: 'tau-voice',
    ...(startedAt !== undefined && { started_at: startedAt }),
    ...(run.id !== undefined && { context: { call_id: run.id } }),
    recording: {
      benchmark: 'tau2-bench',
      task_id: run.task_id ?? null,
      trial: run.trial ?? null,
      seed: run.seed ?? null,
      ended_reason: run.termination_reason ?? null,
      duration: run.duration ?? null,
    },
  });
}

function spoken(
  { by, from, text, interrupted, place, lines }: Utterance,
  times: ReadonlyMap<number, string>,
  report: ImportReport,
): readonly [CallEvent, Path, readonly Path[]] {
  const said = text.replace(/\s+/g, ' ').trim();
  if (said === '') {
    report.note(
      'lost',
      'tau-voice/no-words',
      place,
      (n) => `${counted(n, 'utterance')} without words in the recording, which holds only that someone spoke.`,
    );
  }
  const words = { ...when(times.get(from)), ...(said !== '' && { text: said }) };
  if (by === 'user') return [{ type: 'user-spoke', ...words }, place, lines];
  return [{ type: 'agent-spoke', ...words, ...(interrupted && { interrupted }) }, place, lines];
}

/**
 * | in the result | outcome |
 * | --- | --- |
 * | `error: true` | errored, with its content |
 * | anything else | successful |
 */
function toolsOf(
  tick: Tick,
  index: number,
  at: string | undefined,
  place: Path,
  report: ImportReport,
): readonly Happened[] {
  const calls = (tick.agent_tool_calls ?? []).flatMap((value, nth) => {
    const where = [...place, 'agent_tool_calls', nth];
    const parsed = v.safeParse(ToolCall, value);
    if (!parsed.success) return unread(where, report);
    const { id, name, arguments: given } = parsed.output;
    return [{ tick: index, called: { id, tool: name, params: paramsOf(given, where, report), at, place: where } }];
  });
  const results = (tick.agent_tool_results ?? []).flatMap((value, nth) => {
    const where = [...place, 'agent_tool_results', nth];
    const parsed = v.safeParse(ToolResult, value);
    if (!parsed.success) return unread(where, report);
    const { id, content, error } = parsed.output;
    const text = textOf(readContent(content, where, report));
    const end = error === true ? { outcome: 'error' as const, error: text } : okEnd(text);
    return [{ tick: index, returned: { id, tool: undefined, ...end, at, place: where } }];
  });
  if (calls.length === 0) return results;
  const planned: CallEvent = { type: 'model-called', ...when(at), planned: calls.map(({ called }) => called.tool) };
  return [{ tick: index, planned, place: [...place, 'agent_tool_calls'] }, ...calls, ...results];
}

const okEnd = (output: Value) => ({ outcome: 'ok' as const, output });

function unread(place: Path, report: ImportReport): [] {
  report.note('lost', 'import/call', place, (n) => `${counted(n, 'call')} could not be read.`);
  return [];
}

function noteAside({ user_chunk, user_tool_calls = [] }: Tick, place: Path, report: ImportReport): void {
  if (user_chunk?.source_effects != null || user_chunk?.speech_effects != null) {
    report.note(
      'info',
      'tau-voice/effects',
      [...place, 'user_chunk'],
      (n) => `${counted(n, 'tick')} with noises of the caller or the line; they make no turn.`,
    );
  }
  if (user_tool_calls.length > 0) {
    report.note(
      'info',
      'tau-voice/user-calls',
      [...place, 'user_tool_calls'],
      (n) => `${counted(n, 'tick')} in which the simulated caller uses tools of its own; these are left out.`,
    );
  }
}
