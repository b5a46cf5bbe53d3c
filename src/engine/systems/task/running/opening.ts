import { err, ok, type Result } from '../../../../base/result.ts';
import type { Problem } from '../../../model/problem.ts';
import { isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import { checkTask } from '../check.ts';
import type { TaskEvent } from '../event.ts';
import type { TaskHeader } from '../header.ts';
import { ageAt } from '../machine.ts';
import { declarationsIn } from '../capability.ts';
import { readManifest, readManifestSources } from '../manifest.ts';
import { happened, runState, type RunState, type World } from './run-state.ts';
import { fromSnapshot } from './snapshot/from-snapshot.ts';

/** How a task begins: with the header of a session file and more, as scripts have it. */
export interface TaskOpening {
  readonly header: TaskHeader;
  /** What has happened before the first operation. */
  readonly events: readonly TaskEvent[];
  readonly world: World;
  readonly files: RecordValue | undefined;
}

export function openingOf(given: RecordValue): Result<TaskOpening, Problem> {
  const { mount, script_results, now, clock, dialect, ...fields } = given;
  const { user, manifest, agents, tools, capabilities, limits, model, decisions } = fields;
  const read = manifest === undefined ? undefined : readManifest(manifest);
  if (read?.ok === false) return read;
  const sources = readManifestSources(agents, tools);
  if (!sources.ok) return sources;
  // What the manifest says holds where the start itself does not say otherwise.
  const told = read?.value;
  const declared = told === undefined ? undefined : declarationsIn(told, sources.value);
  const checked = checkTask({
    system: 'task',
    header: {
      title: 'A run',
      ...(manifest === undefined ? {} : identityIn(manifest)),
      ...fields,
      ...(capabilities === undefined && declared !== undefined && { capabilities: declared }),
      ...(limits === undefined && told?.limits !== undefined && { limits: told.limits }),
      ...(model === undefined && told?.model !== undefined && { model: told.model }),
      // A user without an email is one who has none: a run knows everything.
      ...(isRecord(user) ? { user: { email: null, ...user } } : {}),
      decisions: {
        // A run is given its results as values: a text is meant as one.
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

/** Name and namespace of the agent, as its manifest has them. */
function identityIn(manifest: Value): RecordValue {
  if (!isRecord(manifest)) return {};
  const { name, namespace } = manifest;
  const known = { ...(name !== undefined && { name }), ...(namespace !== undefined && { namespace }) };
  return Object.keys(known).length === 0 ? {} : { agent: known };
}

export function startOf({ header, events, world, files }: TaskOpening): RunState {
  return events.reduce(happened, runState(header, world, files));
}

/** A pasted context as the beginning of a run. */
export function openingFromSnapshot(value: Value): Result<TaskOpening, Problem> {
  const read = fromSnapshot(value);
  if (!read.ok) return read;
  const { header, events } = read.value.session;
  return ok({ header, events, world: { now: undefined, scriptResults: {} }, files: undefined });
}

/** Undefined where there is no mount, null where it is none. */
function filesIn(mount: Value | undefined): RecordValue | undefined | null {
  if (mount === undefined || mount === null || mount === 'none') return undefined;
  const files = isRecord(mount) ? (mount['files'] ?? {}) : null;
  return isRecord(files) && Object.values(files).every((text) => typeof text === 'string') ? files : null;
}

const wrong = (field: string, expected: string): Problem => ({
  code: 'task/malformed',
  message: `A task cannot start with this: “${field}” must be ${expected}.`,
});
