import { CancelledError, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CallProblem } from '../../engine/runs/console/problems.ts';
import { runOutlineQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useNoticeActions } from '../../state/useNotices.ts';
import { useCursor, useSession } from '../../state/useSession.ts';
import { useViewStore } from '../../state/useView.ts';
import type { CallOptions } from '../../worker/connect.ts';
import type { SessionOutline } from '../../worker/protocol.ts';
import type { Performed, RunStepRow, WrittenCall } from '../../worker/run-protocol.ts';
import { followSession } from '../followSession.ts';
import { saveWithStandIns } from '../textsOut.ts';
import { renamed, showRun, failureText } from './runs.ts';
import type { OpenSource } from '../../state/view/sessions.ts';

/** The outcome of an entered call: performed, or kept in its field with its problems. */
export type Entered =
  | { readonly kind: 'performed' }
  | { readonly kind: 'kept'; readonly problems: readonly CallProblem[] };

/** The progress of performing calls again, shown if it takes long. */
export interface Replaying {
  readonly fraction: number;
  readonly stop: () => void;
}

/** A move to a step; it is done when the shown session has the revision. */
interface Going {
  readonly step: number;
  readonly until: number | null;
}

const kept: Entered = { kind: 'kept', problems: [] };

/** The actions on the shown run, and the message about the last one. */
export function useRun() {
  const engine = useEngine();
  const queries = useQueryClient();
  const view = useViewStore();
  const outline = useSession();
  const cursor = useCursor();
  const [remark, setRemark] = useState('');
  const [replaying, setReplaying] = useState<Replaying | null>(null);
  const [going, setGoing] = useState<Going | null>(null);
  const target = useRef<number | null>(null);
  const session = outline.ref;
  const { notify, share } = useNoticeActions();

  /** Clears the last message, runs an action and shows its failure. */
  const attempt = async <T>(work: () => Promise<T>, failed: T): Promise<T> => {
    setRemark('');
    try {
      return await work();
    } catch (cause) {
      setRemark(isStopped(cause) ? 'Stopped. The run is unchanged.' : failureText(cause));
      return failed;
    }
  };
  /** The cursor follows if it was at the newest turn, or at a turn that no longer exists. */
  const follow = (next: SessionOutline) => {
    // The action does not wait for the suggested rule.
    followSession(engine, queries, next).catch((cause: unknown) => {
      // Closing the page or the run cancels the query.
      if (!(cause instanceof CancelledError)) setRemark(failureText(cause));
    });
    if (cursor >= outline.turns - 1 || cursor >= next.turns) view.getState().actions.moveCursor(next.turns - 1);
  };
  const answered = (answer: Performed): Entered => {
    if (answer.kind === 'miswritten') return { kind: 'kept', problems: answer.problems };
    follow(answer.session);
    if (answer.remark !== null) setRemark(answer.remark);
    return { kind: 'performed' };
  };
  /** Runs an action that performs many calls again, with progress and a way to stop it. */
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
    remark,
    replaying,
    /** The target step of a move in progress; null otherwise. */
    going: going !== null && (going.until === null || session.revision < going.until) ? going.step : null,
    perform: (call: WrittenCall) =>
      attempt(async () => answered(await replayed((options) => engine.perform({ session, call }, options))), kept),
    /** Repeated keys may come faster than a long run can follow: it moves to the latest target. */
    rewind: (step: number) => {
      setGoing({ step, until: null });
      const isGoing = target.current !== null;
      target.current = step;
      if (isGoing) return Promise.resolve();
      return attempt(async () => {
        try {
          for (let next: number | null = step; next !== null;) {
            const at: number = next;
            const arrived = await engine.rewind({ session, step: at });
            // The new position is known before it is shown, so a key pressed meanwhile counts from there.
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
      attempt(async () => {
        const title = uniqueTitle(`${outline.title}, from step ${step}`, view.getState().sources);
        const { sources } = view.getState();
        const isOwn = sources.some(
          ({ opened, isOwn: own }) => own === true && session.id.startsWith(`${opened.source}:`),
        );
        showRun({ engine, queries, view }, await engine.branch({ session, step, title }), isOwn);
      }, undefined),
    rename: (title: string) =>
      attempt(async () => {
        const others = view.getState().sources.filter(({ opened }) => !session.id.startsWith(`${opened.source}:`));
        const next = await engine.renameRun({ session, title: uniqueTitle(title, others) });
        renamed(view, next);
        follow(next);
      }, undefined),
    edit: (step: number, call: WrittenCall | null) =>
      attempt(async () => {
        const answer = await replayed((options) => engine.editCall({ session, step, call }, options));
        if (answer.kind === 'performed') setRemark(replayedWords(answer.failing));
        return answered(answer);
      }, kept),
    share: () => share({ source: session.id.split(':', 1)[0] ?? '', entry: 0 }),
    saveScript: () =>
      attempt(async () => {
        const { text, fileName } = await engine.exportRun({ session, as: 'script' });
        await saveWithStandIns({ engine, notify }, { text, fileName });
      }, undefined),
  };
}

const isStopped = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'AbortError';

export const hasFailed = ({ outcome }: RunStepRow): boolean => outcome === 'refused' || outcome === 'rejected';

/** Step numbers listed; further ones are counted. */
const maxNamed = 8;

/** The effect of an edit on later steps. */
function replayedWords(failing: readonly number[]): string {
  if (failing.length === 0) return 'Replayed: the edit makes no later step fail.';
  const more = failing.length - maxNamed;
  const named = failing.slice(0, maxNamed).map((index) => index + 1);
  const steps = named.join(', ') + (more > 0 ? ` and ${more} more` : '');
  return failing.length === 1 ? `Replayed: step ${steps} now fails.` : `Replayed: steps ${steps} now fail.`;
}

/** Longer titles are not readable in a list. */
const maxTitleLength = 120;

/** The title, with the first number that makes it unique in the list if it is used already. */
export function uniqueTitle(wanted: string, sources: readonly OpenSource[]): string {
  const title = wanted.trim().replaceAll(/\s+/g, ' ').slice(0, maxTitleLength);
  const taken = new Set(sources.flatMap(({ opened }) => opened.sessions.map((session) => session.title)));
  if (!taken.has(title)) return title;
  const base = title.replace(/ \d+$/, '');
  let number = 2;
  while (taken.has(`${base} ${number}`)) number += 1;
  return `${base} ${number}`;
}
