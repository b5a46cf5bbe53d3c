import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { EngineClient } from '../../worker/connect.ts';
import type { Rule } from '../../worker/protocol.ts';
import { giveMedia } from '../../ui/testing.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { WhyPanel } from './WhyPanel.tsx';

afterEach(endPanels);

/** On a busy machine the engine's scripts load slowly. */
const patient = { timeout: 30_000 };

const at = (expression: string): Rule => ({ expression, hook: 'middleware.before', match: 'refund' });
const rule = at('input.amount <= 1000 || input.recipient.endsWith("-0")');
const text = refundsOf(50, 1200, 70);

test('the title states the turn, the verdict and the value of the assertion', async () => {
  await showPanel(<WhyPanel />, { text, view: { ownRule: rule, turn: 3 } });
  expect(await screen.findByRole('heading', { name: /turn 3: FIRES \(assert is false\)/ })).toBeTruthy();
});

test('the rule is read in plain words above the reasons', async () => {
  await showPanel(<WhyPanel />, { text, view: { ownRule: rule, turn: 3 } });
  expect(
    await screen.findByTitle('Blocks refund unless the amount is at most 1000 or the recipient ends with "-0"'),
  ).toBeTruthy();
});

test('a rule that computes a value is not said to fire', async () => {
  const ownRule: Rule = { expression: 'input.amount', hook: 'turn', match: null };
  const store = await showPanel(<WhyPanel />, { text, view: { ownRule, turn: 3 } });
  expect(await screen.findByTitle('Gives the amount of the input at a turn', {}, patient)).toBeTruthy();
  // Values at the first turns, and then not known: it is no condition at any of them.
  act(() => store.getState().actions.setRule({ ...ownRule, expression: 'context.llm.tokens.total' }));
  await screen.findByRole('heading', { name: /turn 3: UNKNOWN/ });
  expect(await screen.findByTitle('Gives the number of tokens so far at a turn')).toBeTruthy();
  act(() => store.getState().actions.setRule({ ...ownRule, expression: 'input.amount < 100' }));
  expect(await screen.findByTitle('Fires at a turn unless the amount of the input is less than 100')).toBeTruthy();
});

test('the shortest proof lists the deciding parts with the values they read', async () => {
  await showPanel(<WhyPanel />, { text, view: { ownRule: rule, turn: 3 } });
  const steps = within(await screen.findByRole('list', { name: 'Shortest proof' })).getAllByRole('listitem');
  expect(steps[0]?.textContent).toMatch(/^input\.amount <= 1000→false.*input\.amount.*1200.*turn 3$/);
});

test('for a passing turn only the deciding part is proof, and parts not reached are marked', async () => {
  await showPanel(<WhyPanel />, { text, view: { ownRule: rule, turn: 2 } });
  await screen.findByRole('heading', { name: /turn 2: PASSES/ });
  const proof = within(screen.getByRole('list', { name: 'Shortest proof' }));
  expect(proof.queryByText('input.recipient.endsWith("-0")')).toBeNull();
  expect(within(screen.getByRole('list', { name: 'Every part' })).getAllByText('not reached').length).toBeGreaterThan(
    0,
  );
});

test('a click on a part marks it in the rule', async () => {
  const store = await showPanel(<WhyPanel />, { text, view: { ownRule: rule, turn: 3 } });
  const proof = within(await screen.findByRole('list', { name: 'Shortest proof' }));
  await userEvent.click(proof.getByRole('button', { name: 'input.amount <= 1000' }));
  expect(store.getState().highlight).toEqual({ start: 0, end: 'input.amount <= 1000'.length });
});

