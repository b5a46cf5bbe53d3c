import type { Path } from '../engine/model/path.ts';
import { formatPath } from '../engine/model/path.ts';
import type { Problem } from '../engine/model/problem.ts';
import { longestNote, type UserNote } from '../engine/model/user-note.ts';
import { newId } from '../services/keeping/browser.ts';
import type { Keeping } from '../services/keeping/keeping.ts';
import { changeNote, type NoteChange, type SessionNotes } from '../services/keeping/notes.ts';
import { useKeeping } from '../services/keeping/useKeeping.ts';
import { useNoticeActions } from '../state/useNotices.ts';
import { useSession } from '../state/useSession.ts';
import { useViewActions } from '../state/useView.ts';
import type { Step } from '../state/view/undo.ts';
import { useUserNotes } from './useUserNotes.ts';

interface NoteDeps {
  readonly keeping: Keeping;
  readonly notes: SessionNotes;
  /** Of the session. */
  readonly title: string;
  readonly addStep: (step: Step) => void;
  readonly onFailure: (problem: Problem) => void;
}

/** Changes a note in one step that can be undone. Returns the problem if it is not kept. */
async function changeUserNote(deps: NoteDeps, { before, now }: NoteChange): Promise<Problem | null> {
  const { keeping, notes, title, addStep, onFailure } = deps;
  const problem = await changeNote(keeping, notes, title, { before, now });
  if (problem !== null) return problem;
  const turn = (now ?? before)?.turn ?? 0;
  const did = before === null ? 'write' : now === null ? 'remove' : 'change';
  const goTo = (change: NoteChange) => {
    changeNote(keeping, notes, title, change)
      .then((failed) => failed && onFailure(failed))
      .catch((cause: unknown) => reportError(cause));
  };
  addStep({
    title: `${did} the note on turn ${turn}`,
    undo: () => goTo({ before: now, now: before }),
    redo: () => goTo({ before, now }),
  });
  return null;
}

/** Where a note is, or will be. */
export interface NotePlace {
  readonly turn: number;
  readonly path: Path | null;
}

/** The text as it is kept: without space around it, and never longer than a note may be. */
export const noteWith = (text: string, { turn, path }: NotePlace, before: UserNote | null): UserNote => ({
  id: before?.id ?? newId(),
  turn,
  path,
  text: text.trim().slice(0, longestNote),
  at: new Date().toISOString(),
});

/** `context.input[0].amount, turn 41` */
export const placeWords = ({ turn, path }: NotePlace): string =>
  path === null ? `turn ${turn}` : `${formatPath(path)}, turn ${turn}`;

/** What can be done with the notes of the shown session; null until they are there. */
export function useNoteActions() {
  const notes = useUserNotes();
  const keeping = useKeeping();
  const { title } = useSession();
  const { addStep, undo } = useViewActions();
  const { notify } = useNoticeActions();
  if (notes === null) return null;
  const onFailure = ({ message }: Problem) => notify(`The note is not kept. ${message}`, { tone: 'failure' });
  const deps: NoteDeps = { keeping, notes, title, addStep, onFailure };
  return {
    notes,
    /** Returns the problem if the note is not kept. */
    change: (change: NoteChange) => changeUserNote(deps, change),
    remove(note: UserNote) {
      changeUserNote(deps, { before: note, now: null })
        .then((problem) => {
          if (problem !== null) onFailure(problem);
          else notify(`The note on turn ${note.turn} was removed.`, { undo });
        })
        .catch((cause: unknown) => reportError(cause));
    },
  };
}
