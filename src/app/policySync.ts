import type { QueryClient } from '@tanstack/react-query';
import type { SessionRef } from '../engine/model/session.ts';
import { readPolicyQuery } from '../services/engine/queries.ts';
import type { ViewStore } from '../state/view.ts';
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

interface Edit {
  readonly rule: string;
  readonly expression: string;
}

/**
 * Keeps the policy's text and the rule of it on the bench alike, both ways: an edit on the bench is written into the
 * text, and an edit of the text shows on the bench. Returns what ends it; an edit still on its way is written all the same.
 */
export function syncPolicy({ engine, queries, view, tell, timers }: PolicySyncDeps, session: SessionRef): () => void {
  let timer: number | undefined;
  /** Of the bench, and not in the text yet. */
  let pending: Edit | null = null;
  /** Edits are written one after the other. */
  let writing: Promise<void> | null = null;
  let following = false;
  let ended = false;

  // What a panel has been told already; its own question may be called off when the text goes on.
  const read = async (text: string): Promise<PolicyOutline> =>
    queries.getQueryData<PolicyOutline>(readPolicyQuery(engine, session, text).queryKey) ??
    engine.readPolicy({ session, text });
  const current = (): string | null => view.getState().policy?.text ?? null;

  const schedule = (ms: number) => {
    if (timer !== undefined) timers.clearTimeout(timer);
    timer = timers.setTimeout(flush, ms);
  };
  function flush(): void {
    if (timer !== undefined) timers.clearTimeout(timer);
    timer = undefined;
    writing ??= write().finally(() => {
      writing = null;
      if (pending !== null && timer === undefined && !ended) schedule(settleMs);
    });
  }

  async function write(): Promise<void> {
    while (pending !== null) {
      const edit = pending;
      const text = current();
      if (text === null) {
        pending = null;
        return;
      }
      const written = await rewritten(text, edit);
      // The text has changed under way: the edit belongs into the new one.
      if (written !== null && current() !== text) continue;
      if (pending === edit) pending = null;
      if (written !== null) view.getState().actions.editPolicy(written);
    }
  }

  /** Null where the text says so already, or has no such rule. */
  async function rewritten(text: string, { rule: id, expression }: Edit): Promise<string | null> {
    try {
      const rule = (await read(text)).rules.find((one) => one.id === id);
      if (rule === undefined || rule.rule?.expression === expression) return null;
      return (await engine.rewriteRule({ text, rule: id, expression })).text;
    } catch (cause) {
      if (!(cause instanceof ProblemError)) throw cause;
      // A new engine starts where one died, and can be asked again.
      if (cause.problem.code.startsWith('engine/') && !ended) return rewritten(text, { rule: id, expression });
      tell(cause.problem.message);
      return null;
    }
  }

  /** What the text says now goes onto the bench, unless the bench has something newer. */
  async function follow(text: string): Promise<void> {
    const found = await currentRule(text);
    const { policyRule, rule, actions } = view.getState();
    if (found === null || policyRule === null || pending !== null || sameJudged(found, rule)) return;
    following = true;
    actions.followPolicyRule(policyRule, found);
    following = false;
  }

  /** What the rule is compared with may have been chosen in another session: its capability has other functions here. */
  async function compareHere(text: string): Promise<void> {
    const found = await currentRule(text);
    const { saved, actions } = view.getState();
    if (found === null || saved === null || saved.hook !== found.hook) return;
    const { functions: _elsewhere, ...kept } = saved;
    const { match, functions } = found;
    const here: Rule = { ...kept, match, ...(functions !== undefined && { functions }) };
    if (!sameJudged(here, saved)) actions.saveRule(here);
  }

  /** The rule on the bench, as the text has it; null where that has moved on, or has no such rule. */
  async function currentRule(text: string): Promise<Rule | null> {
    const outline = await read(text).catch(ignoreProblem);
    const { policyRule } = view.getState();
    if (outline === undefined || ended || current() !== text) return null;
    return outline.rules.find(({ id }) => id === policyRule)?.rule ?? null;
  }

  const unsubscribe = view.subscribe((now, before) => {
    // What was meant for a policy that is gone goes with it.
    if (now.policy !== before.policy && now.policyRule !== before.policyRule) pending = null;
    if (now.policyRule !== before.policyRule && pending !== null) flush();
    if (now.policy === null || now.policyRule === null) return;
    if (now.policy.text !== before.policy?.text) void follow(now.policy.text);
    const isEdit = now.policyRule === before.policyRule && now.rule?.expression !== before.rule?.expression;
    if (!isEdit || following || now.rule === null) return;
    pending = { rule: now.policyRule, expression: now.rule.expression };
    schedule(settleMs);
  });

  const { policy, policyRule, rule } = view.getState();
  if (policy !== null && policyRule !== null) {
    // After a reload, or in another session: the text has the last word, and knows more of the rule than a link does.
    void follow(policy.text);
    void compareHere(policy.text);
    if (rule === null) view.getState().actions.chooseOwnRule();
  }
  return () => {
    unsubscribe();
    if (pending !== null) flush();
    ended = true;
  };
}

/** What is wrong with the text, the panel says. */
function ignoreProblem(cause: unknown): undefined {
  if (!(cause instanceof ProblemError)) throw cause;
}

/** As the engine judges them: the functions that a step is for and its condition included. */
const sameJudged = (a: Rule, b: Rule | null): boolean => JSON.stringify(a) === JSON.stringify(b);
