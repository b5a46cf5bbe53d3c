import { useState } from 'react';
import { useEngine } from '../../services/engine/useEngine.ts';
import { keepMapping, keptMappings, replaceMapping } from '../../state/mappings.ts';
import { storageOf } from '../../state/preferences.ts';
import { ProblemError } from '../../worker/connect.ts';
import { FilePicker } from '../FilePicker.tsx';
import { MappingItem } from './MappingItem.tsx';
import styles from './SettingsDialog.module.css';

const storageFull = 'The browser has no room to store this mapping. Remove other mappings first.';

/**
 * The stored mappings for unknown formats, of which the first fitting one is used. They can be renamed, shown, exported
 * and removed.
 */
export function MappingList() {
  const engine = useEngine();
  const storage = storageOf(window);
  const [texts, setTexts] = useState(() => keptMappings(storage));
  const [said, setSaid] = useState('');
  const changed = (isKept: boolean, done: string) => {
    setTexts(keptMappings(storage));
    setSaid(isKept ? done : storageFull);
  };

  const add = async (files: readonly File[]) => {
    for (const file of files) {
      try {
        const mapping = await engine.readMapping({ text: await file.text() });
        const { text } = await engine.writeMapping({ mapping });
        changed(keepMapping(storage, text), `“${mapping.title}” was stored.`);
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
          ? 'There are none yet. When you open a text in an unknown format, you can map its fields; texts of the same shape then open with that mapping.'
          : 'A text in an unknown format opens with the first of these that fits. Its import report names the mapping.'}
      </p>
      <ul className={styles.list} aria-label="Stored mappings">
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
