import { expect, test } from 'vitest';
import { reportText } from './ReportDialog.tsx';

test('the copied report lists losses first, each line with its place', () => {
  const text = reportText('“hi” was read as a chat.', [
    { severity: 'info', code: 'a', message: 'Nothing to see.' },
    { severity: 'lost', code: 'b', message: 'One message is gone.', place: 'messages[4]' },
  ]);
  expect(text).toBe(
    '“hi” was read as a chat.\n\nLost\n- One message is gone. (messages[4])\n\nWorth knowing\n- Nothing to see.\n',
  );
});
