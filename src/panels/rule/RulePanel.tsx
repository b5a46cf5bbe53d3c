import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { hooks } from '../../engine/model/hooks.ts';
import { checkQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import {
  useComparedRule,
  useCalmCursor,
  useDecisions,
  useRule,
  useSession,
  useShownSession,
} from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { sameRule } from '../../state/view.ts';
import { Button } from '../../ui/Button.tsx';
import { celLanguage } from '../../ui/editor/celLanguage.ts';
import { CodeEditor } from '../../ui/editor/CodeEditor.tsx';
import { Region } from '../../ui/Region.tsx';
import type { Rule } from '../../worker/protocol.ts';
import { ForeignCapability } from './ForeignCapability.tsx';
import { atHook, hookChoices, namesAt, takesMatch } from './hookChoice.ts';
import { Picker } from './Picker.tsx';
import { Problems } from './Problems.tsx';
import { markOf, providersFor } from './providers.ts';
import styles from './Rule.module.css';
import { Starter } from './Starter.tsx';

/** The rule on the bench: its hook, its text, and what is wrong with it. */
export function RulePanel() {
  const { ref } = useSession();
  const engine = useEngine();
  const rule = useRule();
  const cursor = useCalmCursor();
  const decisions = useDecisions();
  const highlight = useView((view) => view.highlight);
  const actions = useViewActions();
  const isEmpty = rule.expression.trim() === '';

  const check = useQuery({ ...checkQuery(engine, ref, rule, decisions), enabled: !isEmpty });
  const found = isEmpty ? nothing : (check.data ?? nothing);
  const marks = useMemo(() => found.map(markOf), [found]);
  const highlights = useMemo(() => (highlight === null ? nothing : [highlight]), [highlight]);

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
      />
      <Problems found={found} otherwise={`${hooks[rule.hook].about} · ${namesAt(rule.hook)}`} />
      {isEmpty ? <Starter /> : <ForeignCapability rule={rule} />}
    </Region>
  );
}

const nothing: readonly never[] = [];

function Controls({ rule }: { readonly rule: Rule }) {
  const { outline, starter } = useShownSession();
  const saved = useView((view) => view.saved);
  const isKept = sameRule(saved ?? starter, rule);
  const compared = useComparedRule();
  const actions = useViewActions();
  return (
    <div className={styles.controls}>
      <Picker
        label="Hook"
        value={rule.hook}
        shown={rule.hook}
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
      <span className={styles.space} />
      {compared !== null && (
        <Button
          look="quiet"
          icon="undo"
          title={`back to the ${saved === null ? 'proposed' : 'saved'} rule`}
          onClick={() => actions.setRule(compared)}
        >
          Revert
        </Button>
      )}
      <Button
        look="quiet"
        icon="done"
        title="compare further edits with this text"
        disabled={isKept}
        onClick={() => actions.saveRule(rule)}
      >
        {!isKept ? 'Save' : saved === null ? 'Proposed' : 'Saved'}
      </Button>
    </div>
  );
}

/** A capability that a link names and the session does not have stays visible as what it is. */
function matchChoices(functions: readonly string[], match: string | null) {
  const known = functions.map((name) => ({ value: name, title: name, about: '' }));
  const foreign =
    match === null || functions.includes(match) ? [] : [{ value: match, title: match, about: 'not in this session' }];
  return [{ value: '', title: 'every capability', about: '' }, ...known, ...foreign];
}
