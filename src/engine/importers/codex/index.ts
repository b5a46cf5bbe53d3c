import { err, ok } from '../../../base/result.ts';
import type { Importer } from '../importer.ts';
import { isCodex, linesOf } from './lines.ts';
import { titleOf, toSession } from './to-session.ts';

export const codex: Importer = {
  id: 'codex',
  title: 'Codex rollout',
  claim: ({ value }) => (isCodex(value) ? 'certain' : 'no'),
  read({ value }) {
    const lines = linesOf(value);
    if (lines.length === 0) {
      return err({ code: 'import/malformed', message: 'A rollout of Codex is a list of lines; this is none.' });
    }
    return ok({ sessions: [{ title: titleOf(lines), system: 'task', open: () => ok(toSession(lines)) }] });
  },
};
