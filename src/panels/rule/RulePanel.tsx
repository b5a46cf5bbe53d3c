import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { canFire } from '../../engine/model/hooks.ts';
import type { SessionRef } from '../../engine/model/session.ts';
import { checkQuery, inlineValuesQuery, explainQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useRule, useSession, useShownSession } from '../../state/useSession.ts';
import { useNoticeActions } from '../../state/useNotices.ts';
import { useView, useViewActions, useViewStore } from '../../state/useView.ts';
import { sameRule, withExpression } from '../../state/view/rule.ts';
import { Button } from '../../ui/Button.tsx';
import type { CodeInlay, Span } from '../../ui/editor/codeEditor.ts';
import { celLanguage } from '../../ui/editor/celLanguage.ts';
import { CodeEditor, type CodeGutter } from '../../ui/editor/CodeEditor.tsx';
import { Region } from '../../ui/Region.tsx';
import { useNarrow } from '../../ui/useNarrow.ts';
import type { Diagnostic, Rule } from '../../worker/protocol.ts';
import { givenAt } from '../givenTools.ts';
import { type Tried, triedIn } from '../tried.ts';
import { atHook, invitation } from './hookChoice.ts';
import { type NumbersOfRule, useOtherNumbers } from './numbers/useOtherNumbers.tsx';
import { RuleControls, toRegion } from './RuleControls.tsx';
import { VerdictSentence } from './VerdictSentence.tsx';
import { Problems } from './Problems.tsx';
import { markOf, providersFor } from './providers.ts';
import styles from './Rule.module.css';
import type { TextRange } from '../../engine/model/problem.ts';
import { readersOf } from '../readers.ts';

const CoverageGutter = lazy(async () => ({
  default: (await import('./clauses/CoverageGutter.tsx')).CoverageGutter,
}));
const PolicyTie = lazy(async () => ({ default: (await import('./PolicyTie.tsx')).PolicyTie }));

/** The rule in the editor: its hook, its expression, and its problems. */
export function RulePanel() {
  const { ref } = useSession();
  const engine = useEngine();
  const rule = useRule();
  const cursor = useCalmCursor();
  const decisions = useDecisions();
  const highlight = useView((view) => view.highlight);
  const actions = useViewActions();
  const policyRule = useView((view) => view.policyRule?.id ?? null);
  const hasPolicy = useView((view) => view.policy !== null);
  const [caret, setCaret] = useState<number | null>(null);
  const { starter, suggestions } = useShownSession();
  const isPolicys = policyRule !== null;
  const hasOwnRule = useView((view) => view.ownRule !== null);
  /** The suggestion that the capability came with, maybe one for the session before; null once the user has chosen one. */
  const [origin, setOrigin] = useState(starter);
  if (!hasOwnRule && origin !== starter) setOrigin(starter);
  const suggested = !isPolicys && suggestions?.find((one) => sameRule(one.rule, rule));
  const isEmpty = rule.expression.trim() === '';

  const check = useQuery({ ...checkQuery(engine, ref, rule, decisions), enabled: !isEmpty });
  const found = isEmpty ? nothing : (check.data ?? nothing);
  const isFaulty = found.some(({ severity }) => severity === 'error');
  const marks = useMemo(() => found.map(markOf), [found]);
  const showsValues = useView((view) => view.inlineValues);
  const inline = useQuery({
    ...inlineValuesQuery(engine, { session: ref, rule, turn: cursor, decisions }),
    enabled: showsValues && !isEmpty,
  });
  const values = showsValues && !isEmpty ? (inline.data ?? nothing) : nothing;
  const trial = useView((view) => view.trial);
  const offerTool = useOfferedTool();
  const inlays = useMemo(() => withTried(values, triedIn(rule.expression, trial)), [values, rule.expression, trial]);
  const gutter = useGutter(ref);
  const numbers = useOtherNumbers(rule, isFaulty);
  const readers = useFocusReaders();
  const highlights = useMemo(() => (highlight === null ? readers : [highlight]), [highlight, readers]);

  return (
    <Region
      name="Rule"
      title={null}
      className={styles.bar}
      actions={<RuleControls rule={rule} isFaulty={isFaulty} onMatch={() => setOrigin(null)} />}
    >
      <div className={styles.requirement}>
        <span className={styles.label} aria-hidden="true">
          {labelOf(rule)}
        </span>
        <CodeEditor
          {...providersFor(engine, ref, rule, cursor, decisions)}
          label="Rule expression"
          language={celLanguage}
          placeholder="Write a rule, such as input.amount <= 1000"
          value={rule.expression}
          onChange={(expression) => {
            const typed = withExpression(rule, expression, isPolicys ? null : origin);
            actions.setRule(typed);
            if (typed.match !== rule.match) offerTool(rule.match, () => setOrigin(null));
          }}
          marks={marks}
          highlights={highlights}
          inlays={inlays}
          gutter={gutter}
          subject={policyRule ?? ''}
          onCursor={setCaret}
          onEscape={toTurns}
          openers={numbers.openers}
          onOpen={numbers.toggle}
          popover={numbers.popover}
        />
      </div>
      <div className={styles.line}>
        <div className={styles.says}>
          <VerdictSentence isFaulty={isFaulty} />
          <Problems
            found={isPolicys ? found.map(withoutMove) : found}
            otherwise={isEmpty ? invitation(rule.hook) : suggested ? `Suggested rule: ${suggested.about}` : ''}
            onFix={
              check.isPlaceholderData
                ? undefined
                : ({ edits, title, hook = rule.hook }) =>
                    actions.does(`fix the rule: ${title}`, () =>
                      actions.setRule(atHook({ ...rule, expression: edited(rule.expression, edits) }, hook)),
                    )
            }
          />
        </div>
        {!isEmpty && <RuleTools numbers={numbers} caret={caret} />}
      </div>
      {hasPolicy && (
        <Suspense>
          <PolicyTie rule={rule} />
        </Suspense>
      )}
      {!isPolicys &&
        (isEmpty ? <Suggestions onUse={setOrigin} /> : <ForeignCapability rule={rule} onUse={setOrigin} />)}
    </Region>
  );
}

