import { useBaseline, useShownSession } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { baselineInEditor, sameRule } from '../../state/view/rule.ts';
import { Button } from '../../ui/Button.tsx';
import { Term } from '../../ui/Term.tsx';
import { useNarrow } from '../../ui/useNarrow.ts';
import type { Rule } from '../../worker/protocol.ts';
import { glossary } from '../glossary.ts';
import { hookTitles } from '../words.ts';
import { chooseHook, chooseTool, everyTool, hookChoices, takesMatch } from './hookChoice.ts';
import { Picker } from './Picker.tsx';
import styles from './Rule.module.css';

interface RuleControlsProps {
  readonly rule: Rule;
  /** It cannot be judged, so nothing can be compared with it. */
  readonly isFaulty: boolean;
  /** Called when the user chooses a capability. */
  readonly onMatch: () => void;
}

/** Where the rule runs, and its baseline. */
export function RuleControls({ rule, isFaulty, onMatch }: RuleControlsProps) {
  const { starter } = useShownSession();
  const isPolicys = useView((view) => view.policyRule !== null);
  const baseline = useView(baselineInEditor);
  const isBaseline = sameRule(baseline ?? starter, rule);
  const compared = useBaseline();
  const actions = useViewActions();
  return (
    <div className={styles.controls}>
      {isPolicys ? (
        <>
          <span className={styles.label}>When</span>
          <span className={styles.place} title="This follows from the rule’s place in the policy.">
            {hookTitles[rule.hook]} <code className={styles.term}>{rule.hook}</code>
            {forFunctions(rule) !== '' && <code className={styles.functions}>{forFunctions(rule)}</code>}
          </span>
        </>
      ) : (
        <Pickers rule={rule} onMatch={onMatch} />
      )}
      <span className={styles.space} />
      {compared !== null && (
        <Button
          look="quiet"
          icon="undo"
          aria-label="Revert"
          title={baseline === null ? 'Return to the suggested rule' : 'Return to the baseline'}
          onClick={({ currentTarget }) => {
            toRegion(currentTarget);
            const to = baseline === null ? 'the suggested rule' : 'the baseline';
            actions.does(`return to ${to}`, () => actions.setRule(compared));
          }}
        >
          <span className={styles.words}>Revert</span>
        </Button>
      )}
      {!isBaseline && rule.expression.trim() !== '' && (
        <Button
          look="quiet"
          icon="done"
          disabled={isFaulty}
          aria-label="Set as baseline"
          title="Compare further edits with the rule as it is now"
          onClick={({ currentTarget }) => {
            toRegion(currentTarget);
            actions.does('set the baseline', () => actions.setBaseline(rule));
          }}
        >
          <span className={styles.words}>Set as baseline</span>
        </Button>
      )}
    </div>
  );
}

/** The button disappears with its change: the focus stays in the region, where the page's keys work. */
export const toRegion = (button: HTMLElement): void => button.closest<HTMLElement>('[data-region]')?.focus();

/** `refund, refund_all`: the functions that a policy's rule covers in this session. */
const forFunctions = ({ match, functions }: Rule): string => match ?? functions?.join(', ') ?? '';

/** The hook and capability of the user's own rule. Those of a policy's rule follow from its place in the policy. */
function Pickers({ rule, onMatch }: Omit<RuleControlsProps, 'isFaulty'>) {
  const { outline } = useShownSession();
  const actions = useViewActions();
  const isNarrow = useNarrow();
  return (
    <>
      <span className={styles.label}>
        <Term definition={glossary.hook}>When</Term>
      </span>
      <Picker
        label="Hook"
        value={rule.hook}
        shown={hookTitles[rule.hook]}
        {...(!isNarrow && { term: rule.hook })}
        choices={hookChoices}
        onChoose={(hook) => chooseHook(actions, rule, hook)}
      />
      {takesMatch(rule.hook) && (
        <>
          <span className={styles.word}>Tool</span>
          <Picker
            label="Tool"
            value={rule.match ?? ''}
            shown={rule.match === null ? everyTool : null}
            {...(rule.match !== null && { term: rule.match })}
            choices={matchChoices(outline.functions, rule.match)}
            onChoose={(match) => {
              onMatch();
              chooseTool(actions, rule, match === '' ? null : match);
            }}
          />
        </>
      )}
    </>
  );
}

/** The capabilities to choose from, including one that a link names and the session does not have. */
function matchChoices(functions: readonly string[], match: string | null) {
  const known = functions.map((name) => ({ value: name, title: name, about: '' }));
  const foreign =
    match === null || functions.includes(match) ? [] : [{ value: match, title: match, about: 'not in this session' }];
  return [{ value: '', title: everyTool, about: '' }, ...known, ...foreign];
}
