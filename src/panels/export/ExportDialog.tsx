import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useNotices } from '../../state/useNotices.ts';
import { useCursor, useOptionalSession } from '../../state/useSession.ts';
import { useView } from '../../state/useView.ts';
import type { SessionOutline } from '../../worker/protocol.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { visible } from '../../ui/visible.tsx';
import { useNotesOf } from '../useUserNotes.ts';
import { Changes } from './Changes.tsx';
import { type Chosen, choiceOf, firstChosen } from './chosen.ts';
import styles from './Export.module.css';
import { HideChoices } from './HideChoices.tsx';
import { PartChoice } from './PartChoice.tsx';
import { Preview } from './Preview.tsx';
import { Proof } from './Proof.tsx';
import { useJudging, useLeaving } from './useLeaving.ts';
import { WaysOut } from './WaysOut.tsx';
import type { ChangedPlace } from '../../worker/leaving-protocol.ts';

/** Chooses what of a session leaves and what is hidden in it, shows exactly that, and lets it out. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const shared = useNotices((notices) => notices.shared);
  const shown = useOptionalSession()?.outline;
  // A live session goes on; what leaves is as it was when the dialog opened.
  const [now] = useState(shown);
  const isShown = shared === null || now?.ref.id === `${shared.source}:${shared.entry}`;
  const engine = useEngine();
  const asked = useQuery({
    ...sessionQuery(engine, shared?.source ?? '', shared?.entry ?? 0),
    enabled: !isShown,
  });
  const outline = isShown ? now : asked.data;
  return (
    <Dialog title="Share or save" size="wide" onClose={onClose}>
      {outline === undefined ? (
        asked.isError ? (
          <p role="alert">{asked.error.message}</p>
        ) : (
          <Skeleton lines={8} label="Opening the session" />
        )
      ) : (
        <Form outline={outline} isShown={isShown} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface FormProps {
  readonly outline: SessionOutline;
  /** Whether it is the session on the screen: the cursor and the selected turns are those of that one. */
  readonly isShown: boolean;
  readonly onClose: () => void;
}

function Form({ outline, isShown, onClose }: FormProps) {
  return isShown ? (
    <FormAtCursor outline={outline} onClose={onClose} />
  ) : (
    <Choices outline={outline} turn={0} onClose={onClose} />
  );
}

const FormAtCursor = ({ outline, onClose }: Omit<FormProps, 'isShown'>) => (
  <Choices outline={outline} turn={useCursor()} onClose={onClose} />
);

function Choices({ outline, turn, onClose }: Omit<FormProps, 'isShown'> & { readonly turn: number }) {
  const range = useView((view) => view.range);
  const [chosen, setChosen] = useState<Chosen>(() => firstChosen(outline, turn, range));
  const change = (part: Partial<Chosen>) => setChosen((before) => ({ ...before, ...part }));
  const isGiving = useView((view) => Object.keys(view.givenTexts).length > 0);
  const judging = useJudging();
  const notes = useNotesOf(outline);
  const leaving = useLeaving(outline, notes === null ? null : choiceOf(chosen, notes.notes), judging);
  const [view, setView] = useState<'text' | 'changes'>('text');
  const [wanted, setWanted] = useState<ChangedPlace | null>(null);
  const { report } = leaving;
  return (
    <div className={styles.export}>
      <p className={styles.session}>
        <strong dir="auto">{visible(outline.title)}</strong> leaves this page only as you see it below.
        {isGiving &&
          ' Values that you gave and the findings table stay here, so rules that need them are unknown there.'}
      </p>
      <div className={styles.columns}>
        <form className={styles.choices} aria-label="What leaves" onSubmit={(event) => event.preventDefault()}>
          <PartChoice chosen={chosen} outline={outline} hasRule={judging.names.length > 0} onChange={change} />
          <HideChoices
            chosen={chosen}
            found={report?.found ?? null}
            notes={notes?.notes.length ?? 0}
            leavingNotes={report?.userNotes ?? null}
            hasRule={judging.names.length > 0}
            onChange={change}
          />
        </form>
        <section className={styles.shown} aria-label="Preview">
          {view === 'text' ? (
            <Preview leaving={leaving} wanted={wanted} onChanges={() => setView('changes')} />
          ) : (
            <Changes
              report={report}
              onChoose={(change_) => {
                setWanted(change_);
                setView('text');
              }}
              onText={() => setView('text')}
            />
          )}
        </section>
      </div>
      <div className={styles.end}>
        <Proof leaving={leaving} names={judging.names} />
        <WaysOut
          leaving={leaving}
          rules={judging.rules}
          turn={chosen.part === 'whole' ? turn : (report?.turns[0] ?? null)}
          onDone={onClose}
        />
      </div>
    </div>
  );
}
