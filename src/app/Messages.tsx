import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { reopenPolicy } from '../state/closing.ts';
import { useNoticeActions, useNotices, useNoticeStore } from '../state/useNotices.ts';
import { useViewStore } from '../state/useView.ts';
import { Button } from '../ui/Button.tsx';
import { Toast } from '../ui/Toast.tsx';
import { ProblemError } from '../worker/connect.ts';

export function Messages() {
  const message = useNotices((notices) => notices.message);
  const reading = useNotices((notices) => notices.reading.at(-1));
  const dialog = useNotices((notices) => notices.dialog);
  const { clearMessage, refuse, showDialog } = useNoticeActions();
  const view = useViewStore();
  const notices = useNoticeStore();
  const queries = useQueryClient();
  const map = message?.map;
  const undo = () => {
    message?.undo?.();
    clearMessage();
  };
  const take = () => {
    message?.offer?.run();
    clearMessage();
  };
  const again = () => {
    clearMessage();
    // Each query shows its own result or failure.
    void repeatFailedQueries(queries);
  };
  return (
    <Toast
      message={message?.text ?? (reading === undefined ? null : `Reading ${reading.name}…`)}
      tone={message?.tone ?? 'plain'}
      // While a dialog is open the message stays: closing the dialog returns the focus to the message's button.
      fades={message?.fades === true && dialog === null}
      // A reading notice stays until the reading ends or is cancelled.
      onClose={message === null ? undefined : clearMessage}
      actions={
        <>
          {message?.report && <Button onClick={() => showDialog('report')}>Import report</Button>}
          {map && <Button onClick={() => refuse(map)}>Map its fields</Button>}
          {message?.reopen && <Button onClick={() => reopenPolicy(view, notices)}>Undo</Button>}
          {message?.offer && <Button onClick={take}>{message.offer.title}</Button>}
          {message?.undo && <Button onClick={undo}>Undo</Button>}
          {message?.retry && <Button onClick={again}>Try again</Button>}
          {reading && <Button onClick={reading.cancel}>Cancel</Button>}
        </>
      }
    />
  );
}

/** Repeats the visible queries that failed because the engine died or did not answer. */
export const repeatFailedQueries = (queries: QueryClient): Promise<void> =>
  queries.refetchQueries({
    type: 'active',
    predicate: ({ state: { error } }) =>
      error instanceof ProblemError && /^engine\/(died|stuck)$/.test(error.problem.code),
  });
