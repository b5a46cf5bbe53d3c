import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { giveMedia } from '../../../ui/testing.ts';
import { endPanels, refundsOf, showPanel } from '../../testing.tsx';
import { TimelinePanel } from '../TimelinePanel.tsx';

giveMedia();
afterEach(endPanels);

// Turns: 0 input, 1 llm, 2 … 5 refunds, 6 llm.
const text = refundsOf(50, 1200, 70, 900);
const manifest = `
guardrails:
  before:
    - assert: size(input) > 0
capabilities:
  refund:
    before:
      - assert: input.amount <= 1000
        error_message: too much
      - assert: context.capabilities.refund.count_restricted == 0
        on_fail: continue
      - invoke: notify
`;
const policy = { name: 'agent.yaml', text: manifest };

// The manifest reader is loaded on first use, which may take time.
const ribbon = (name: string) => screen.findByRole('slider', { name });

test('each rule of the policy has a ribbon, and so has the policy’s outcome', async () => {
  await showPanel(<TimelinePanel />, { text, view: { policy, turn: 3 } });
  const whole = await ribbon('policy');
  expect(whole.getAttribute('aria-valuetext')).toBe('turn 3, blocks, refund');
  const first = await ribbon('refund before 1');
  await waitFor(() => expect(first.getAttribute('aria-valuetext')).toBe('turn 3, fires, refund'));
  expect(await ribbon('guardrail before 1')).toBeTruthy();
  expect(screen.getByText('This step calls a capability and has no verdict.')).toBeTruthy();
});

test('turns after the first divergence are marked, because the run would differ there', async () => {
  await showPanel(<TimelinePanel />, { text, view: { policy, turn: 4 } });
  const whole = await ribbon('policy');
  expect(whole.getAttribute('aria-valuetext')).toBe('turn 4, fails and continues, the run would differ here, refund');
  const rule = await ribbon('refund before 1');
  expect(rule.getAttribute('aria-valuetext')).toBe('turn 4, passes, the run would differ here, refund');
  const status = await screen.findByRole('status', { name: 'Policy' });
  await waitFor(() =>
    expect(status.textContent).toBe(
      '1 block · 2 continued of 5 judged turns. The session would have gone differently from turn 3 on. The later turns (3 turns, hatched) are judged as recorded, although the run would differ there.',
    ),
  );
});

test('Enter on a rule’s ribbon puts the rule in the editor', async () => {
  const store = await showPanel(<TimelinePanel />, { text, view: { policy } });
  const second = await ribbon('refund before 2');
  second.focus();
  await userEvent.setup().keyboard('{Enter}');
  expect(store.getState()).toMatchObject({
    policyRule: {
      id: 'capabilities.refund.before[1]',
      rule: { expression: 'context.capabilities.refund.count_restricted == 0', hook: 'middleware.before' },
    },
  });
  expect(screen.getByText('refund before 2').getAttribute('aria-current')).toBe('true');
});

test('a text that is no manifest shows the problem, and without a policy there are no rows', async () => {
  const store = await showPanel(<TimelinePanel />, { text, view: { policy: { name: 'x', text: '- [' } } });
  await waitFor(() => expect(screen.getByRole('status', { name: 'Policy' }).textContent).not.toBe(''));
  expect(screen.queryByRole('slider', { name: 'draft' })).toBeNull();
  act(() => store.getState().actions.closePolicy());
  expect(screen.queryByRole('status', { name: 'Policy' })).toBeNull();
});
