import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import type { Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import type { Value } from '../../model/value.ts';
import type { Imported, SessionEntry, Read } from '../importer.ts';
import { firstFault } from '../schema.ts';
import { Tau1Run, Tau2Info, Tau2Results, Tau2Simulation } from './format.ts';
import { openTau1, titleOfTau1 } from './tau1.ts';
import { openTau2, titleOfTau2 } from './tau2.ts';

export const read: Read = ({ value }) => {
  if (v.is(Tau2Results, value)) return readTau2(value);
  const runs: readonly Value[] = Array.isArray(value) ? value : [value];
  return withSessions(runs.map((run, index) => tau1Entry(run, Array.isArray(value) ? [index] : [])));
};

function tau1Entry(value: Value, place: readonly number[]): SessionEntry {
  const parsed = v.safeParse(Tau1Run, value);
  if (!parsed.success) return unreadable('run', place, firstFault(parsed.issues));
  const run = parsed.output;
  return { title: titleOfTau1(run), system: 'task', open: () => ok(openTau1(run, place)) };
}

function readTau2(value: Value): Result<Imported, Problem> {
  const results = v.parse(Tau2Results, value); // `is` has just said so
  const info = v.safeParse(Tau2Info, results.info);
  const about: Tau2Info = info.success ? info.output : {};
  return withSessions(
    results.simulations.map((simulation, index) => {
      const place = ['simulations', index];
      const parsed = v.safeParse(Tau2Simulation, simulation);
      if (!parsed.success) return unreadable('simulation', place, firstFault(parsed.issues));
      const run = parsed.output;
      return { title: titleOfTau2(run, about), system: 'task', open: () => ok(openTau2(run, about, place)) };
    }),
  );
}

/** A run that cannot be read keeps its line in the list, so that the others keep their numbers. */
function unreadable(noun: string, place: readonly (string | number)[], fault: string): SessionEntry {
  const message = `This ${noun} (${place.join('.')}) cannot be read: ${fault}.`;
  return { title: `unreadable ${noun}`, system: 'task', open: () => err({ code: 'import/malformed', message }) };
}

const withSessions = (sessions: readonly SessionEntry[]): Result<Imported, Problem> =>
  sessions.length > 0
    ? ok({ sessions })
    : err({ code: 'import/empty', message: 'This tau-bench file holds no run: its list is empty.' });
