import { createContext, use, useMemo } from 'react';
import { type Chosen, defaultDecisions, type Decisions } from '../engine/model/decisions.ts';
import type { TurnIndex } from '../engine/model/history.ts';
import type { LiveReport } from '../worker/live-protocol.ts';
import type { Rule, SessionOutline, Suggestion } from '../worker/protocol.ts';
import { useView } from './useView.ts';
import { type InspectorTab, inspectorTabs } from './view/layout.ts';
import { baselineInEditor, ruleInEditor, sameRule } from './view/rule.ts';
import { isGrowing, type SessionChoice } from './view/sessions.ts';
import type { View } from './view.ts';

/** The session that is shown, with the rule that the engine suggests for it. */
export interface ShownSession {
  readonly outline: SessionOutline;
  /** A suggested rule that fires in this session; for a sample the one stored with it. */
  readonly starter: Rule | null;
  /** All rules suggested for the session; `starter` is the first. Undefined for a sample, which has a rule of its own. */
  readonly suggestions?: readonly Suggestion[] | undefined;
  /** For a session that grows: its number of turns when a rule to suggest was last looked for. */
  readonly triedAt?: number;
  /** The first turn where the suggested rule fires. */
  readonly firstHit: TurnIndex | null;
}

/** The query key of the shown session. A run that continues stores its new state under it. */
export const shownKey = (choice: SessionChoice | null) => ['shown', choice] as const;

/** Provided by the shell once the session is open, so panels inside never wait for it. */
export const SessionContext = createContext<ShownSession | null>(null);

/** For components that are on the screen before a session is open. */
export const useOptionalSession = (): ShownSession | null => use(SessionContext);

export function useShownSession(): ShownSession {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession outside of SessionContext');
  return session;
}

export const useSession = (): SessionOutline => useShownSession().outline;

/** The editor's rule if none is suggested. */
export const emptyRule: Rule = { expression: '', hook: 'turn', match: null };

/** The rule in the editor: the user's, or the suggested one until the user edits it. */
export function useRule(): Rule {
  const { starter } = useShownSession();
  return useView(ruleInEditor) ?? starter ?? emptyRule;
}

/** The rule whose verdicts the ribbon shows: the draft, or the expression that is tried in its place. */
export function useJudgedRule(): Rule {
  const rule = useRule();
  const trial = useView((view) => view.trial);
  return useMemo(() => judgedRule(rule, trial), [rule, trial]);
}

export const judgedRule = (rule: Rule, trial: string | null): Rule =>
  trial === null ? rule : { ...rule, expression: trial };

/** The rule that the draft is compared with; null if the two are equal. */
export function useBaseline(): Rule | null {
  const { starter } = useShownSession();
  const draft = useJudgedRule();
  return baselineRule(useView(baselineInEditor), starter, draft);
}

/** The rule that was set as baseline, or the suggested one; null if the draft is the same. */
export function baselineRule(baseline: Rule | null, starter: Rule | null, draft: Rule): Rule | null {
  const compared = baseline ?? starter;
  return sameRule(compared, draft) ? null : compared;
}

/**
 * Identifies a rule apart from its expression, so that results of an older expression are shown only for the same rule.
 */
export function useRulePlace({ hook, match }: Rule): string {
  const { ref } = useSession();
  const policyRule = useView((view) => view.policyRule?.id ?? null);
  return JSON.stringify([ref, hook, match, policyRule]);
}

/** The inspector's view: the chosen one, if this session has it; otherwise the reasons, or the state without a rule. */
export function useTab(): InspectorTab {
  const { views } = useSession();
  const hasRule = useRule().expression.trim() !== '';
  const chosen = useView((view) => view.tab);
  const found = [...inspectorTabs, ...views].find((tab) => tab === chosen);
  return found ?? (hasRule ? 'why' : 'state');
}

/** The turn that every panel shows. */
export function useCursor(): TurnIndex {
  const session = useShownSession();
  return cursorOf(
    useView((view) => view.turn),
    session,
  );
}

/** The cursor, delayed a little, with its session; provided by the shell. */
export const CalmCursorContext = createContext<Pick<View, 'session' | 'turn'> | null>(null);

/**
 * The turn for views that query the engine. It follows a single move at once, but skips turns while a key is held down.
 * Views that only draw use `useCursor`.
 */
export function useCalmCursor(): TurnIndex {
  const calm = use(CalmCursorContext);
  const turn = useView((view) => (calm !== null && calm.session === view.session ? calm.turn : view.turn));
  return cursorOf(turn, useShownSession());
}

/** Turns: so few rows further, most of what a list shows is on the screen already. */
const nearTurns = 8;

/** The turn for lists: steps are followed at once, because little is drawn for them, and jumps as `useCalmCursor` does. */
export function useSteadyCursor(): TurnIndex {
  const session = useShownSession();
  const calm = useCalmCursor();
  return useView(({ turn }) => {
    const cursor = cursorOf(turn, session);
    return Math.abs(cursor - calm) <= nearTurns ? cursor : calm;
  });
}

/**
 * Links and back buttons may name a turn that the session does not have. In a session without turns the cursor is at
 * -1, the initial state.
 */
export function cursorOf(turn: View['turn'], { firstHit, outline }: ShownSession): TurnIndex {
  const last = outline.turns - 1;
  return turn === 'newest' ? last : Math.max(Math.min(0, last), Math.min(turn ?? firstHit ?? 0, last));
}

/** The session for panels that are read, and not watched: delayed a little while it grows; provided by the shell. */
export const CalmSessionContext = createContext<ShownSession | null>(null);

/** How many turns have come since the view of a live session was paused; provided by the shell. */
export const HeldBackContext = createContext(0);

/** The stream of the shown session; undefined for a recording and a run. */
export const shownLive = ({ session, sources }: View): LiveReport | undefined =>
  session?.kind === 'source' ? sources.find(({ opened }) => opened.source === session.source)?.live : undefined;

/** Whether records of the shown session may still arrive. Reports come too often to render something for each. */
export const useIsGrowing = (): boolean => useView((view) => isGrowing(shownLive(view)));

/** Whether the view stays at the newest turn of a session that grows. */
export const useIsFollowing = (): boolean => useView((view) => view.turn === 'newest' && isGrowing(shownLive(view)));

/** The functions that the open policy declares; provided by the shell. */
export const DeclaredContext = createContext<readonly string[]>([]);

/** The user's answers, and what the user gives beside them. */
export const chosenIn = ({ decisions, givenTexts }: Pick<View, 'decisions' | 'givenTexts'>): Chosen => ({
  ...decisions,
  ...givenTexts,
});

/** The same for components. */
export function useChosen(): Chosen {
  const decisions = useView((view) => view.decisions);
  const givenTexts = useView((view) => view.givenTexts);
  return useMemo(() => chosenIn({ decisions, givenTexts }), [decisions, givenTexts]);
}

/** The user's answers take precedence over the recording's, and those over the defaults. */
export function useDecisions(): Decisions {
  const session = useShownSession();
  const chosen = useChosen();
  const declared = use(DeclaredContext);
  return useMemo(() => decisionsOf(session, chosen, declared), [session, chosen, declared]);
}

export const decisionsOf = (
  { outline }: Pick<ShownSession, 'outline'>,
  chosen: Chosen,
  declared: readonly string[] = [],
): Decisions => ({ ...defaultDecisions, ...outline.decisions, ...chosen, declared });
