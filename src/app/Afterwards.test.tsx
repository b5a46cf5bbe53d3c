import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Afterwards } from './Afterwards.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('what is drawn afterwards comes by itself, also in a browser that does not say when it has drawn', async () => {
  render(<Afterwards>the turns</Afterwards>);
  expect(screen.queryByText('the turns')).toBeNull();
  await screen.findByText('the turns');
});

test('it comes too where the browser says that it reports its drawings, and does not', async () => {
  class Silent {
    static readonly supportedEntryTypes = ['paint'];
    readonly observe = () => undefined;
    readonly disconnect = () => undefined;
  }
  vi.stubGlobal('PerformanceObserver', Silent);
  render(<Afterwards>the turns</Afterwards>);
  expect(await screen.findByText('the turns')).toBeTruthy();
});
