import { err, ok, type Result } from '../../../../base/result.ts';
import type { Problem } from '../../../model/problem.ts';
import { isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import { checkTask } from '../check.ts';
import type { TaskEvent } from '../event.ts';
import type { TaskHeader } from '../header.ts';
import { ageAt } from '../machine.ts';
import { declarationsIn } from '../capability.ts';
import { readManifest, readManifestSources } from '../manifest.ts';
import { happened, runState, type RunState, type RunInputs } from './run-state.ts';
import { fromSnapshot } from './snapshot/from-snapshot.ts';

/** The beginning of a task: the header of a session file, and further fields of scripts. */
export interface TaskOpening {
  readonly header: TaskHeader;
  /** The events before the first operation. */
  readonly events: readonly TaskEvent[];
  readonly world: RunInputs;
  readonly files: RecordValue | undefined;
}

export function openingOf(given: RecordValue): Result<TaskOpening, Problem> {
  const { mount, script_results, now, clock, dialect, ...fields } = given;
  const { user, manifest, agents, tools, capabilities, limits, model, decisions } = fields;
  const read = manifest === undefined ? undefined : readManifest(manifest);
  if (read?.ok === false) return read;
  const sources = readManifestSources(agents, tools);
  if (!sources.ok) return sources;
  // Values of the manifest apply unless the start overrides them.
  const agentManifest = read?.value;
  const declared = agentManifest === undefined ? undefined : declarationsIn(agentManifest, sources.value);
  const checked = checkTask({
    system: 'task',
    header: {
      title: 'A run',
      ...(manifest === undefined ? {} : identityIn(manifest)),
      ...fields,
      ...(capabilities === undefined && declared !== undefined && { capabilities: declared }),
      ...(limits === undefined && agentManifest?.limits !== undefined && { limits: agentManifest.limits }),
      ...(model === undefined && agentManifest?.model !== undefined && { model: agentManifest.model }),
      // A run is complete, so a user without an email has none.
      ...(isRecord(user) ? { user: { email: null, ...user } } : {}),
      decisions: {
        // Results in a run are values, so a text is not parsed as JSON.
        textResults: 'text',
        ...(dialect === 'later' && { capabilityOrder: 'oldest-first' }),
        ...(isRecord(decisions) && decisions),
      },
    },
    events: [],
    notes: [],
  });
  if (!checked.ok) return checked;
  const { header } = checked.value;
  const files = filesIn(mount);
  if (files === null) return err(wrong('mount', 'an object with files, each a text'));
  if (script_results !== undefined && !isRecord(script_results)) return err(wrong('script_results', 'an object'));
  const age = typeof clock === 'string' ? ageAt(header, clock, 0) : 0;
  return ok({
    header,
    events: age > 0 ? [{ type: 'clock-advanced', seconds: age }] : [],
    world: { now: typeof now === 'string' ? now : undefined, scriptResults: script_results ?? {} },
    files,
  });
}

/** The agent's name and namespace from its manifest. */
function identityIn(manifest: Value): RecordValue {
  if (!isRecord(manifest)) return {};
  const { name, namespace } = manifest;
  const known = { ...(name !== undefined && { name }), ...(namespace !== undefined && { namespace }) };
  return Object.keys(known).length === 0 ? {} : { agent: known };
}

export function startOf({ header, events, world, files }: TaskOpening): RunState {
  return events.reduce(happened, runState(header, world, files));
}

/** Starts a run from a pasted context. */
export function openingFromSnapshot(value: Value): Result<TaskOpening, Problem> {
  const read = fromSnapshot(value);
  if (!read.ok) return read;
  const { header, events } = read.value.session;
  return ok({ header, events, world: { now: undefined, scriptResults: {} }, files: undefined });
}

/** Undefined when no mount is given, null when it is `none`. */
function filesIn(mount: Value | undefined): RecordValue | undefined | null {
  if (mount === undefined || mount === null || mount === 'none') return undefined;
  const files = isRecord(mount) ? (mount['files'] ?? {}) : null;
  return isRecord(files) && Object.values(files).every((text) => typeof text === 'string') ? files : null;
}

const wrong = (field: string, expected: string): Problem => ({
  code: 'task/malformed',
  message: `A task cannot start with this: “${field}” must be ${expected}.`,
});
