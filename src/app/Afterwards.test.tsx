import { render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
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

test('once the page is on the screen, the last part comes after the others', async () => {
  const reports: (() => void)[] = [];
  const drawing = { getEntriesByName: () => [{}] };
  class Reporting {
    constructor(report: (list: typeof drawing) => void) {
      reports.push(() => report(drawing));
    }
    readonly observe = () => undefined;
    readonly disconnect = () => undefined;
  }
  vi.stubGlobal('PerformanceObserver', Reporting);
  const order: string[] = [];
  const Part = ({ name }: { readonly name: string }) => {
    // With the drawing itself: an effect may run later than the text is found.
    useLayoutEffect(() => void order.push(name), [name]);
    return name;
  };
  render(
    <>
      <Afterwards isLast>
        <Part name="the turns" />
      </Afterwards>
      <Afterwards>
        <Part name="the rule" />
      </Afterwards>
      <Afterwards isAtOnce>
        <Part name="a long rule" />
      </Afterwards>
    </>,
  );
  expect(order).toEqual(['a long rule']);
  // A browser calls all observers in one task.
  for (const report of reports) report();
  await screen.findByText(/the turns/);
  expect(order).toEqual(['a long rule', 'the rule', 'the turns']);
});
