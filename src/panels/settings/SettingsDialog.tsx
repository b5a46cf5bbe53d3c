import { decisionTexts } from '../../engine/model/decision-texts.ts';
import { type Answers, defaultDecisions } from '../../engine/model/decisions.ts';
import { useOptionalSession } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { type Theme, themes } from '../../state/view/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceRow } from '../../ui/ChoiceRow.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { MappingList } from './MappingList.tsx';
import styles from './SettingsDialog.module.css';

/** The decisions where the specification is silent, and their alternatives. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const theme = useView((view) => view.theme);
  const { setTheme } = useViewActions();
  return (
    <Dialog title="Settings" onClose={onClose}>
      <div className={styles.settings}>
        <div className={styles.theme}>
          <span className={styles.name}>Theme</span>
          <ChoiceRow
            label="Theme"
            chosen={theme}
            onChoose={setTheme}
            choices={themes.map((id) => ({ id, title: themeNames[id] }))}
          />
        </div>
        <p className={styles.about}>
          The specification leaves these questions open. Your answers apply to every session and take precedence over
          answers from a recording, which are marked.
        </p>
        {questions.map((question) => (
          <Question key={question} question={question} />
        ))}
        <MappingList />
      </div>
    </Dialog>
  );
}

const themeNames: { readonly [T in Theme]: string } = {
  auto: 'System',
  light: 'Light',
  dark: 'Dark',
  contrast: 'High contrast',
};

// The table's own keys, in its order.
const questions = Object.keys(decisionTexts) as readonly (keyof Answers)[];

type Answer = Answers[keyof Answers];

function Question({ question }: { readonly question: keyof Answers }) {
  const chosen = useView((view) => view.decisions[question]);
  const recorded = useOptionalSession()?.outline.decisions[question];
  const { decide } = useViewActions();
  const text = decisionTexts[question];
  // The keys of a question's answers are exactly the values of its decision.
  const answers = Object.entries<string>(text.answers) as [Answer, string][];

  return (
    <div className={styles.question}>
      <ChoiceRow
        label={text.question}
        look="list"
        chosen={chosen ?? recorded ?? defaultDecisions[question]}
        onChoose={(answer) => decide(question, answer)}
        choices={answers.map(([id, words]) => ({
          id,
          title: `${words}${origin(id === recorded, id === defaultDecisions[question])}`,
        }))}
      />
      {chosen !== undefined && (
        <Button look="quiet" icon="undo" onClick={() => decide(question, null)}>
          Remove my answer
        </Button>
      )}
    </div>
  );
}

const origin = (recorded: boolean, byDefault: boolean) =>
  recorded ? ' (from this recording)' : byDefault ? ' (default)' : '';
