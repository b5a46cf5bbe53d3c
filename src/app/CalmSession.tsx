import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, use, useEffect, useRef, useState } from 'react';
import { askAgain, growth } from '../services/engine/queries.ts';
import { useEngine } from '../services/engine/useEngine.ts';
import { inNextFrame } from '../services/frames.ts';
import { nextTime, type Rests } from '../services/rests.ts';
import { CalmSessionContext, SessionContext, useIsGrowing, useOptionalSession } from '../state/useSession.ts';
import { useViewStore } from '../state/useView.ts';
import type { Method } from '../worker/protocol.ts';

/** Reasons and values that change more often cannot be read. In a long session they take long: new verdicts have most of the time. */
const rests: Rests = { everyMs: 500, oneIn: 20, longestRestMs: 2_000 };

/** What the panels inside `Calmly` ask about the session and its turn. */
const asked: readonly Method[] = [
  'rows',
  'check',
  'inlineValues',
  'explain',
  'state',
  'changes',
  'call',
  'raw',
  'tokens',
  'tokenCurve',
  'capabilities',
  'invocations',
  'latency',
  'toolDefinition',
];

/** Provides the shown session to the panels inside `Calmly`: while it grows, a little later. */
export function CalmSession({ children }: { readonly children: ReactNode }) {
  const newest = useOptionalSession();
  const isGrowing = useIsGrowing();
  const engine = useEngine();
  const queries = useQueryClient();
  const view = useViewStore();
  const [calm, setCalm] = useState(newest);
  const dueAt = useRef(Number.NEGATIVE_INFINITY);
  const mayWait = isGrowing && calm !== null && newest !== null && calm.outline.ref.id === newest.outline.ref.id;
  if (!mayWait && calm !== newest) setCalm(newest);

  const latest = useRef(newest);
  useEffect(() => {
    latest.current = newest;
  });
  const isLate = calm !== newest;
  // A timer; by the time it ends, the session may have grown further.
  useEffect(() => {
    if (!isLate) return undefined;
    let isGone = false;
    const follow = async () => {
      const begin = performance.now();
      dueAt.current = begin + rests.everyMs;
      const next = latest.current;
      const isAtEnd = view.getState().turn === 'newest';
      if (calm !== null && next !== null)
        await askAgain(engine, queries, growth(calm.outline, next.outline, isAtEnd), asked);
      dueAt.current = Math.max(dueAt.current, nextTime(begin, rests));
      inNextFrame(() => !isGone && setCalm(next));
    };
    const timer = setTimeout(() => void follow(), dueAt.current - performance.now());
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [isLate, calm, engine, queries, view]);
  return <CalmSessionContext value={mayWait ? calm : newest}>{children}</CalmSessionContext>;
}

/** Panels that are read, and not watched: they follow a session that grows more slowly than the ribbons do. */
export function Calmly({ children }: { readonly children: ReactNode }) {
  return <SessionContext value={use(CalmSessionContext)}>{children}</SessionContext>;
}
