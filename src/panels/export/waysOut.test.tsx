import { Blob as NodeBlob } from 'node:buffer';
import { afterEach, expect, test, vi } from 'vitest';
import { foundIn, planted } from '../../engine/importers/battery/planted/testing.ts';
import { defaultDecisions } from '../../engine/model/decisions.ts';
import { inProcessEngine } from '../../services/engine/testing.ts';
import { unpack } from '../../services/packing.ts';
import { packedIn } from '../../state/url.ts';
import { hidingWith } from '../hidingWith.ts';
import { hideTexts } from '../savePicture.ts';
import { choiceOf, firstChosen } from './chosen.ts';
import { type Outgoing, waysOut } from './waysOut.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Notes of the user, half of them with a secret in the path. */
const notes = planted.map(({ value }, at) => ({
  id: `${at}`,
  turn: at % 100,
  path: at % 2 === 0 ? ['context', 'input', value] : null,
  text: at % 2 === 0 ? 'Who sent this?' : `Why ${value}?`,
  at: null,
}));

/** A chat with all secrets in its messages, and in the arguments and the result of a call. */
const text = JSON.stringify({
  messages: [
    ...planted.slice(0, 100).map(({ value }) => ({ role: 'user', content: `My key is ${value} today.` })),
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: 'a',
          type: 'function',
          function: { name: 'note', arguments: JSON.stringify({ list: planted.slice(100).map(({ value }) => value) }) },
        },
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: planted.map(({ value }) => value).join(' and ') },
  ],
});

const rule = { expression: 'size(input.list) < 5', hook: 'middleware.before', match: 'note' } as const;

async function outgoing(engine: ReturnType<typeof inProcessEngine>['client']): Promise<Outgoing> {
  const { source } = await engine.open({ text, name: 'a' });
  const outline = await engine.openSession({ source, entry: 0 });
  const session = outline.ref;
  const choice = choiceOf(firstChosen(outline, 0, null), notes);
  const asked = { session, choice, rules: [rule], policy: null, decisions: defaultDecisions, seed: 'a' };
  const { title, fileName } = await engine.prepareLeaving(asked);
  const left = await engine.leavingText(asked);
  return {
    text: left.text,
    title,
    fileName,
    link: {
      view: {
        session: null,
        turn: 0,
        tab: null,
        main: 'transcript',
        axis: 'turns',
        decisions: {},
        rule,
        baseline: rule,
      },
      policy: null,
      page: 'http://127.0.0.1:4173/',
    },
    review: async () => (await engine.leavingReview({ ...asked, rule, baseline: null })).text,
  };
}

/** What left: what is on the clipboard and in files, and what is packed in it. */
async function allIn(left: readonly (string | Blob)[]): Promise<string> {
  const texts = await Promise.all(left.map(async (one) => (typeof one === 'string' ? one : one.text())));
  const packed = texts.flatMap((one) => (/^http:\S+$/.test(one) ? (packedIn(new URL(one).hash).session ?? []) : []));
  return [...texts, ...(await Promise.all(packed.map((one) => unpack(one))))].join('\n');
}

test.each(waysOut)('of 200 secrets none leaves by $id, and the rest of the session does', async (way) => {
  const left: (string | Blob)[] = [];
  vi.stubGlobal('Blob', NodeBlob);
  vi.stubGlobal('fetch', async () => new Response('<html><!-- session --></html>'));
  vi.stubGlobal('navigator', { clipboard: { writeText: async (one: string) => void left.push(one) } });
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => (left.push(blob), 'blob:x'), revokeObjectURL: () => {} }),
  );
  const engine = inProcessEngine();
  await way.send(await outgoing(engine.client));
  engine.dispose();
  const all = await allIn(left);
  expect(foundIn(all)).toEqual([]);
  // The review quotes the call.
  expect(all).toContain(way.id === 'review' ? '### Turn 101' : ' today.');
  // It would be found.
  expect(foundIn(text)).toHaveLength(200);
});

test('of 200 secrets in the labels of a picture none leaves', async () => {
  const engine = inProcessEngine();
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const { value } of planted) {
    const label = document.createElementNS('http://www.w3.org/2000/svg', 'text');
    label.textContent = `lookup ${value}`;
    drawing.append(label);
  }
  expect(foundIn(drawing.outerHTML).length).toBeGreaterThan(195);
  await hideTexts(drawing, hidingWith(engine.client));
  engine.dispose();
  expect(foundIn(new XMLSerializer().serializeToString(drawing))).toEqual([]);
  expect(drawing.querySelectorAll('text')).toHaveLength(200);
  expect(drawing.textContent).toMatch(/^lookup /);
});
