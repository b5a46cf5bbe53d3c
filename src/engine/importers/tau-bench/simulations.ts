import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { Tau2Info, Tau2Results, Tau2Simulation } from './format.ts';

export interface Simulations {
  readonly about: Tau2Info;
  readonly runs: readonly { readonly value: Value; readonly place: Path }[];
}

/** Simulations of tau2-bench: those of a results file, one or several copied out of it, or the messages of one. */
export function simulationsIn(value: Value): Simulations | undefined {
  const results = v.safeParse(Tau2Results, value);
  if (results.success) {
    const { info, simulations } = results.output;
    const about = v.safeParse(Tau2Info, info);
    const runs = simulations.map((one, index) => ({ value: one, place: ['simulations', index] }));
    return isSimulation(runs[0]?.value) ? { about: about.success ? about.output : {}, runs } : undefined;
  }
  if (isAlone(value)) return { about: {}, runs: [{ value, place: [] }] };
  if (!isList(value)) return undefined;
  const list = [...value];
  if (list.length > 0 && list.slice(0, 20).every(isMessage)) {
    return { about: {}, runs: [{ value: { task_id: 'unknown', messages: list }, place: [] }] };
  }
  const runs = list.map((one, index) => ({ value: one, place: [index] }));
  return isAlone(list[0]) ? { about: {}, runs } : undefined;
}

const isSimulation = (value: Value | undefined): boolean => v.is(Tau2Simulation, value);

/** A simulation without its file is recognised by how it ended, and by its reward. */
const isAlone = (value: Value | undefined): boolean =>
  value !== undefined &&
  isRecord(value) &&
  isSimulation(value) &&
  typeof value['termination_reason'] === 'string' &&
  value['reward_info'] !== undefined;

/** Only tau2-bench numbers messages like this. */
const isMessage = (value: Value): boolean =>
  isRecord(value) && typeof value['role'] === 'string' && value['turn_idx'] !== undefined && 'content' in value;
