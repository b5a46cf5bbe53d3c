import { useNoticeActions, useNotices } from '../state/useNotices.ts';
import { Button } from '../ui/Button.tsx';
import { Toast } from '../ui/Toast.tsx';

export function Messages() {
  const message = useNotices((notices) => notices.message);
  const { clearMessage, showDialog } = useNoticeActions();
  return (
    <Toast
      message={message?.text ?? null}
      tone={message?.tone ?? 'plain'}
      fades={message?.fades ?? false}
      onClose={clearMessage}
      actions={message?.report === true && <Button onClick={() => showDialog('report')}>Import report</Button>}
    />
  );
}
