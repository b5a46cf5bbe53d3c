import { reopenPolicy } from '../state/closePolicy.ts';
import { useNoticeActions, useNotices, useNoticeStore } from '../state/useNotices.ts';
import { useViewStore } from '../state/useView.ts';
import { Button } from '../ui/Button.tsx';
import { Toast } from '../ui/Toast.tsx';

export function Messages() {
  const message = useNotices((notices) => notices.message);
  const dialog = useNotices((notices) => notices.dialog);
  const { clearMessage, showDialog } = useNoticeActions();
  const view = useViewStore();
  const notices = useNoticeStore();
  return (
    <Toast
      message={message?.text ?? null}
      tone={message?.tone ?? 'plain'}
      // Whoever closes the dialog comes back to the button that opened it.
      fades={message?.fades === true && dialog === null}
      onClose={clearMessage}
      actions={
        message?.report === true ? (
          <Button onClick={() => showDialog('report')}>Import report</Button>
        ) : (
          message?.reopen === true && <Button onClick={() => reopenPolicy(view, notices)}>Bring it back</Button>
        )
      }
    />
  );
}
