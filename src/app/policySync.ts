import type { QueryClient } from '@tanstack/react-query';
import type { SessionRef } from '../engine/model/session.ts';
import { readPolicyQuery } from '../services/engine/queries.ts';
import type { PolicyEdit, ViewStore } from '../state/view.ts';
import { type EngineClient, ProblemError } from '../worker/connect.ts';
import type { PolicyOutline } from '../worker/policy-protocol.ts';
import type { Rule } from '../worker/protocol.ts';

export interface PolicySyncDeps {
  readonly engine: EngineClient;
  readonly queries: QueryClient;
  readonly view: ViewStore;
  /** Called with a message when an edit could not be written into the text. */
  readonly notify: (message: string) => void;
  readonly timers: {
    setTimeout(run: () => void, ms: number): number;
    clearTimeout(timer: number): void;
  };
}

/** The text is written when typing pauses, so that the ribbon is updated first. */
const settleMs = 150;

/**
 * Keeps the policy's text and its rule in the editor in step, both ways: an edit in the editor is written into the
 * text, and an edit of the text shows in the editor. Returns a function that stops it; an edit that is not yet written
 * waits in the view.
 */
export function syncPolicy({ engine, queries, view, notify, timers }: PolicySyncDeps, session: SessionRef): () => void {
  let timer: number | undefined;
  /** Edits are written one after the other. */
  let writing: Promise<void> | null = null;
  let ended = false;

  // Often cached, because a panel has the same query; that query may be cancelled when the text changes.
  const read = async (text: string): Promise<PolicyOutline> =>
    queries.getQueryData<PolicyOutline>(readPolicyQuery(engine, session, text).queryKey) ??
    engine.readPolicy({ session, text });
  const current = (): string | null => view.getState().policy?.text ?? null;

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
    const { policy, unwritten, actions } = view.getState();
    const edit = unwritten[0];
    if (policy === null || edit === undefined || ended) return;
    const written = await rewritten(policy.text, edit);
    if (written === undefined) return;
    // If the text has changed meanwhile, the edit belongs into the new one.
    if (written === null || current() === policy.text) actions.settleEdit(edit, written);
    return write();
  }

  /**
   * The text with the edit. Null if the text has it already or has no such rule; undefined if the engine must be called
   * again later.
   */
  async function rewritten(text: string, { rule: id, expression }: PolicyEdit): Promise<string | null | undefined> {
    try {
      const rule = (await read(text)).rules.find((one) => one.id === id);
      if (rule === undefined || rule.rule?.expression === expression) return null;
      return (await engine.rewriteRule({ text, rule: id, expression })).text;
    } catch (cause) {
      if (!(cause instanceof ProblemError)) throw cause;
      // The engine died; a new one is starting.
      if (cause.problem.code.startsWith('engine/')) return undefined;
      notify(cause.problem.message);
      return null;
    }
  }

  /** Puts the text's version of the rule into the editor, unless the editor has a newer edit. */
  async function follow(text: string): Promise<void> {
    const found = await currentRule(text);
    const { policyRule, unwritten, rule, actions } = view.getState();
    if (found === null || policyRule === null || sameJudged(found, rule)) return;
    if (unwritten.some((edit) => edit.rule === policyRule)) return;
    actions.followPolicyRule(policyRule, found);
  }

  /**
   * The baseline may have been chosen in another session, where its capability has other functions: read it for this
   * one.
   */
  async function compareHere(text: string): Promise<void> {
    const found = await currentRule(text);
    const { baseline, actions } = view.getState();
    if (found === null || baseline === null || baseline.hook !== found.hook) return;
    const { functions: _elsewhere, ofPolicy: _there, ...kept } = baseline;
    const { match, functions, ofPolicy } = found;
    const here: Rule = {
      ...kept,
      match,
      ...(functions !== undefined && { functions }),
      ...(ofPolicy !== undefined && { ofPolicy }),
    };
    if (!sameJudged(here, baseline)) actions.setBaseline(here);
  }

  /** The text's version of the rule in the editor; null if the text has changed since, or has no such rule. */
  async function currentRule(text: string): Promise<Rule | null> {
    const outline = await read(text).catch(ignoreProblem);
    const { policyRule } = view.getState();
    if (outline === undefined || ended || current() !== text) return null;
    return outline.rules.find(({ id }) => id === policyRule)?.rule ?? null;
  }

  const unsubscribe = view.subscribe((now, before) => {
    if (now.unwritten.length > 0 && now.policyRule !== before.policyRule) flush();
    else if (now.unwritten.length > 0 && now.unwritten !== before.unwritten) schedule();
    if (now.policy === null || now.policyRule === null) return;
    if (now.policy.text !== before.policy?.text) void follow(now.policy.text);
  });

  const { policy, policyRule, unwritten, rule } = view.getState();
  // Edits left from before a reload, or from another session.
  if (unwritten.length > 0) flush();
  if (policy !== null && policyRule !== null) {
    // After a reload, or in another session, the text takes precedence: it holds more of the rule than a link does.
    void follow(policy.text);
    void compareHere(policy.text);
    if (rule === null) view.getState().actions.chooseOwnRule();
  }
  return () => {
    unsubscribe();
    cancel();
    ended = true;
  };
}

/** The policy panel reports what is wrong with the text. */
function ignoreProblem(cause: unknown): undefined {
  if (!(cause instanceof ProblemError)) throw cause;
}

/** Compares everything that the engine judges by, including a step's functions and condition. */
const sameJudged = (a: Rule, b: Rule | null): boolean => JSON.stringify(a) === JSON.stringify(b);
