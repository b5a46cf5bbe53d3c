import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Afterwards } from './Afterwards.tsx';

test('what is drawn afterwards comes by itself, also in a browser that does not say when it has drawn', async () => {
  render(<Afterwards>the turns</Afterwards>);
  expect(screen.queryByText('the turns')).toBeNull();
  await screen.findByText('the turns');
});
