import { useMemo, useState } from 'react';
import { useViewActions } from '../../state/useView.ts';
import { CodeEditor } from '../../ui/editor/CodeEditor.tsx';
import type { Span, CodeLanguage, CodeSyntax } from '../../ui/editor/codeEditor.ts';
import type { ShownPolicy } from '../usePolicy.ts';
import styles from './Policy.module.css';

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
        indents
        numbered
      />
    </div>
  );
}

const nothing: readonly never[] = [];

const dashes = '( *)((?:- +)*)';
/** Plain up to its colon, or quoted. The length of a plain key is limited, so that no line is slow to match. */
const key = `("[^"]*"|'[^']*'|[^\\s#"'{}[\\],:&*!|>%@\`-][^:#{}[\\],]{0,200}?|-[^\\s:][^:#]{0,200}?)(\\s{0,20}:)`;
const quoted = `(?:"(?:[^"\\\\]|\\\\.)*"|'(?:[^']|'')*')`;
const [text, punctuation, name] = ['', 'delimiter', 'keyword'];

/**
 * Highlights YAML keys and comments line by line. Values have no colours: most are expressions, which the engine
 * checks.
 */
const syntax: CodeSyntax = {
  grammar: {
    tokenPostfix: '',
    tokenizer: {
      root: [
        [/^\s*#.*$/, 'comment'],
        // A block text continues while its lines are indented further.
        [
          new RegExp(`^${dashes}${key}(\\s+)([|>][-+0-9]*)\\s*$`),
          [text, punctuation, name, punctuation, text, { token: punctuation, next: '@block.$1' }],
        ],
        [new RegExp(`^${dashes}${key}(\\s+${quoted})`), [text, punctuation, name, punctuation, text]],
        [new RegExp(`^${dashes}${key}(?=\\s|$)`), [text, punctuation, name, punctuation]],
        [new RegExp(`^( *)(- +)(${quoted})`), [text, punctuation, text]],
        [/^( *)(-)(?= |$)/, [text, punctuation]],
        [/(\s)(#.*)/, [text, 'comment']],
        [/\S+|\s/, text],
      ],
      block: [
        [/^( *)\S.*$/, { cases: { '$1~$S2 +': text, '@default': { token: '@rematch', next: '@pop' } } }],
        [/\s+/, text],
      ],
    },
  },
  configuration: {
    comments: { lineComment: '#' },
    brackets: [
      ['{', '}'],
      ['[', ']'],
      ['(', ')'],
    ],
  },
};

const yamlLanguage: CodeLanguage = { id: 'manifest', load: async () => syntax };
