import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Dialog } from './Dialog.tsx';
import { giveDialogs } from './testing.ts';

giveDialogs();

test('Escape closes a dialog at once, so that keys typed after it reach the page', () => {
  const close = vi.fn<() => void>();
  render(
    <Dialog title="Words" onClose={close}>
      <input type="file" aria-label="File" />
    </Dialog>,
  );
  const cancel = () => new Event('cancel', { bubbles: true, cancelable: true });
  // A file input’s own event is not Escape.
  fireEvent(screen.getByLabelText('File'), cancel());
  expect(close).not.toHaveBeenCalled();
  fireEvent(screen.getByRole('dialog', { hidden: true }), cancel());
  expect(close).toHaveBeenCalledOnce();
});
