import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveMedia } from '../../ui/testing.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { Pipeline } from './Pipeline.tsx';

beforeEach(giveMedia);
afterEach(endPanels);

const text = `capabilities:
  refund:
    bindings:
      by: '"desk"'
    before:
      - assert: input.by == "desk"
      - invoke: audit
        bindings: { sum: input.amount }
    after:
      - transform: output.refunded
`;
/** On a busy machine the engine's scripts load slowly. */
const patient = { timeout: 30_000 };

test('the policy’s steps are listed in order, and changed values are shown beside the recorded ones', async () => {
  await showPanel(<Pipeline turn={2} />, { text: refundsOf(50), view: { policy: { name: 'p', text } } });
  const steps = await screen.findByRole('list', { name: 'Steps of the policy' }, patient);
  const lines = within(steps).getAllByRole('listitem');
  expect(lines.map((line) => /passed/.test(line.textContent ?? ''))).toEqual([true, true, true]);
  expect(lines[1]?.textContent).toContain('was not recorded');
  const changes = screen
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
  expect(changes).toEqual([
    'input after bindings and transforms: {"amount": 50, "recipient": "customer-0", "by": "desk"}',
    'recorded input: {"amount": 50, "recipient": "customer-0"}',
    'output after the transforms: 50',
    'recorded output: {"refunded": 50}',
  ]);
});