/** Says that the tool of a suggestion went with it, and offers it for the rule that was typed instead. */
function useOfferedTool() {
  const view = useViewStore();
  const { notify } = useNoticeActions();
  return (tool: string | null, onChosen: () => void) => {
    const run = () => {
      onChosen();
      const { ownRule, actions } = view.getState();
      if (ownRule !== null) actions.does(`choose the tool ${tool}`, () => actions.setRule({ ...ownRule, match: tool }));
    };
    const offer = { title: `Only ${tool}`, run };
    notify(`The suggestion was for ${tool} alone. The rule you type runs at every tool.`, { offer });
  };
}

const nothing: readonly never[] = [];

/** The hook of a policy's rule follows from its place in the policy. */
const withoutMove = ({ fix, ...found }: Diagnostic): Diagnostic =>
  fix === undefined || fix.hook !== undefined ? found : { ...found, fix };

/** Where the keys of the page work again. A narrow page may show another region: then nothing has the focus. */
function toTurns(): void {
  const turns = document.querySelector<HTMLElement>('[data-region="Turns"] [role="grid"]');
  if (turns !== null) turns.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** What the expression is: what has to be true, when another host's rule acts, or something that is computed. */
function labelOf({ hook, yields }: Rule): string {
  if (yields !== undefined) return labels[yields];
  return canFire(hook) ? 'Require' : 'Result';
}

const labels: { readonly [Y in NonNullable<Rule['yields']>]: string } = {
  value: 'Result',
  output: 'Decision',
  allow: 'Allow if',
  deny: 'Deny if',
  confirm: 'Ask if',
  replay: 'Send back if',
};

/** Applies the edits, which do not overlap, from the last to the first, so that none moves the place of another. */
const edited = (text: string, edits: readonly (Span & { readonly text: string })[]): string =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((whole, { start, end, text: by }) => whole.slice(0, start) + by + whole.slice(end), text);

/** Shows the tried number behind the number in the rule. */
const withTried = (values: readonly CodeInlay[], tried: Tried | null): readonly CodeInlay[] =>
  tried === null ? values : [...values, { at: tried.end, text: `→ ${tried.tried} tried` }];

/** Width in pixels: for a sign and four counts of three digits, or for the sign alone. */
const gutterWidth = { wide: 132, narrow: 40 } as const;

/** The column of coverage counts beside the rule, while it is turned on. */
function useGutter({ id }: SessionRef): CodeGutter | null {
  const isShown = useView((view) => view.coverage !== null);
  const isNarrow = useNarrow();
  return useMemo(() => {
    if (!isShown) return null;
    return {
      width: isNarrow ? gutterWidth.narrow : gutterWidth.wide,
      view: (rows) => (
        <Suspense>
          <CoverageGutter key={id} rows={rows} isNarrow={isNarrow} />
        </Suspense>
      ),
    };
  }, [id, isShown, isNarrow]);
}

/** Warns of a rule from another session whose capability this session does not have, so that it runs nowhere. */
function ForeignCapability({ rule, onUse }: SuggestionsProps & { readonly rule: Rule }) {
  const { outline } = useShownSession();
  const actions = useViewActions();
  if (rule.match === null || outline.functions.includes(rule.match)) return null;
  return (
    <>
      <div className={styles.starter}>
        <span>
          This session has no <code className={styles.proposal}>{rule.match}</code>, so the rule runs nowhere.
        </span>
        <Button
          onClick={({ currentTarget }) => {
            toRegion(currentTarget);
            actions.does('choose every tool', () => actions.setRule({ ...rule, match: null }));
          }}
        >
          Run it at every tool
        </Button>
      </div>
      <Suggestions onUse={onUse} />
    </>
  );
}

interface SuggestionsProps {
  readonly onUse: (suggested: Rule) => void;
}

/** Rules that fire in this session, each as a button that puts it in the editor. */
function Suggestions({ onUse }: SuggestionsProps) {
  const { starter, suggestions } = useShownSession();
  const actions = useViewActions();
  const offered = suggestions ?? (starter === null ? [] : [{ rule: starter, about: 'the sample’s own rule' }]);
  if (offered.length === 0) return null;
  return (
    <div className={styles.starter}>
      <span>Suggested rules:</span>
      {offered.map(({ rule, about }) => (
        <Button
          key={about}
          title={rule.expression}
          onClick={({ currentTarget }) => {
            toRegion(currentTarget);
            actions.does(`use the suggestion “${about}”`, () => actions.setRule(rule));
            onUse(rule);
          }}
        >
          {about}
        </Button>
      ))}
    </div>
  );
}

/** The parts of the rule that read the focused path. It shares its query with Why. */
function useFocusReaders(): readonly TextRange[] {
  const { ref } = useSession();
  const rule = useRule();
  const focus = useView((view) => view.path);
  const asked = explainQuery(useEngine(), ref, rule, useCalmCursor(), useDecisions());
  const isAsked = focus !== null && rule.expression.trim() !== '';
  const { data, isPlaceholderData } = useQuery({ ...asked, enabled: isAsked });
  return useMemo(
    () => (focus === null || data === undefined || isPlaceholderData ? nothing : readersOf(data.parts, focus)),
    [focus, data, isPlaceholderData],
  );
}

const CoverageTool = lazy(async () => ({ default: (await import('./clauses/CoverageTool.tsx')).CoverageTool }));

interface RuleToolsProps {
  readonly numbers: NumbersOfRule;
  /** An offset into the expression. */
  readonly caret: number | null;
}

/** Tools below the expression: other numbers, coverage, a policy. */
function RuleTools({ numbers, caret }: RuleToolsProps) {
  const hasPolicy = useView((view) => view.policy !== null);
  const isCounting = useView((view) => view.coverage !== null);
  const { showCoverage } = useViewActions();
  const { showDialog } = useNoticeActions();
  return (
    <>
      <div className={styles.tools}>
        {numbers.openers.length > 0 && (
          <Button
            look="quiet"
            title="See how many turns would fire with other values of the number at the caret (Alt-Enter in the rule)"
            aria-haspopup="dialog"
            aria-expanded={numbers.isOpen}
            onClick={() => numbers.toggle(caret)}
          >
            Try other numbers
          </Button>
        )}
        <GivenTool />
        <Button
          look="quiet"
          title="Count beside the rule how often each of its clauses was true and false"
          aria-expanded={isCounting}
          onClick={() => showCoverage(isCounting ? null : 'session')}
        >
          Clause coverage
        </Button>
        <Button
          look="quiet"
          title="What the rule was before, each time with what it did to the session"
          aria-haspopup="dialog"
          onClick={() => showDialog('revisions')}
        >
          Revisions
        </Button>
        <Button
          look="quiet"
          title="Judge the rule by other libraries of CEL, and see where their verdicts differ"
          aria-haspopup="dialog"
          onClick={() => showDialog('engines')}
        >
          Compare engines
        </Button>
        {!hasPolicy && <NewPolicy />}
      </div>
      <div className={styles.tool}>
        <Suspense>{isCounting && <CoverageTool />}</Suspense>
      </div>
    </>
  );
}

/** Opens what a person gives for a rule, where its environment has something that no recording holds. */
function GivenTool() {
  const { hook } = useRule();
  const tool = givenAt(hook);
  const isGiven = useView(({ givenTexts }) => tool !== null && givenTexts[tool.kind] !== undefined);
  const { showDialog } = useNoticeActions();
  if (tool === null) return null;
  return (
    <Button
      look="quiet"
      title={isGiven ? tool.inEffect : tool.about}
      aria-haspopup="dialog"
      className={isGiven ? styles.inEffect : ''}
      onClick={() => showDialog(tool.kind)}
    >
      {tool.button}
    </Button>
  );
}

/** Makes a policy from the rule in the editor. */
function NewPolicy() {
  const { ref } = useSession();
  const engine = useEngine();
  const queries = useQueryClient();
  const view = useViewStore();
  const { notify } = useNoticeActions();
  const rule = useRule();
  const make = async (button: HTMLElement) => {
    const { addToPolicy } = await import('../addToPolicy.ts');
    toRegion(button);
    await addToPolicy({ engine, queries, view, notify }, ref, rule);
  };
  return (
    <Button
      look="quiet"
      title="A policy is an agent’s manifest: it holds several rules, their tests, and the effect of each"
      aria-label="New policy from this rule"
      onClick={({ currentTarget }) => void make(currentTarget)}
    >
      <span>
        New policy<span className={styles.further}> from this rule</span>
      </span>
    </Button>
  );
}
