import { err, ok, type Result } from '../base/result.ts';
import type { Problem } from './model/problem.ts';
import type { OpenSession } from './open-text.ts';

/** Refuses a session without a turn: no rule can be judged on it. A snapshot of a context needs none. */
export function withTurns(session: OpenSession): Result<OpenSession, Problem> {
  const { history, importer, notes } = session;
  const hasTurns = history.turns.some(({ kind }) => kind === 'input' || kind === 'llm' || kind === 'capability');
  if (hasTurns || importer.holdsContext === true) return ok(session);
  const [reason] = [...notes.filter(({ severity }) => severity === 'lost'), ...notes];
  const why = reason === undefined ? '' : ` ${reason.message}`;
  return err({
    code: 'import/no-turns',
    message: `This was read as “${importer.title}”, but there is no turn in it: no message of a user, no answer of a model and no call.${why} Open the recording of the conversation itself.`,
  });
}
