import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { hooks } from '../../engine/model/hooks.ts';
import type { SessionRef } from '../../engine/model/session.ts';
import { checkQuery, inlineValuesQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import {
  useBaseline,
  useCalmCursor,
  useDecisions,
  useRule,
  useSession,
  useShownSession,
} from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { baselineInEditor, sameRule } from '../../state/view/rule.ts';
import { Button } from '../../ui/Button.tsx';
import type { CodeInlay, Span } from '../../ui/editor/codeEditor.ts';
import { celLanguage } from '../../ui/editor/celLanguage.ts';
import { CodeEditor, type CodeGutter } from '../../ui/editor/CodeEditor.tsx';
import { Region } from '../../ui/Region.tsx';
import { Term } from '../../ui/Term.tsx';
import { useNarrow } from '../../ui/useNarrow.ts';
import { glossary } from '../glossary.ts';
import type { Rule } from '../../worker/protocol.ts';
import { type Tried, triedIn } from '../tried.ts';
import { atHook, hookChoices, hookTitles, namesAt, takesMatch } from './hookChoice.ts';
import { Picker } from './Picker.tsx';
import { Problems } from './Problems.tsx';
import { markOf, providersFor } from './providers.ts';
import styles from './Rule.module.css';
import { RuleTools } from './RuleTools.tsx';
import { useFocusReaders } from './useFocusReaders.ts';

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
  const isEmpty = rule.expression.trim() === '';

  const check = useQuery({ ...checkQuery(engine, ref, rule, decisions), enabled: !isEmpty });
  const found = isEmpty ? nothing : (check.data ?? nothing);
  const marks = useMemo(() => found.map(markOf), [found]);
  const showsValues = useView((view) => view.inlineValues);
  const inline = useQuery({
    ...inlineValuesQuery(engine, { session: ref, rule, turn: cursor, decisions }),
    enabled: showsValues && !isEmpty,
  });
  const values = showsValues && !isEmpty ? (inline.data ?? nothing) : nothing;
  const trial = useView((view) => view.trial);
  const inlays = useMemo(() => withTried(values, triedIn(rule.expression, trial)), [values, rule.expression, trial]);
  const gutter = useGutter(ref);
  const readers = useFocusReaders();
  const highlights = useMemo(() => (highlight === null ? readers : [highlight]), [highlight, readers]);

  return (
    <Region name="Rule" actions={<Controls rule={rule} />}>
      <CodeEditor
        {...providersFor(engine, ref, rule, cursor, decisions)}
        label="Rule expression"
        language={celLanguage}
        placeholder="input.amount <= 1000"
        value={rule.expression}
        onChange={(expression) => actions.setRule({ ...rule, expression })}
        marks={marks}
        highlights={highlights}
        inlays={inlays}
        gutter={gutter}
        subject={policyRule ?? ''}
        onCursor={setCaret}
      />
      <Problems
        found={found}
        otherwise={`${hooks[rule.hook].about} · ${namesAt(rule.hook)}`}
        onFix={
          check.isPlaceholderData
            ? undefined
            : ({ edits }) => actions.setRule({ ...rule, expression: edited(rule.expression, edits) })
        }
      />
      {hasPolicy && (
        <Suspense>
          <PolicyTie rule={rule} />
        </Suspense>
      )}
      {!isEmpty && <RuleTools caret={caret} />}
      {policyRule === null && (isEmpty ? <Starter /> : <ForeignCapability rule={rule} />)}
    </Region>
  );
}

const nothing: readonly never[] = [];

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

function Controls({ rule }: { readonly rule: Rule }) {
  const { starter } = useShownSession();
  const isPolicys = useView((view) => view.policyRule !== null);
  const baseline = useView(baselineInEditor);
  const isBaseline = sameRule(baseline ?? starter, rule);
  const compared = useBaseline();
  const actions = useViewActions();
  return (
    <div className={styles.controls}>
      {isPolicys ? (
        <span className={styles.place} title="This follows from the rule’s place in the policy.">
          {hookTitles[rule.hook]} ({rule.hook}){forFunctions(rule)}
        </span>
      ) : (
        <Pickers rule={rule} />
      )}
      <span className={styles.space} />
      {compared !== null && (
        <Button
          look="quiet"
          icon="undo"
          title={baseline === null ? 'Return to the suggested rule' : 'Return to the baseline'}
          onClick={() => actions.setRule(compared)}
        >
          Revert
        </Button>
      )}
      <Button
        look="quiet"
        icon="done"
        title="Compare further edits with the rule as it is now"
        disabled={isBaseline}
        onClick={() => actions.setBaseline(rule)}
      >
        {isBaseline ? 'Baseline' : 'Set as baseline'}
      </Button>
    </div>
  );
}

/** ` refund, refund_all`: the functions that a policy's rule covers in this session. */
const forFunctions = ({ match, functions }: Rule): string =>
  match === null ? (functions === undefined || functions.length === 0 ? '' : ` ${functions.join(', ')}`) : ` ${match}`;

/** The hook and capability of the user's own rule. Those of a policy's rule follow from its place in the policy. */
function Pickers({ rule }: { readonly rule: Rule }) {
  const { outline } = useShownSession();
  const actions = useViewActions();
  const isNarrow = useNarrow();
  return (
    <>
      <Term definition={glossary.hook}>Hook</Term>
      <Picker
        label="Hook"
        value={rule.hook}
        shown={hookTitles[rule.hook]}
        {...(!isNarrow && { term: rule.hook })}
        choices={hookChoices}
        onChoose={(hook) => actions.setRule(atHook(rule, hook))}
      />
      {takesMatch(rule.hook) && (
        <Picker
          label="Capability"
          value={rule.match ?? ''}
          shown={rule.match ?? 'every capability'}
          choices={matchChoices(outline.functions, rule.match)}
          onChoose={(match) => actions.setRule({ ...rule, match: match === '' ? null : match })}
        />
      )}
    </>
  );
}

/** The capabilities to choose from, including one that a link names and the session does not have. */
function matchChoices(functions: readonly string[], match: string | null) {
  const known = functions.map((name) => ({ value: name, title: name, about: '' }));
  const foreign =
    match === null || functions.includes(match) ? [] : [{ value: match, title: match, about: 'not in this session' }];
  return [{ value: '', title: 'every capability', about: '' }, ...known, ...foreign];
}

/** Warns of a rule from another session whose capability this session does not have, so that it runs nowhere. */
function ForeignCapability({ rule }: { readonly rule: Rule }) {
  const { outline } = useShownSession();
  const actions = useViewActions();
  if (rule.match === null || outline.functions.includes(rule.match)) return null;
  return (
    <>
      <div className={styles.starter}>
        <span>
          This session has no <code className={styles.proposal}>{rule.match}</code>, so the rule runs nowhere.
        </span>
        <Button onClick={() => actions.setRule({ ...rule, match: null })}>Run it at every capability</Button>
      </div>
      <Starter />
    </>
  );
}

/** For an empty editor: a suggested rule that fires in this session. */
function Starter() {
  const { starter } = useShownSession();
  const actions = useViewActions();
  if (starter === null || starter.expression.trim() === '') return null;
  return (
    <div className={styles.starter}>
      <span>Suggested rule that fires here:</span>
      <code className={styles.proposal}>{starter.expression}</code>
      <Button onClick={() => actions.setRule(starter)}>Use it</Button>
    </div>
  );
}
