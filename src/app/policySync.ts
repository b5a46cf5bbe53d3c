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
  /** What could not be written into the text, in a sentence. */
  readonly tell: (message: string) => void;
  readonly timers: {
    setTimeout(run: () => void, ms: number): number;
    clearTimeout(timer: number): void;
  };
}

/** The ribbon comes first: the text is written once typing has paused. */
const settleMs = 150;

/**
 * Keeps the policy's text and the rule of it in the editor alike, both ways: an edit in the editor is written into the
 * text, and an edit of the text shows in the editor. Returns what ends it; an edit still on its way waits in the view.
 */
export function syncPolicy({ engine, queries, view, tell, timers }: PolicySyncDeps, session: SessionRef): () => void {
  let timer: number | undefined;
  /** Edits are written one after the other. */
  let writing: Promise<void> | null = null;
  let ended = false;

  // What a panel has been told already; its own question may be called off when the text goes on.
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
    // Where the text has changed under way, the edit belongs into the new one.
    if (written === null || current() === policy.text) actions.settleEdit(edit, written);
    return write();
  }

  /** Null where the text says so already, or has no such rule; undefined where the engine has to be asked later. */
  async function rewritten(text: string, { rule: id, expression }: PolicyEdit): Promise<string | null | undefined> {
    try {
      const rule = (await read(text)).rules.find((one) => one.id === id);
      if (rule === undefined || rule.rule?.expression === expression) return null;
      return (await engine.rewriteRule({ text, rule: id, expression })).text;
    } catch (cause) {
      if (!(cause instanceof ProblemError)) throw cause;
      // A new engine starts where one died.
      if (cause.problem.code.startsWith('engine/')) return undefined;
      tell(cause.problem.message);
      return null;
    }
  }

  /** What the text says now goes into the editor, unless the rule editor has something newer. */
  async function follow(text: string): Promise<void> {
    const found = await currentRule(text);
    const { policyRule, unwritten, rule, actions } = view.getState();
    if (found === null || policyRule === null || sameJudged(found, rule)) return;
    if (unwritten.some((edit) => edit.rule === policyRule)) return;
    actions.followPolicyRule(policyRule, found);
  }

  /** What the rule is compared with may have been chosen in another session: its capability has other functions here. */
  async function compareHere(text: string): Promise<void> {
    const found = await currentRule(text);
    const { saved, actions } = view.getState();
    if (found === null || saved === null || saved.hook !== found.hook) return;
    const { functions: _elsewhere, ofPolicy: _there, ...kept } = saved;
    const { match, functions, ofPolicy } = found;
    const here: Rule = {
      ...kept,
      match,
      ...(functions !== undefined && { functions }),
      ...(ofPolicy !== undefined && { ofPolicy }),
    };
    if (!sameJudged(here, saved)) actions.saveRule(here);
  }

  /** The rule in the editor, as the text has it; null where that has moved on, or has no such rule. */
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
  // Before a reload, or in another session, there was no time to write it.
  if (unwritten.length > 0) flush();
  if (policy !== null && policyRule !== null) {
    // After a reload, or in another session: the text has the last word, and knows more of the rule than a link does.
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

/** What is wrong with the text, the panel says. */
function ignoreProblem(cause: unknown): undefined {
  if (!(cause instanceof ProblemError)) throw cause;
}

/** As the engine judges them: the functions that a step is for and its condition included. */
const sameJudged = (a: Rule, b: Rule | null): boolean => JSON.stringify(a) === JSON.stringify(b);
