import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Problem } from '../../engine/model/problem.ts';
import { runOutlineQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCursor, useSession } from '../../state/useSession.ts';
import { useViewStore } from '../../state/useView.ts';
import type { SessionOutline } from '../../worker/protocol.ts';
import type { Performed, RunStepRow, WrittenCall } from '../../worker/run-protocol.ts';
import { download } from './download.ts';
import { followRun, showRun, told } from './runs.ts';

/** As many later steps as are looked through for what an edit broke. */
const mostLater = 500;

/** What can be done to the run on the screen, and what came of the last of it. */
export function useRun() {
  const engine = useEngine();
  const queries = useQueryClient();
  const view = useViewStore();
  const outline = useSession();
  const cursor = useCursor();
  const [said, setSaid] = useState('');
  const session = outline.ref;

  const caught = <T>(work: Promise<T>, failed: T): Promise<T> =>
    work.catch((cause: unknown) => {
      setSaid(told(cause));
      return failed;
    });
  /** What was said last is about something else by now. */
  const heard = <T>(work: Promise<T>, failed: T): Promise<T> => {
    setSaid('');
    return caught(work, failed);
  };
  /** The cursor goes along if it stood at the newest turn, or where no turn is left. */
  const follow = (next: SessionOutline) => {
    // Nobody waits for the rule that is proposed once there is something to judge.
    void caught(followRun(engine, queries, next), undefined);
    if (cursor >= outline.turns - 1 || cursor >= next.turns) view.getState().actions.moveCursor(next.turns - 1);
  };
  const answered = (answer: Performed): readonly Problem[] => {
    if (answer.kind === 'miswritten') return answer.problems;
    follow(answer.session);
    return [];
  };
  return {
    said,
    perform: (line: string) =>
      heard(engine.perform({ session, call: { line } }).then(answered), [] as readonly Problem[]),
    rewind: (step: number) => heard(engine.rewind({ session, step }).then(follow), undefined),
    branch: (step: number) =>
      heard(
        engine.branch({ session, step }).then((opened) =>
          showRun(engine, queries, view, opened, {
            system: outline.system,
            name: `${outline.title}, from step ${step}`,
          }),
        ),
        undefined,
      ),
    edit: (step: number, call: WrittenCall | null) => {
      const replay = async () => {
        const ask = (of: SessionOutline) =>
          queries.ensureQueryData(runOutlineQuery(engine, of.ref, step + 1, step + mostLater));
        const before = await ask(outline);
        const answer = await engine.editCall({ session, step, call });
        const problems = answered(answer);
        if (answer.kind === 'performed') {
          const after = await engine.runOutline({ session: answer.session.ref, from: step, to: step + mostLater });
          setSaid(broken(before.steps, after.steps, call === null ? 1 : 0));
        }
        return problems;
      };
      return heard(replay(), [] as readonly Problem[]);
    },
    save: (as: 'script' | 'session') =>
      heard(
        engine.exportRun({ session, as }).then(({ text, fileName }) => download(text, fileName)),
        undefined,
      ),
  };
}

export const hasFailed = ({ outcome }: RunStepRow): boolean => outcome === 'refused' || outcome === 'rejected';

/** Which later steps fail now and did not before; `gone` steps were taken away before them. */
function broken(before: readonly RunStepRow[], after: readonly RunStepRow[], gone: number): string {
  const fine = new Set(before.filter((step) => !hasFailed(step)).map(({ index }) => index - gone));
  const fail = after.filter((step) => hasFailed(step) && fine.has(step.index)).map(({ index }) => index + 1);
  if (fail.length === 0) return 'Replayed: no later step fails that did not before.';
  return `Replayed: step${fail.length === 1 ? '' : 's'} ${fail.join(', ')} now fail${fail.length === 1 ? 's' : ''}.`;
}
