import { useMemo, useState } from 'react';
import { useViewActions } from '../../state/useView.ts';
import { CodeEditor } from '../../ui/editor/CodeEditor.tsx';
import type { Span } from '../../ui/editor/codeEditor.ts';
import type { ShownPolicy } from '../usePolicy.ts';
import styles from './Policy.module.css';
import { yamlLanguage } from './yamlLanguage.ts';

interface ManifestTextProps {
  readonly policy: ShownPolicy;
  /** Moves the caret there. */
  readonly place: Span | null;
}

/** The policy's text. The rule at the caret is put into the editor. */
export function ManifestText({ policy, place }: ManifestTextProps) {
  const { editPolicy, choosePolicyRule } = useViewActions();
  const { outline, isCurrent, rule } = policy;

  const problems = isCurrent ? outline?.problems : undefined;
  const [marks, setMarks] = useState(problems ?? nothing);
  if (problems !== undefined && problems !== marks) setMarks(problems);
  const shownMarks = useMemo(
    () => marks.map(({ range, severity, message }) => ({ ...range, severity, message })),
    [marks],
  );

  // Set once per rule: the editor moves it with edits, and does not scroll to it again.
  const [pointed, setPointed] = useState<{ readonly id: string; readonly spans: readonly Span[] } | null>(null);
  if (isCurrent && rule !== null && pointed?.id !== rule.id) setPointed({ id: rule.id, spans: [rule.range] });

  const onCursor = (offset: number) => {
    if (!isCurrent) return;
    const found = outline?.rules.find(({ range }) => offset >= range.start && offset <= range.end);
    if (found === undefined || found.rule === null || found.id === rule?.id) return;
    setPointed({ id: found.id, spans: [found.range] });
    choosePolicyRule(found.id, found.rule);
  };

  return (
    <div className={styles.text}>
      <CodeEditor
        label="Policy text"
        language={yamlLanguage}
        value={policy.text}
        onChange={editPolicy}
        marks={shownMarks}
        highlights={rule === null ? nothing : (pointed?.spans ?? nothing)}
        onCursor={onCursor}
        place={place}
        fills
        numbered
      />
    </div>
  );
}

const nothing: readonly never[] = [];
