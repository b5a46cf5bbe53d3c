import { createContext, use, useMemo } from 'react';
import { type Answers, defaultDecisions, type Decisions } from '../engine/model/decisions.ts';
import type { TurnIndex } from '../engine/model/history.ts';
import type { Rule, SessionOutline } from '../worker/protocol.ts';
import { useView } from './useView.ts';
import { type InspectorTab, inspectorTabs, sameRule, type SessionChoice, type View } from './view.ts';

/** The session that is shown, with what the engine proposes for it. */
export interface ShownSession {
  readonly outline: SessionOutline;
  /** A rule that already fires; for a sample the one that comes with it. */
  readonly starter: Rule | null;
  /** The first turn where the proposed rule fires. */
  readonly firstHit: TurnIndex | null;
}

/** Under which the shown session is kept: a run that goes on puts what it has become there. */
export const shownKey = (choice: SessionChoice | null) => ['shown', choice] as const;

/** Filled by the shell once the session is open; the panels inside never wait for it. */
export const SessionContext = createContext<ShownSession | null>(null);

/** For what is on the screen before a session is. */
export const useOptionalSession = (): ShownSession | null => use(SessionContext);

export function useShownSession(): ShownSession {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession outside of SessionContext');
  return session;
}

export const useSession = (): SessionOutline => useShownSession().outline;

/** What stands in the editor when nothing is proposed. */
export const emptyRule: Rule = { expression: '', hook: 'turn', match: null };

/** The rule in the editor: the user's, or the proposed one while nobody has edited it. */
export function useRule(): Rule {
  const { starter } = useShownSession();
  return useView((view) => view.rule) ?? starter ?? emptyRule;
}

/** The rule whose verdicts the ribbon shows: the draft, or the expression that is tried in the place of its own. */
export function useJudgedRule(): Rule {
  const rule = useRule();
  const trial = useView((view) => view.trial);
  return useMemo(() => judgedRule(rule, trial), [rule, trial]);
}

export const judgedRule = (rule: Rule, trial: string | null): Rule =>
  trial === null ? rule : { ...rule, expression: trial };

/** What the draft is compared with; null when that would be the draft itself. */
export function useComparedRule(): Rule | null {
  const { starter } = useShownSession();
  const draft = useJudgedRule();
  return comparedRule(
    useView((view) => view.saved),
    starter,
    draft,
  );
}

/** The rule that was saved last, or the proposed one while none was. */
export function comparedRule(saved: Rule | null, starter: Rule | null, draft: Rule): Rule | null {
  const kept = saved ?? starter;
  return sameRule(kept, draft) ? null : kept;
}

/** What stays while a rule's text is written: what the last text came to says nothing of a rule at another place. */
export function useRulePlace({ hook, match }: Rule): string {
  const { ref } = useSession();
  const policyRule = useView((view) => view.policyRule);
  return JSON.stringify([ref, hook, match, policyRule]);
}

/** The inspector's view: the chosen one, if this session has it. */
export function useTab(): InspectorTab {
  const { views } = useSession();
  const chosen = useView((view) => view.tab);
  return [...inspectorTabs, ...views].some((tab) => tab === chosen) ? chosen : 'state';
}

/** The turn that every panel shows. */
export function useCursor(): TurnIndex {
  const session = useShownSession();
  return cursorOf(
    useView((view) => view.turn),
    session,
  );
}

/** The cursor as it was a moment ago, in which session; filled by the shell. */
export const CalmCursorContext = createContext<Pick<View, 'session' | 'turn'> | null>(null);

/**
 * The turn for views that must ask the engine: it follows the cursor at once, but not through every turn while a key is
 * held down. Views that only draw take `useCursor`.
 */
export function useCalmCursor(): TurnIndex {
  const calm = use(CalmCursorContext);
  const turn = useView((view) => (calm !== null && calm.session === view.session ? calm.turn : view.turn));
  return cursorOf(turn, useShownSession());
}

/** Links and back buttons may name a turn that the session does not have. Where it has none the cursor stands at the start, -1. */
export function cursorOf(turn: TurnIndex | null, { firstHit, outline }: ShownSession): TurnIndex {
  return Math.max(Math.min(0, outline.turns - 1), Math.min(turn ?? firstHit ?? 0, outline.turns - 1));
}

/** Function keys that the open policy declares; filled by the shell. */
export const DeclaredContext = createContext<readonly string[]>([]);

/** The user's answers, over the recording's, over the defaults. */
export function useDecisions(): Decisions {
  const session = useShownSession();
  const chosen = useView((view) => view.decisions);
  const declared = use(DeclaredContext);
  return useMemo(() => decisionsOf(session, chosen, declared), [session, chosen, declared]);
}

export const decisionsOf = (
  { outline }: Pick<ShownSession, 'outline'>,
  chosen: Partial<Answers>,
  declared: readonly string[] = [],
): Decisions => ({ ...defaultDecisions, ...outline.decisions, ...chosen, declared });
