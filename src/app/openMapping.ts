import { keepMapping } from '../services/keeping/mappings.ts';
import { ProblemError } from '../worker/connect.ts';
import type { OpeningDeps } from './commandContext.ts';

/** Stores a shared mapping: texts of its shape open with it from then on. */
export async function openMapping(
  { engine, notices, keeping }: OpeningDeps,
  text: string,
  name: string,
): Promise<void> {
  const { notify } = notices.getState().actions;
  try {
    const mapping = await engine.readMapping({ text });
    const written = await engine.writeMapping({ mapping });
    const problem = await keepMapping(keeping, written.text);
    if (problem === null)
      notify(`Texts of this shape now open with the mapping “${mapping.title}”. The settings list all mappings.`);
    else notify(`${name} is not kept. ${problem.message}`, { tone: 'failure' });
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    notify(`${name}: ${cause.problem.message}`, { tone: 'failure' });
  }
}