test('while a number is tried, the reasons are those of the tried rule and mark parts of the written one', async () => {
  const trial = 'input.amount <= 9 || input.recipient.endsWith("-7")';
  const written = at('input.amount <= 1000 || input.recipient.endsWith("-7")');
  const store = await showPanel(<WhyPanel />, { text, view: { ownRule: written, trial, turn: 2 } });
  expect(await screen.findByRole('heading', { name: /turn 2: FIRES .*9 tried for 1000/ })).toBeTruthy();
  const proof = within(screen.getByRole('list', { name: 'Shortest proof' }));
  await userEvent.click(proof.getByRole('button', { name: 'input.recipient.endsWith("-7")' }));
  const { highlight } = store.getState();
  expect(written.expression.slice(highlight?.start, highlight?.end)).toBe('input.recipient.endsWith("-7")');
});

test('a faulty rule of a policy does not show the previous rule’s reasons, but an unfinished edit keeps them', async () => {
  const store = await showPanel(<WhyPanel />, { text, view: { ownRule: rule, turn: 3 } });
  await screen.findByRole('heading', { name: /turn 3: FIRES/ });
  store.getState().actions.setRule(at('input.amount <='));
  expect(await screen.findByText(/^last valid rule/)).toBeTruthy();
  store.getState().actions.setRule({ expression: '1 <', hook: 'turn', match: null });
  expect(await screen.findByRole('heading', { name: /no verdict/ })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toMatch(/expected/);
});

test('at a turn that is not eligible, links to eligible turns are shown', async () => {
  const store = await showPanel(<WhyPanel />, { text, view: { ownRule: rule, turn: 1 } });
  await userEvent.click(await screen.findByRole('button', { name: 'Next eligible turn: 2' }));
  expect(store.getState().turn).toBe(2);
});

test('a rule for a capability that the session lacks can be changed to run at every capability', async () => {
  const store = await showPanel(<WhyPanel />, { text, view: { ownRule: { ...rule, match: 'send_money' }, turn: 2 } });
  await userEvent.click(await screen.findByRole('button', { name: 'Run it at every tool' }));
  expect(store.getState().ownRule).toEqual({ ...rule, match: null });
});

test('a missing field is reported in a sentence', async () => {
  await showPanel(<WhyPanel />, { text, view: { ownRule: at('input.nothing == 1'), turn: 2 } });
  await screen.findByRole('heading', { name: /turn 2: ERROR/ });
  expect(screen.getByRole('region', { name: 'Why' }).textContent).toContain('nothing');
});

test('inside a macro, the deciding element is marked', async () => {
  const exists: Rule = {
    expression: '!context.capabilities.refund.inputs.exists(i, i.amount > 1000)',
    hook: 'middleware.after',
    match: 'refund',
  };
  await showPanel(<WhyPanel />, { text, view: { ownRule: exists, turn: 4 } });
  await screen.findByRole('heading', { name: /turn 4: FIRES/ });
  expect((await screen.findAllByText('decided'))[0]?.closest('li')?.textContent).toContain('1200');
});

test('the elements of a macro are linked to the turns that wrote them', async () => {
  const exists = at('!context.capabilities.refund.inputs.exists(i, i.amount > 1000)');
  const view = { ownRule: { ...exists, hook: 'middleware.after' } as const, turn: 4 };
  const store = await showPanel(<WhyPanel />, { text, view });
  await screen.findByRole('heading', { name: /turn 4: FIRES/ });
  const decided = (await screen.findAllByText('decided'))[0]?.closest('li') ?? document.body;
  await userEvent.click(within(decided).getByRole('button', { name: 'written at turn 3' }));
  expect(store.getState().turn).toBe(3);
});

test('a computed value is shown whole on demand', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `"name number ${index}"`).join(', ');
  await showPanel(<WhyPanel />, { text, view: { ownRule: at(`[${names}].filter(n, n != "") == []`), turn: 3 } });
  const proof = within(await screen.findByRole('list', { name: 'Shortest proof' }));
  const value = proof.getAllByRole('button', { expanded: false })[0];
  expect.assert(value !== undefined);
  expect(value.textContent).not.toContain('number 15');
  await userEvent.click(value);
  await waitFor(() => expect(value.textContent).toBe(`[${names}]`));
  await userEvent.click(value);
  expect(value.textContent).not.toContain('number 15');
});

