import { CancelledError, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CallProblem } from '../../engine/runs/console/problems.ts';
import { runOutlineQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCursor, useSession } from '../../state/useSession.ts';
import { useViewStore } from '../../state/useView.ts';
import type { CallOptions } from '../../worker/connect.ts';
import type { SessionOutline } from '../../worker/protocol.ts';
import type { Performed, RunStepRow, WrittenCall } from '../../worker/run-protocol.ts';
import { download } from '../download.ts';
import { followRun, renamed, showRun, told } from './runs.ts';
import { uniqueTitle } from './titles.ts';

/** What became of a call that was entered: performed, or kept in its field with what is wrong with it. */
export type Entered =
  | { readonly kind: 'performed' }
  | { readonly kind: 'kept'; readonly problems: readonly CallProblem[] };

/** Calls that are performed again for long enough to be told. */
export interface Replaying {
  readonly fraction: number;
  readonly stop: () => void;
}

/** To after which step; it has arrived when the session on the screen has the revision. */
interface Going {
  readonly step: number;
  readonly until: number | null;
}

const kept: Entered = { kind: 'kept', problems: [] };

/** What can be done to the run on the screen, and what came of the last of it. */
export function useRun() {
  const engine = useEngine();
  const queries = useQueryClient();
  const view = useViewStore();
  const outline = useSession();
  const cursor = useCursor();
  const [said, setSaid] = useState('');
  const [replaying, setReplaying] = useState<Replaying | null>(null);
  const [going, setGoing] = useState<Going | null>(null);
  const target = useRef<number | null>(null);
  const session = outline.ref;

  /** What was said last is about something else by now. */
  const heard = async <T>(work: () => Promise<T>, failed: T): Promise<T> => {
    setSaid('');
    try {
      return await work();
    } catch (cause) {
      setSaid(isStopped(cause) ? 'Stopped: the run is as it was.' : told(cause));
      return failed;
    }
  };
  /** The cursor goes along if it stood at the newest turn, or where no turn is left. */
  const follow = (next: SessionOutline) => {
    // Nobody waits for the rule that is proposed once there is something to judge.
    followRun(engine, queries, next).catch((cause: unknown) => {
      // Whoever closes the page, or the run, takes the question back.
      if (!(cause instanceof CancelledError)) setSaid(told(cause));
    });
    if (cursor >= outline.turns - 1 || cursor >= next.turns) view.getState().actions.moveCursor(next.turns - 1);
  };
  const answered = (answer: Performed): Entered => {
    if (answer.kind === 'miswritten') return { kind: 'kept', problems: answer.problems };
    follow(answer.session);
    if (answer.said !== null) setSaid(answer.said);
    return { kind: 'performed' };
  };
  /** What performs many calls again says how far it is, and can be stopped. */
  const replayed = async <T>(work: (options: CallOptions) => Promise<T>): Promise<T> => {
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    try {
      return await work({ signal: stopping.signal, onProgress: (fraction) => setReplaying({ fraction, stop }) });
    } finally {
      setReplaying(null);
    }
  };
  return {
    said,
    replaying,
    /** Where the cursor is on its way to; null while it stands. */
    going: going !== null && (going.until === null || session.revision < going.until) ? going.step : null,
    perform: (call: WrittenCall) =>
      heard(async () => answered(await replayed((options) => engine.perform({ session, call }, options))), kept),
    /** Keys that repeat come faster than a long run goes: it goes to where they have got by then. */
    rewind: (step: number) => {
      setGoing({ step, until: null });
      const isGoing = target.current !== null;
      target.current = step;
      if (isGoing) return Promise.resolve();
      return heard(async () => {
        try {
          for (let next: number | null = step; next !== null;) {
            const at: number = next;
            const arrived = await engine.rewind({ session, step: at });
            // Where it stands is known before it is shown: a key that is pressed meanwhile counts from there.
            const head = await engine.runOutline({ session: arrived.ref });
            queries.setQueryData(runOutlineQuery(engine, arrived.ref).queryKey, head);
            follow(arrived);
            next = target.current === at ? null : target.current;
            if (next === null) setGoing({ step: at, until: arrived.ref.revision });
          }
        } catch (cause) {
          setGoing(null);
          throw cause;
        } finally {
          target.current = null;
        }
      }, undefined);
    },
    branch: (step: number) =>
      heard(async () => {
        const title = uniqueTitle(`${outline.title}, from step ${step}`, view.getState().sources);
        showRun(engine, queries, view, await engine.branch({ session, step, title }));
      }, undefined),
    rename: (title: string) =>
      heard(async () => {
        const others = view.getState().sources.filter(({ opened }) => !session.id.startsWith(`${opened.source}:`));
        const next = await engine.renameRun({ session, title: uniqueTitle(title, others) });
        renamed(view, next);
        follow(next);
      }, undefined),
    edit: (step: number, call: WrittenCall | null) =>
      heard(async () => {
        const answer = await replayed((options) => engine.editCall({ session, step, call }, options));
        if (answer.kind === 'performed') setSaid(replayedWords(answer.failing));
        return answered(answer);
      }, kept),
    save: (as: 'script' | 'session') =>
      heard(async () => {
        const { text, fileName } = await engine.exportRun({ session, as });
        download(text, fileName);
      }, undefined),
  };
}

const isStopped = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'AbortError';

export const hasFailed = ({ outcome }: RunStepRow): boolean => outcome === 'refused' || outcome === 'rejected';

/** More numbers than these are counted, not read. */
const mostNamed = 8;

/** What an edit has done to the steps after it. */
function replayedWords(failing: readonly number[]): string {
  if (failing.length === 0) return 'Replayed: no later step fails that did not before.';
  const more = failing.length - mostNamed;
  const named = failing.slice(0, mostNamed).map((index) => index + 1);
  const steps = named.join(', ') + (more > 0 ? ` and ${more} more` : '');
  return failing.length === 1 ? `Replayed: step ${steps} now fails.` : `Replayed: steps ${steps} now fail.`;
}
