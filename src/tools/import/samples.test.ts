import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { openText } from '../../engine/opening/open-text.ts';
import { openEntry } from '../../engine/opening/open-session.ts';
import { systemOf } from '../../engine/systems/systems.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import { decisionsOf } from '../../engine/rules/decisions.ts';
import { sweep } from '../../engine/rules/sweep.ts';
import { fileOf, indexText, sampleFolder, sampleText } from './make-samples.ts';
import { sampleRecipes } from './samples.ts';
import type { SampleRecipe } from './samples.ts';

const stored = (file: string) => readFileSync(join(sampleFolder, file), 'utf8');

async function opened(recipe: SampleRecipe): Promise<OpenSession> {
  const text = await openText(stored(fileOf(recipe)));
  if (!text.ok) throw new Error(text.problem.message);
  const session = openEntry(text.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

async function turnsThatFire(recipe: SampleRecipe): Promise<{ readonly fires: number[]; readonly unclear: number }> {
  const session = await opened(recipe);
  const fires: number[] = [];
  const result = await sweep(session, recipe.rule, decisionsOf(session), unhurried, (turn, verdict) => {
    if (verdict === 'fire') fires.push(turn);
  });
  expect(result.problem).toBeNull();
  return { fires, unclear: result.counts.error };
}

test('the index is up to date with the recipes', () => {
  expect(stored('index.json')).toBe(indexText());
});

describe.each(sampleRecipes)('sample $id', (recipe) => {
  test('is up to date with its fixture', async () => {
    expect(stored(fileOf(recipe))).toBe(await sampleText(recipe));
  });

  test('has a starter rule that fires and never errs', async () => {
    const { fires, unclear } = await turnsThatFire(recipe);
    expect(fires).not.toEqual([]);
    expect(unclear).toBe(0);
  });
});

test('the first sample’s rule stops the payment to the stranger and no other', async () => {
  const [recipe] = sampleRecipes;
  expect.assert(recipe !== undefined);
  const { fires } = await turnsThatFire(recipe);
  const { invocations } = (await opened(recipe)).history;
  const payments = invocations.filter((invocation) => invocation.function === 'send_money');
  const stopped = payments.filter((payment) => fires.includes(payment.turn));
  expect(payments).toHaveLength(2);
  expect(stopped.map((payment) => payment.input)).toMatchObject([{ recipient: 'US133000000121212121212' }]);
});

test('the third sample’s rule breaks the loop from the fourth try on', async () => {
  const recipe = sampleRecipes[2];
  expect.assert(recipe !== undefined);
  const { fires } = await turnsThatFire(recipe);
  const { invocations } = (await opened(recipe)).history;
  const tries = invocations.filter(({ function: key }) => key === recipe.rule.match);
  expect(fires).toEqual(tries.slice(3).map(({ turn }) => turn));
});
