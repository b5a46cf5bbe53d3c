import { useQuery } from '@tanstack/react-query';
import { type GateDecision, gateWords } from '../../engine/model/gate-decision.ts';
import type { TurnIndex } from '../../engine/model/history.ts';
import { verdictKinds } from '../../engine/model/verdict.ts';
import { replayedTurnQuery, sweepQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useDecisions, useJudgedRule, useSession } from '../../state/useSession.ts';
import { visible } from '../../ui/visible.tsx';
import { usePolicy } from '../usePolicy.ts';
import { decisionOfPolicy, decisionOfRule, differs, type Judgement } from './gateJudgement.ts';
import styles from './InspectorPanel.module.css';

interface GateDecisionsProps {
  readonly turn: TurnIndex;
  readonly gate: readonly GateDecision[];
}

/** What a gate decided about the turn while the agent ran, and whether the open policy, or the draft rule, now says otherwise. */
export function GateDecisions({ turn, gate }: GateDecisionsProps) {
  const judgementOf = useJudgements(turn);
  return (
    <section aria-label="Decided by the gate" className={styles.gate}>
      <h3 className={styles.partTitle}>Decided by the gate</h3>
      {gate.map((one, index) => {
        const { reason, rules = [], at } = one;
        const now = judgementOf(one);
        return (
          <dl key={index} className={styles.facts}>
            <dt>decision</dt>
            <dd data-outcome={(one.answer ?? one.decision) === 'deny' ? 'restricted' : undefined}>
              {gateWords(one)}
              {one.answer === 'deny' && ', because the hooks of this agent cannot ask'}
            </dd>
            {rules.length > 0 && (
              <>
                <dt>{rules.length === 1 ? 'rule' : 'rules'}</dt>
                <dd>
                  {rules.map((rule) => (
                    <code key={rule} className={styles.gateRule}>
                      {visible(rule)}
                    </code>
                  ))}
                </dd>
              </>
            )}
            {reason !== undefined && (
              <>
                <dt>reason</dt>
                <dd dir="auto">{visible(reason)}</dd>
              </>
            )}
            <dt>decided at</dt>
            <dd>{at ?? 'not recorded'}</dd>
            {now !== null && differs(one, now.judgement) && (
              <>
                <dt>now</dt>
                <dd>
                  The {now.by} would {nowWords[now.judgement]} this.
                </dd>
              </>
            )}
          </dl>
        );
      })}
    </section>
  );
}

const nowWords: { readonly [J in Judgement]: string } = { pass: 'let the agent do', deny: 'deny', ask: 'ask about' };

/** Of the open policy; of the rule in the editor where no policy is open. Null where it decides nothing about the turn. */
function useJudgements(turn: TurnIndex) {
  const engine = useEngine();
  const { ref } = useSession();
  const decisions = useDecisions();
  const rule = useJudgedRule();
  const policy = usePolicy();
  const input = { session: ref, text: policy?.text ?? '', turn, decisions };
  const isReplayed = policy !== null && policy.failure === null && policy.isCurrent;
  const replayed = useQuery({ ...replayedTurnQuery(engine, input), enabled: isReplayed });
  const isSwept = policy === null && rule.expression.trim() !== '';
  const sweep = useQuery({ ...sweepQuery(engine, ref, rule, decisions), enabled: isSwept });
  return (decision: GateDecision): { readonly by: string; readonly judgement: Judgement } | null => {
    if (policy !== null) {
      const rules = policy.outline?.rules;
      if (!isReplayed || replayed.data === undefined || replayed.isPlaceholderData || rules === undefined) return null;
      const judgement = decisionOfPolicy(decision.about, replayed.data, rules);
      return judgement === null ? null : { by: 'open policy', judgement };
    }
    if (!isSwept || sweep.data === undefined || sweep.isPlaceholderData || sweep.data.problem !== null) return null;
    const verdict = verdictKinds[sweep.data.codes[turn] ?? -1];
    const judgement = verdict === undefined ? null : decisionOfRule(decision.about, rule.hook, verdict);
    return judgement === null ? null : { by: 'draft rule', judgement };
  };
}
