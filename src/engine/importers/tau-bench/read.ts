import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import type { Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { Imported, SessionEntry, Read } from '../../importing/importer.ts';
import { firstFault } from '../../importing/values/schema.ts';
import { Tau1Run, Tau2Simulation } from './format.ts';
import { simulationsIn, type Simulations } from './simulations.ts';
import { openTau1, titleOfTau1 } from './tau1.ts';
import { openTau2, titleOfTau2 } from './tau2.ts';

export const read: Read = ({ value }) => {
  const simulations = simulationsIn(value);
  if (simulations !== undefined) return readTau2(simulations);
  const runs: readonly Value[] = Array.isArray(value) ? value : [value];
  return withSessions(runs.map((run, index) => tau1Entry(run, Array.isArray(value) ? [index] : [])));
};

function tau1Entry(value: Value, place: readonly number[]): SessionEntry {
  const parsed = v.safeParse(Tau1Run, value);
  if (!parsed.success) return unreadable('run', place, firstFault(parsed.issues));
  const run = parsed.output;
  return { title: titleOfTau1(run), system: 'task', open: () => ok(openTau1(run, place)) };
}

const readTau2 = ({ about, runs }: Simulations): Result<Imported, Problem> =>
  withSessions(
    runs.map(({ value, place }) => {
      const parsed = v.safeParse(Tau2Simulation, value);
      if (!parsed.success) return unreadable('simulation', place, firstFault(parsed.issues));
      const run = parsed.output;
      return { title: titleOfTau2(run, about), system: 'task', open: () => ok(openTau2(run, about, place)) };
    }),
  );

/** A run that cannot be read keeps its line in the list, so that the others keep their numbers. */
function unreadable(noun: string, place: Path, fault: string): SessionEntry {
  const message = `This ${noun} (${place.join('.')}) cannot be read: ${fault}.`;
  return { title: `unreadable ${noun}`, system: 'task', open: () => err({ code: 'import/malformed', message }) };
}

const withSessions = (sessions: readonly SessionEntry[]): Result<Imported, Problem> =>
  sessions.length > 0
    ? ok({ sessions })
    : err({ code: 'import/empty', message: 'This tau-bench file holds no run: its list is empty.' });
