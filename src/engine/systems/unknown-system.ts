import { err } from '../../base/result.ts';
import type { SystemId } from '../model/session.ts';
import type { System } from './system.ts';

/** Stands for a system that this version does not have: no session of it passes `check`, so nothing else is asked. */
export function unknownSystem(id: SystemId): System {
  const refuse = (): never => {
    throw new Error(`no session of the system ${id} can have passed its check`);
  };
  return {
    id,
    title: id,
    root: id,
    check: () =>
      err({
        code: 'system/unknown',
        message: `This session belongs to the context system “${id}”, which this version does not have. Open it with a newer one.`,
      }),
    decisions: () => ({}),
    history: refuse,
    stateAt: refuse,
  };
}
