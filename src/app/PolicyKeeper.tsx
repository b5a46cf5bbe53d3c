import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SessionRef } from '../engine/model/session.ts';
import { readPolicyQuery } from '../services/engine/queries.ts';
import { useEngine } from '../services/engine/useEngine.ts';
import { useNoticeActions } from '../state/useNotices.ts';
import { useSession } from '../state/useSession.ts';
import { useViewStore } from '../state/useView.ts';
import type { ViewStore } from '../state/view.ts';
import type { PolicyEdit } from '../state/view/rule.ts';
import { type EngineClient, ProblemError } from '../worker/connect.ts';
import type { PolicyOutline } from '../worker/policy-protocol.ts';
import type { Rule } from '../worker/protocol.ts';

/** Mounted while a policy is open: writes edits of its rules into its text, and reads the rule in the editor from it. */
export function PolicyKeeper(): null {
  const { ref } = useSession();
  const engine = useEngine();
  const queries = useQueryClient();
  const view = useViewStore();
  const { notify } = useNoticeActions();
  useEffect(() => {
    const deps = { engine, queries, view, notify: (message: string) => notify(message, { tone: 'failure' }) };
    const stops = [writeEdits({ ...deps, timers: window }), followText(deps, ref)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [engine, queries, view, notify, ref]);
  return null;
}

interface Deps {
  readonly engine: EngineClient;
  readonly queries: QueryClient;
  readonly view: ViewStore;
  /** Called with a message when an edit could not be written into the text. */
  readonly notify: (message: string) => void;
}

interface Timers {
  setTimeout(run: () => void, ms: number): number;
  clearTimeout(timer: number): void;
}

/** The text is written when typing pauses, so that the ribbon is updated first. */
const settleMs = 150;

/**
 * Writes the waiting edits into the policy's text, one after the other. Returns a function that stops it; an edit that
 * is not yet written waits in the view.
 */
export function writeEdits({
  engine,
  view,
  notify,
  timers,
}: Pick<Deps, 'engine' | 'view' | 'notify'> & { readonly timers: Timers }): () => void {
  const { actions } = view.getState();
  let timer: number | undefined;
  let writing: Promise<void> | null = null;
  let ended = false;

  const cancel = () => {
    if (timer !== undefined) timers.clearTimeout(timer);
    timer = undefined;
  };
  const schedule = () => {
    cancel();
    timer = timers.setTimeout(flush, settleMs);
  };
  function flush(): void {
    cancel();
    writing ??= write().finally(() => {
      writing = null;
      if (view.getState().unwritten.length > 0 && timer === undefined && !ended) schedule();
    });
  }

  async function write(): Promise<void> {
    const { policy, unwritten } = view.getState();
    const edit = unwritten[0];
    if (policy === null || edit === undefined || ended) return;
    const text = await withEdit(policy.text, edit);
    if (text === undefined) return;
    // If the text has changed meanwhile, the edit belongs into the new one.
    if (text === null || view.getState().policy?.text === policy.text) actions.settleEdit(edit, text);
    return write();
  }

  /** Null if the text has no place for the edit; undefined if the engine must be called again later. */
  async function withEdit(text: string, { rule, expression }: PolicyEdit): Promise<string | null | undefined> {
    try {
      return (await engine.rewriteRule({ text, rule, expression })).text;
    } catch (cause) {
      if (!(cause instanceof ProblemError)) throw cause;
      const { code, message } = cause.problem;
      // The engine died; a new one is starting.
      if (code.startsWith('engine/')) return undefined;
      // The rule's panel says that the policy has no such rule any more.
      if (code !== 'policy/no-rule') notify(message);
      return null;
    }
  }

  const unsubscribe = view.subscribe((now, before) => {
    if (now.unwritten.length === 0) return;
    if (now.policyRule?.id !== before.policyRule?.id) flush();
    else if (now.unwritten !== before.unwritten) schedule();
  });
  // Edits left from before a reload, or from another session.
  if (view.getState().unwritten.length > 0) flush();
  return () => {
    unsubscribe();
    cancel();
    ended = true;
  };
}

/**
 * Reads the rule in the editor from the policy's text, now and whenever the text changes, as this session judges it.
 * Returns a function that stops it.
 */
export function followText({ engine, queries, view }: Omit<Deps, 'notify'>, session: SessionRef): () => void {
  const { actions } = view.getState();
  let ended = false;

  // Often cached, because a panel has the same query; that query may be cancelled when the text changes.
  const read = async (text: string): Promise<PolicyOutline> =>
    queries.getQueryData<PolicyOutline>(readPolicyQuery(engine, session, text).queryKey) ??
    engine.readPolicy({ session, text });

  /** The text's version of the rule in the editor; null if the text has changed since, or has no such rule. */
  async function currentRule(text: string): Promise<Rule | null> {
    const outline = await read(text).catch(ignoreProblem);
    const { policy, policyRule } = view.getState();
    if (outline === undefined || ended || policy?.text !== text) return null;
    return outline.rules.find(({ id }) => id === policyRule?.id)?.rule ?? null;
  }

  async function follow(text: string): Promise<Rule | null> {
    const found = await currentRule(text);
    const { policyRule, unwritten } = view.getState();
    const isEdited = unwritten.some((edit) => edit.rule === policyRule?.id);
    if (found !== null && !isEdited && !isJudgedAlike(found, policyRule?.rule)) actions.followPolicyRule(found);
    return found;
  }

  const unsubscribe = view.subscribe(({ policy, policyRule }, before) => {
    if (policy !== null && policyRule !== null && policy.text !== before.policy?.text) void follow(policy.text);
  });
  const { policy, policyRule } = view.getState();
  // The rule may be from a link, which holds less of it, or from another session, where it covers other functions.
  if (policy !== null && policyRule !== null) {
    void follow(policy.text).then((found) => {
      const baseline = view.getState().policyRule?.baseline ?? null;
      if (found === null || baseline?.hook !== found.hook) return;
      const here = covering(found, baseline);
      if (!isJudgedAlike(here, baseline)) actions.setBaseline(here);
    });
  }
  return () => {
    unsubscribe();
    ended = true;
  };
}

/** A rule for the functions that another rule covers. */
function covering({ match, functions, ofPolicy }: Rule, rule: Rule): Rule {
  const { functions: _elsewhere, ofPolicy: _there, ...kept } = rule;
  return { ...kept, match, ...(functions !== undefined && { functions }), ...(ofPolicy !== undefined && { ofPolicy }) };
}

/** The policy panel reports what is wrong with the text. */
function ignoreProblem(cause: unknown): undefined {
  if (!(cause instanceof ProblemError)) throw cause;
}

/** Compares everything that the engine judges by, including a step's functions and condition. */
const isJudgedAlike = (a: Rule, b: Rule | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);
