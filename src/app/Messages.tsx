import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { reopenPolicy } from '../state/closePolicy.ts';
import { useNoticeActions, useNotices, useNoticeStore } from '../state/useNotices.ts';
import { useViewStore } from '../state/useView.ts';
import { Button } from '../ui/Button.tsx';
import { Toast } from '../ui/Toast.tsx';
import { ProblemError } from '../worker/connect.ts';

export function Messages() {
  const message = useNotices((notices) => notices.message);
  const reading = useNotices((notices) => notices.reading.at(-1));
  const dialog = useNotices((notices) => notices.dialog);
  const { clearMessage, showDialog } = useNoticeActions();
  const view = useViewStore();
  const notices = useNoticeStore();
  const queries = useQueryClient();
  const again = () => {
    clearMessage();
    // Each of them says for itself how it came out.
    void askAgain(queries);
  };
  return (
    <Toast
      message={message?.text ?? (reading === undefined ? null : `Reading ${reading.name}…`)}
      tone={message?.tone ?? 'plain'}
      // Whoever closes the dialog comes back to the button that opened it.
      fades={message?.fades === true && dialog === null}
      // What is being read stays in sight until it is read or cancelled.
      onClose={message === null ? undefined : clearMessage}
      actions={
        <>
          {message?.report && <Button onClick={() => showDialog('report')}>Import report</Button>}
          {message?.reopen && <Button onClick={() => reopenPolicy(view, notices)}>Bring it back</Button>}
          {message?.again && <Button onClick={again}>Try again</Button>}
          {reading && <Button onClick={reading.cancel}>Cancel</Button>}
        </>
      }
    />
  );
}

/** Asks what is in sight and was left unanswered by an engine that died or fell silent. */
export const askAgain = (queries: QueryClient): Promise<void> =>
  queries.refetchQueries({
    type: 'active',
    predicate: ({ state: { error } }) =>
      error instanceof ProblemError && /^engine\/(died|stuck)$/.test(error.problem.code),
  });