test('without a rule, the panel describes its content', async () => {
  await showPanel(<WhyPanel />, { text });
  expect(await screen.findByText('There is no rule yet.')).toBeTruthy();
});

test('an unfinished rule keeps the last reasons', async () => {
  const store = await showPanel(<WhyPanel />, { text, view: { ownRule: rule, turn: 3 } });
  await screen.findByRole('list', { name: 'Shortest proof' });
  store.getState().actions.setRule(at('input.amount <='));
  await waitFor(() => expect(screen.getByText(/^last valid rule/)).toBeTruthy());
  expect(screen.getByRole('list', { name: 'Shortest proof' })).toBeTruthy();
});

test('the reasons of an unfinished rule are those of the rule that the ribbon shows, also after fast keys', async () => {
  const typed = at('input.amount <= 10');
  let isSlow = true;
  const swept: Rule[] = [];
  const through = (engine: EngineClient) =>
    new Proxy(engine, {
      get(target, name: keyof EngineClient) {
        if (name === 'sweep')
          return async (...asked: Parameters<EngineClient['sweep']>) => {
            const answer = await target.sweep(...asked);
            swept.push(asked[0].rule);
            return answer;
          };
        if (name === 'explain')
          return (...asked: Parameters<EngineClient['explain']>) =>
            // The next key overtakes the answer to this one.
            isSlow && asked[0].rule === typed ? new Promise<never>(() => {}) : target.explain(...asked);
        return target[name];
      },
    });
  const view = { ownRule: at('input.amount <= 100'), turn: 2 };
  const store = await showPanel(<WhyPanel />, { text, view, through });
  await screen.findByRole('heading', { name: /turn 2: PASSES/ });
  act(() => store.getState().actions.setRule(typed));
  await waitFor(() => expect(swept).toContain(typed));
  await act(async () => {});
  isSlow = false;
  act(() => store.getState().actions.setRule(at('input.amount <=')));
  expect(await screen.findByRole('heading', { name: /turn 2: FIRES .*last valid rule/ })).toBeTruthy();
});

test('changes that would turn the verdict are shown with the distance of the value', async () => {
  await showPanel(<WhyPanel />, { text, view: { ownRule: at('input.amount <= 1000'), turn: 3 } });
  const turning = within(await screen.findByRole('region', { name: 'Changes that would turn the verdict' }));
  expect(turning.getByRole('heading').textContent).toBe('It would pass with');
  expect(turning.getByRole('listitem').textContent).toMatch(/^input\.amount 1000 or less.*now.*1200.*more than 1000/);
});

const gateway = (...rules: readonly string[]) =>
  `mcp:\n  policies:\n    mcpAuthorization:\n      rules:\n${rules.map((one) => `      - ${one}\n`).join('')}`;

/** The first rule of a gateway's policy in the editor; turn 3 is a call of refund. */
function allowing(...rules: readonly string[]) {
  const [expression = ''] = rules;
  const hook = 'agentgateway.tool-call.before';
  const allow = { expression, hook, match: null, ofPolicy: true, yields: 'allow' } as const;
  const id = 'mcp.policies.mcpAuthorization.rules[0]';
  const policy = { name: 'gateway.yaml', text: gateway(...rules) };
  return { turn: 3, policy, policyRule: { id, rule: allow, baseline: allow } };
}

test('a rule that allows and is false shows the values with which the call would be allowed', async () => {
  giveMedia();
  await showPanel(<WhyPanel />, { text, view: allowing('mcp.tool.name == "lookup"') });
  const wanted = within(
    await screen.findByRole('region', { name: 'Changes by which the call would be allowed' }, patient),
  );
  expect(wanted.getByRole('heading').textContent).toBe('The call would be allowed with');
  expect(wanted.getByRole('listitem').textContent).toMatch(/^mcp\.tool\.name "lookup"now"refund"/);
});

