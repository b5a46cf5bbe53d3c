import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { decisionTexts } from '../../engine/model/decision-texts.ts';
import { type Answers, defaultDecisions } from '../../engine/model/decisions.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { keepMapping, mappingsQuery, replaceMapping } from '../../services/keeping/mappings.ts';
import { useKeeping } from '../../services/keeping/useKeeping.ts';
import { useOptionalSession } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { type Theme, themes } from '../../state/view/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceRow } from '../../ui/ChoiceRow.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ProblemError } from '../../worker/connect.ts';
import { FilePicker } from '../FilePicker.tsx';
import { KeptSection } from './KeptSection.tsx';
import { MappingItem } from './MappingItem.tsx';
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
        <KeptSection />
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
  const { decide: answerWith, does } = useViewActions();
  const decide: typeof answerWith = (asked, answer) => does('change a setting', () => answerWith(asked, answer));
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

/**
 * The stored mappings for unknown formats, of which the first fitting one is used. They can be renamed, shown, exported
 * and removed.
 */
function MappingList() {
  const engine = useEngine();
  const keeping = useKeeping();
  const texts = useQuery(mappingsQuery(keeping)).data;
  const [said, setSaid] = useState('');
  const changed = (problem: Problem | null, done: string) =>
    setSaid(problem === null ? done : `The mapping is not kept. ${problem.message}`);

  const add = async (files: readonly File[]) => {
    for (const file of files) {
      try {
        const mapping = await engine.readMapping({ text: await file.text() });
        const { text } = await engine.writeMapping({ mapping });
        changed(await keepMapping(keeping, text), `“${mapping.title}” was stored.`);
      } catch (cause) {
        if (cause instanceof ProblemError) setSaid(`${file.name}: ${cause.problem.message}`);
        else if (cause instanceof DOMException) setSaid(`The browser could not read ${file.name} (${cause.message}).`);
        else throw cause;
      }
    }
  };

  return (
    <section className={styles.mappings} aria-labelledby="mappings">
      <div className={styles.theme}>
        <h3 id="mappings" className={styles.name}>
          Mappings
        </h3>
        <FilePicker
          label="Files of mappings"
          button="Import a mapping…"
          onFiles={(files) => add(files).catch((cause: unknown) => reportError(cause))}
        />
      </div>
      <p className={styles.said}>
        {texts === undefined || texts.length === 0
          ? 'There are none yet. When you open a text in an unknown format, you can map its fields; texts of the same shape then open with that mapping.'
          : 'A text in an unknown format opens with the first of these that fits. Its import report names the mapping.'}
      </p>
      <ul className={styles.list} aria-label="Stored mappings">
        {texts?.map((text) => (
          <MappingItem
            key={text}
            text={text}
            onReplace={(by, done) => {
              replaceMapping(keeping, text, by)
                .then((problem) => changed(problem, done))
                .catch((cause: unknown) => reportError(cause));
            }}
          />
        ))}
      </ul>
      <p role="status" aria-label="Mappings" className={styles.said}>
        {said}
      </p>
    </section>
  );
}
