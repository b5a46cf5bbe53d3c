import type { Pace } from '../../base/pace.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { TurnIndex } from '../../engine/model/history.ts';
import { toJson } from '../../engine/model/json.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { SystemId } from '../../engine/model/session.ts';
import { isRecord, type RecordValue, type Value } from '../../engine/model/value.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import { recogniseSnapshot } from '../../engine/runs/recognise-snapshot.ts';
import { Run } from '../../engine/runs/run.ts';
import { readScript, runOf } from '../../engine/runs/script.ts';
import { snapshotAt } from '../../engine/runs/snapshot-at.ts';
import { loadSystem } from '../../engine/systems/load-system.ts';
import type { RunStart } from '../run-protocol.ts';

/** The run for a start request. */
export async function startedRun(start: RunStart, pace: Pace): Promise<Result<Run, Problem>> {
  if ('script' in start) return fromScript(start.script, pace);
  if ('snapshot' in start) return fromSnapshot(start.system, start.snapshot);
  const given = await recordIn(start.given);
  return given.ok ? Run.start(await loadSystem(start.system), given.value) : given;
}

async function fromScript(text: string, pace: Pace): Promise<Result<Run, Problem>> {
  const value = await valueIn(text);
  const script = value.ok ? readScript(value.value) : value;
  return script.ok ? runOf(script.value, await loadSystem(script.value.system), pace) : script;
}

async function fromSnapshot(id: SystemId | null, text: string): Promise<Result<Run, Problem>> {
  const value = await valueIn(text);
  if (!value.ok) return value;
  const system = id === null ? await recogniseSnapshot(value.value, loadSystem) : ok(await loadSystem(id));
  return system.ok ? Run.start(system.value, { snapshot: value.value }) : system;
}

/** Starts from the state of a recording after a turn; refused when its system cannot start from there. */
export function startAfter(open: OpenSession, turn: TurnIndex): Result<RunStart, Problem> {
  const snapshot = snapshotAt(open, turn);
  if (!snapshot.ok) return snapshot;
  return ok({ system: open.system.id, snapshot: toJson(snapshot.value, { nonFinite: 'bare' }) });
}

async function valueIn(text: string): Promise<Result<Value, Problem>> {
  const { readDocument } = await import('../../engine/readers/read-document.ts');
  const document = readDocument(text);
  return document.ok ? ok(document.value.value) : document;
}

/** An empty text means no values. */
async function recordIn(text: string): Promise<Result<RecordValue, Problem>> {
  if (text.trim() === '') return ok({});
  const value = await valueIn(text);
  if (!value.ok) return value;
  return isRecord(value.value) ? ok(value.value) : err(noRecord);
}

const noRecord: Problem = {
  code: 'run/no-start',
  message: 'A run starts with an object such as {"agent": {"name": "a"}}; this text is not an object.',
};