test('where another rule allows the call, a rule that is false needs no other values', async () => {
  giveMedia();
  await showPanel(<WhyPanel />, { text, view: allowing('mcp.tool.name == "lookup"', 'mcp.tool.name == "refund"') });
  const said = await screen.findByText(/rule is true here: allow 2\./, undefined, patient);
  expect(said.closest('p')?.textContent).toBe(
    'Another allow rule is true here: allow 2. Of the rules that allow, one is enough.',
  );
  expect(screen.queryByRole('region', { name: 'Changes by which the call would be allowed' })).toBeNull();
});

test('a rule that allows never fires, and is true: it would not allow with other values', async () => {
  giveMedia();
  await showPanel(<WhyPanel />, { text, view: allowing('mcp.tool.name == "refund"') });
  const turning = await screen.findByRole('region', { name: 'Changes that would turn the verdict' }, patient);
  expect(within(turning).getByRole('heading').textContent).toBe('The rule would not allow it with');
  expect(screen.queryByRole('region', { name: 'Nearest misses' })).toBeNull();
});

test('while the rule is typed, the last changes stay until the next ones are there', async () => {
  const store = await showPanel(<WhyPanel />, { text, view: { ownRule: at('input.amount <= 1000'), turn: 3 } });
  const name = 'Changes that would turn the verdict';
  const section = await screen.findByRole('region', { name });
  act(() => store.getState().actions.setRule(at('input.amount <= 100')));
  expect(section.isConnected).toBe(true);
  expect(section.getAttribute('aria-busy')).toBe('true');
  expect(section.textContent).toContain('1000 or less');
  await waitFor(() => expect(section.textContent).toContain('100 or less'));
  expect(section.getAttribute('aria-busy')).toBe('false');

  act(() => store.getState().actions.setRule(at('input.amount <=')));
  await screen.findByText(/^last valid rule/);
  expect(section.isConnected).toBe(true);
  act(() => store.getState().actions.setRule(at('input.amount <= 7000')));
  await waitFor(() => expect(section.textContent).toContain('more than 7000'));
  expect(section.querySelector('h3')?.textContent).toBe('It would fire with');
});

test('a fix is applied with one click, and shows which verdicts it changes', async () => {
  const store = await showPanel(<WhyPanel />, { text, view: { ownRule: at('input.amout <= 1000'), turn: 2 } });
  const ways = within(await screen.findByRole('region', { name: 'Ways to fix it' }));
  expect(ways.getByText(/fails with this error at 3 of 3 eligible turns/)).toBeTruthy();
  const [first] = ways.getAllByRole('button', { name: /error → passes/ });
  expect(first?.textContent).toMatch(/read amount instead.*input\.amount <= 1000.*error → passes 2.*error → fires 1/);
  await userEvent.click(first ?? document.body);
  expect(store.getState().ownRule?.expression).toBe('input.amount <= 1000');
});

test('the parts that read the focused path are marked and counted', async () => {
  const view = { ownRule: at('size(context.input) < 3 && input.amount <= 1000'), turn: 3 };
  const store = await showPanel(<WhyPanel />, { text, view });
  await screen.findByRole('list', { name: 'Shortest proof' });
  store.getState().actions.focusPath(['context', 'input', 0]);
  expect(await screen.findByText(/One part reads/)).toBeTruthy();
  const marked = within(screen.getByRole('list', { name: 'Every part' }))
    .getAllByRole('listitem')
    .filter((line) => line.dataset['reads'] === 'true');
  expect(marked.map((line) => within(line).getAllByRole('button')[0]?.textContent)).toEqual(['context.input']);
  store.getState().actions.focusPath(['context', 'user']);
  expect(await screen.findByText(/No part of this rule reads/)).toBeTruthy();
});

