import { keepMapping } from '../state/mappings.ts';
import { storageOf } from '../state/storage.ts';
import { ProblemError } from '../worker/connect.ts';
import type { OpeningDeps } from './commandContext.ts';

/** Stores a shared mapping: texts of its shape open with it from then on. */
export async function openMapping({ engine, notices }: OpeningDeps, text: string, name: string): Promise<void> {
  const { notify } = notices.getState().actions;
  try {
    const mapping = await engine.readMapping({ text });
    const written = await engine.writeMapping({ mapping });
    const isKept = keepMapping(storageOf(globalThis), written.text);
    if (isKept)
      notify(`Texts of this shape now open with the mapping “${mapping.title}”. The settings list all mappings.`);
    else notify(`The browser has no room to store ${name}.`, { tone: 'failure' });
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    notify(`${name}: ${cause.problem.message}`, { tone: 'failure' });
  }
}
