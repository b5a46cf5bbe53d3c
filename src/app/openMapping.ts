import { keepMapping } from '../state/mappings.ts';
import { storageOf } from '../state/preferences.ts';
import { ProblemError } from '../worker/connect.ts';
import type { OpeningDeps } from './openingDeps.ts';

/** A mapping that somebody shared is remembered: texts of its shape open by it from then on. */
export async function openMapping({ engine, notices }: OpeningDeps, text: string, name: string): Promise<void> {
  const { tell } = notices.getState().actions;
  try {
    const mapping = await engine.readMapping({ text });
    const written = await engine.writeMapping({ mapping });
    const isKept = keepMapping(storageOf(globalThis), written.text);
    if (isKept)
      tell(`Texts of this shape open by the mapping “${mapping.title}” from now on. Settings list all mappings.`);
    else tell(`The browser has no room to remember ${name}.`, { tone: 'failure' });
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    tell(`${name}: ${cause.problem.message}`, { tone: 'failure' });
  }
}