test('for a rule that fires nowhere, the nearest turns are links', async () => {
  const store = await showPanel(<WhyPanel />, { text, view: { ownRule: at('input.amount <= 2000'), turn: 1 } });
  const nearest = within(await screen.findByRole('region', { name: 'Nearest misses' }));
  expect(nearest.getByRole('heading').textContent).toMatch(
    /^The rule fires nowhere; nearest to it, of \d+ passing turns:$/,
  );
  const lines = nearest.getAllByRole('listitem').map((line) => line.textContent);
  expect(lines[0]).toMatch(/3.*input\.amount 1200 → more than 2000/);
  await userEvent.click(nearest.getByRole('button', { name: 'Go to turn 3' }));
  expect(store.getState().turn).toBe(3);
});

test('many elements are a sortable table, with their number', async () => {
  const amounts = Array.from({ length: 20 }, (_, at) => at * 10);
  const exists: Rule = {
    expression: '!context.capabilities.refund.inputs.exists(i, i.amount == 30)',
    hook: 'middleware.after',
    match: 'refund',
  };
  await showPanel(<WhyPanel />, { text: refundsOf(...amounts), view: { ownRule: exists, turn: 21 } });
  const [summary] = await screen.findAllByText(/17 elements tried/);
  await userEvent.click(summary ?? document.body);
  const grid = within((await screen.findAllByRole('grid', { name: 'Elements tried' }))[0] ?? document.body);
  expect(grid.getByRole('columnheader', { name: /decided/ }).getAttribute('aria-sort')).toBe('ascending');
  await userEvent.click(grid.getByRole('button', { name: /element/ }));
  expect(grid.getByRole('columnheader', { name: /element/ }).getAttribute('aria-sort')).toBe('ascending');
});

test('with a policy, its steps at the turn are listed in order, with the message to the model', async () => {
  const manifest = `capabilities:
  refund:
    before:
      - assert: input.amount > 0
      - assert: input.amount <= 1000
        error_message: Ask a person first
      - assert: input.recipient != ""
`;
  const view = { ownRule: rule, turn: 3, policy: { name: 'refunds.yaml', text: manifest } };
  const store = await showPanel(<WhyPanel />, { text, view });
  const policy = within(await screen.findByRole('region', { name: 'The policy at this turn' }));
  expect(policy.getByRole('heading').textContent).toBe('The policy blocks this turn');
  await waitFor(() => expect(policy.getAllByRole('button').length).toBe(3));
  const steps = policy.getAllByRole('listitem').map((step) => step.textContent);
  expect(steps).toEqual([
    expect.stringMatching(/passed$/),
    expect.stringMatching(/failed.*Ask a person first/),
    expect.stringMatching(/not reached$/),
  ]);
  await userEvent.click(policy.getAllByRole('button')[1] ?? document.body);
  expect(store.getState().policyRule?.rule.expression).toBe('input.amount <= 1000');
});

test('a rule that reads history across a gap in the recording gets a warning', async () => {
  const said = (content: string) => JSON.stringify({ role: 'user', content });
  const cut = `[${said('one')}, ..., ${said('two')}, ${said('three')}]`;
  const counting: Rule = { expression: 'context._history.turn_count < 9', hook: 'turn', match: null };
  const store = await showPanel(<WhyPanel />, { text: cut, view: { ownRule: counting, turn: 2 } });
  expect(await screen.findByText(/gap before turn 1: .* the rule sees only the recorded part/)).toBeTruthy();
  store.getState().actions.setRule({ ...counting, expression: 'has(input.message) || true' });
  await waitFor(() => expect(screen.queryByText(/gap before/)).toBeNull());
  store.getState().actions.setRule(counting);
  expect(await screen.findByText(/gap before/)).toBeTruthy();
  store.getState().actions.moveCursor(0);
  await screen.findByRole('heading', { name: /turn 0/ });
  await waitFor(() => expect(screen.queryByText(/gap before/)).toBeNull());
});
