import type { Change } from './change.ts';
import type { LayoutView, MainView } from './layout.ts';
import { sameSession, type SessionChoice, type SessionPair, type SessionsView } from './sessions.ts';

/** Two sessions that are compared while one of them is shown. */
export interface CompareView {
  readonly compared: SessionPair | null;
}

export interface CompareActions {
  /** Compares the shown session with another one, and shows how they differ. */
  compareWith(other: SessionChoice): void;
  stopComparing(): void;
}

export const startCompare: CompareView = { compared: null };

export const compareActions = (
  set: Change<CompareView & Pick<SessionsView, 'session'> & Pick<LayoutView, 'main' | 'region'>>,
): CompareActions => ({
  compareWith: (other) =>
    set(({ session }) =>
      session === null || sameSession(session, other)
        ? {}
        : { compared: [session, other], main: 'compare', region: 'main' },
    ),
  stopComparing: () => set(({ main }) => ({ compared: null, main: main === 'compare' ? 'transcript' : main })),
});

/** The session that the shown one is compared with; null if it is not compared. */
export function otherCompared({
  compared,
  session,
}: CompareView & Pick<SessionsView, 'session'>): SessionChoice | null {
  if (compared === null) return null;
  const [one, other] = compared;
  if (sameSession(session, one)) return other;
  return sameSession(session, other) ? one : null;
}

/**
 * The session whose suggested rules are offered. While two sessions are compared it is the one that was shown first, for
 * both: to swap them must not change the rule that is judged in them.
 */
export const suggestingSession = (view: CompareView & Pick<SessionsView, 'session'>): SessionChoice | null =>
  otherCompared(view) === null ? view.session : (view.compared?.[0] ?? null);

/** The view beside the inspector: there is a comparison only while two sessions are compared. */
export const mainShown = (view: CompareView & Pick<SessionsView, 'session'> & Pick<LayoutView, 'main'>): MainView =>
  view.main === 'compare' && otherCompared(view) === null ? 'transcript' : view.main;
