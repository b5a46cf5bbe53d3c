import { useState } from 'react';
import { useEngine } from '../../services/engine/useEngine.ts';
import { keepMapping, keptMappings, replaceMapping } from '../../state/mappings.ts';
import { storageOf } from '../../state/preferences.ts';
import { ProblemError } from '../../worker/connect.ts';
import { FilePicker } from '../FilePicker.tsx';
import { MappingItem } from './MappingItem.tsx';
import styles from './SettingsDialog.module.css';

const noRoom = 'The browser has no room to remember it. Take other mappings away first.';

/** The mappings that texts of no known format open by, the first that fits: named, looked at, shared and taken away. */
export function MappingList() {
  const engine = useEngine();
  const storage = storageOf(window);
  const [texts, setTexts] = useState(() => keptMappings(storage));
  const [said, setSaid] = useState('');
  const changed = (isKept: boolean, done: string) => {
    setTexts(keptMappings(storage));
    setSaid(isKept ? done : noRoom);
  };

  const add = async (files: readonly File[]) => {
    for (const file of files) {
      try {
        const mapping = await engine.readMapping({ text: await file.text() });
        const { text } = await engine.writeMapping({ mapping });
        changed(keepMapping(storage, text), `“${mapping.title}” is remembered.`);
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
        {texts.length === 0
          ? 'None yet. A text that no importer knows asks for one, and texts of its shape open by it from then on.'
          : 'A text that no importer knows opens by the first of these that fits; its report says by which.'}
      </p>
      <ul className={styles.list} aria-label="Remembered mappings">
        {texts.map((text) => (
          <MappingItem
            key={text}
            text={text}
            onReplace={(by, done) => changed(replaceMapping(storage, text, by), done)}
          />
        ))}
      </ul>
      <p role="status" aria-label="Mappings" className={styles.said}>
        {said}
      </p>
    </section>
  );
}
