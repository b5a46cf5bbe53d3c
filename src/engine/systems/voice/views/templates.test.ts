import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRecord, type RecordValue } from '../../../model/value.ts';
import type { CallsMade } from '../../moment.ts';
import { apply } from '../apply.ts';
import type { CallEvent } from '../event.ts';
import { startOf, type CallHeader } from '../header.ts';
import { historyOf } from '../history.ts';
import { voice } from '../index.ts';
import { voiceSamples } from '../samples.ts';
import { resolveText } from '../template.ts';
import { call } from '../testing.ts';
import type { CallSession } from '../trail.ts';
import type { TemplatePreview } from './template-preview.ts';
import { templatesAt, type TemplatesShown } from './templates.ts';
import { cutAfter, momentOf, ranOf, recordingOf } from './testing.ts';

const all: TemplatesShown = { from: 0, to: 100, template: null };
const shownAt = (session: CallSession, turn?: number, shown: Partial<TemplatesShown> = {}, calls?: CallsMade) =>
  templatesAt(momentOf(session, turn, calls), { ...all, ...shown });

function tried(session: CallSession, text: string, turn?: number): TemplatePreview {
  const { preview } = shownAt(session, turn, { template: text });
  if (preview === null) throw new Error('what is tried is filled');
  return preview;
}

/** The text with every placeholder replaced by its shown value. */
function heard({ text, placeholders }: TemplatePreview): string {
  let position = 0;
  const parts = placeholders.map(({ start, end, filled }) => {
    const before = text.slice(position, start);
    position = end;
    return before + filled;
  });
  return parts.join('') + text.slice(position);
}

const context: RecordValue = {
  current_agent: 'greeter',
  user: { name: 'Asha', nothing: null },
  workflow: { meals: ['idli'], left: 2 },
};
const header: Partial<CallHeader> = { context, variables: [{ name: 'user.nick', default: 'you' }] };
const events: readonly CallEvent[] = [
  { type: 'agent-spoke', template: 'Hi {{user.name}}', text: 'Hi Asha' },
  { type: 'tool-called', tool: 'log', params: { meal: 'Lunch' } },
  { type: 'value-appended', path: 'workflow.meals', value: 'rice' },
  { type: 'value-deleted', path: 'workflow.left' },
  { type: 'tool-ended', outcome: 'ok' },
  { type: 'agent-spoke', template: '{{workflow.meals[-1]}} it is', text: 'rice it is' },
  { type: 'value-set', path: 'workflow.meals', value: ['all'] },
  { type: 'agent-spoke', template: 'Hi {{user.name}}', text: 'Hi Asha' },
  { type: 'agent-spoke', text: 'Bye {{user.gone}}' },
];

describe('the templates of a call', () => {
  const session = recordingOf(events, header);

  it('are those spoken up to the turn; the last used one is selected', () => {
    expect(shownAt(session, 0)).toMatchObject({
      total: 1,
      chosen: 0,
      rows: [{ kind: 'said', text: 'Hi {{user.name}}', uses: 1, turn: 0 }],
      preview: { heard: 'Hi Asha' },
    });
    expect(shownAt(session, 1)).toMatchObject({ total: 1, chosen: 0, preview: { heard: null } });
    expect(shownAt(session, 3)).toMatchObject({
      total: 2,
      chosen: 0,
      rows: [
        { text: 'Hi {{user.name}}', uses: 2, turn: 3 },
        { text: '{{workflow.meals[-1]}} it is', uses: 1, turn: 2 },
      ],
    });
  });

  it('include spoken texts whose braces reached the caller', () => {
    expect(shownAt(session, 4)).toMatchObject({
      chosen: 2,
      preview: { placeholders: [{ path: 'user.gone', found: 'unresolved' }], heard: 'Bye {{user.gone}}' },
    });
  });

  it('are filled with the state after the turn, which may be more than the caller heard', () => {
    expect(shownAt(session, 2).preview).toMatchObject({
      placeholders: [{ filled: 'all', written: { turn: 2, by: 'outside of tools' } }],
      heard: 'rice it is',
    });
  });

  it('are found in the configuration of a header or beside the context, but not in data', () => {
    const loose = {
      title: 'about {{user.name}}',
      context: { user: { note: '{{user.name}}' }, greeting: 'Hello {{user.name}}' },
      agents: [{ prompt: { system: 'Help {{user.name}}', greeting: 'plain' } }],
    };
    const configured = recordingOf([{ type: 'user-spoke' }], loose);
    expect(shownAt(configured).rows.map(({ kind, place, text, uses }) => [kind, place, text, uses])).toEqual([
      ['configuration', 'agents[0].prompt.system', 'Help {{user.name}}', 0],
      ['configuration', 'greeting', 'Hello {{user.name}}', 0],
    ]);
  });

  it('use the defaults of their own prompt before those of the call', () => {
    const agent = (name: string, otherwise: string) => ({
      name,
      prompt: { greeting: 'Hi {{user.nick}}', variables: [{ name: 'user.nick', default: otherwise }] },
      tts: { voice_id: '{{user.nick}}' },
    });
    const opened = voice.opening({ context, agents: [agent('a', 'friend'), agent('b', 'sir')] });
    if (!opened.ok) throw new Error(opened.problem.message);
    const session = recordingOf([{ type: 'user-spoke' }], {
      ...opened.value.header,
      variables: header.variables ?? [],
    });
    const filledBy = (template: number) => {
      const { rows, preview } = shownAt(session, 0, { template });
      return [rows[template]?.place, preview?.placeholders[0]?.filled];
    };
    expect([0, 1, 2, 3].map(filledBy)).toEqual([
      ['agents[0].prompt.greeting', 'friend'],
      ['agents[0].tts.voice_id', 'friend'],
      ['agents[1].prompt.greeting', 'sir'],
      ['agents[1].tts.voice_id', 'sir'],
    ]);
    expect(tried(session, 'Hi {{user.nick}}').placeholders[0]?.filled).toBe('you');
  });

  it('are found in the calls of a run, in arguments that an operation resolves', () => {
    const { session: run, calls } = ranOf(
      [
        call('agent_says', { text: 'Hi {{user.name}}' }),
        call('set', { path: 'workflow.text', value: '{{not.resolved}}' }),
        call('call_tool', {
          tool: 'log',
          params: { text: '{{data}}' },
          actions: [{ type: 'webhook', url: 'https://x.example/{{params.id}}' }],
          on_success: { response: 'Done, {{user.name}}' },
        }),
      ],
      context,
    );
    const rowsAt = (turn: number) =>
      shownAt(run, turn, {}, calls).rows.map(({ kind, place, text, turn: at }) => [kind, place, text, at]);
    expect(rowsAt(0)).toEqual([['said', '', 'Hi {{user.name}}', 0]]);
    expect(rowsAt(1).slice(1)).toEqual([
      ['call', 'log.actions[0].url', 'https://x.example/{{params.id}}', 1],
      ['call', 'log.on_success.response', 'Done, {{user.name}}', 1],
    ]);
  });

  it('are returned as a window of rows', () => {
    const many = Array.from({ length: 500 }, (_, i): CallEvent => ({
      type: 'agent-spoke',
      text: `{{user.name}} ${i}`,
    }));
    const shown = shownAt(recordingOf(many), 450, { from: 100, to: 110, template: 7 });
    expect(shown).toMatchObject({ total: 451, from: 100, chosen: 7, preview: { text: '{{user.name}} 7' } });
    expect(shown.rows.map(({ turn }) => turn)).toEqual([100, 101, 102, 103, 104, 105, 106, 107, 108, 109]);
    expect(shownAt(recordingOf(many), 3, { template: 400 }).chosen).toBe(3);
  });
});

describe('a placeholder', () => {
  const session = recordingOf(events, header);
  const shownPlaceholder = (path: string, turn = 2) => {
    const { found, value, why, written, filled } = tried(session, `<{{${path}}}>`, turn).placeholders[0] ?? {};
    return { found, value: value?.text ?? null, why, filled, written };
  };

  it('shows its value and the writer', () => {
    expect(shownPlaceholder('user.name')).toMatchObject({
      found: 'value',
      value: '"Asha"',
      written: { turn: -1, by: 'the start' },
    });
    expect(shownPlaceholder('params.meal')).toMatchObject({
      value: '"Lunch"',
      written: { turn: 1, by: 'call of log' },
    });
    expect(shownPlaceholder('workflow.meals[1]', 1)).toMatchObject({
      filled: 'rice',
      written: { turn: 1, by: 'action of log' },
    });
    expect(shownPlaceholder('workflow.meals[0]', 1)).toMatchObject({ filled: 'idli', written: { turn: -1 } });
    expect(shownPlaceholder('workflow', 1)).toMatchObject({
      filled: '{"meals":["idli","rice"]}',
      written: { by: 'action of log' },
    });
    expect(shownPlaceholder('user.nothing')).toMatchObject({ found: 'value', filled: '', value: 'null' });
    expect(shownPlaceholder('history[-1].kind', 1)).toMatchObject({
      filled: 'delete',
      written: { turn: 1, by: 'the context' },
    });
  });

  it('shows the default that replaces it', () => {
    expect(shownPlaceholder('user.nick')).toMatchObject({ found: 'default', filled: 'you', written: null });
  });

  it('shows why it has no value: never written, deleted, or an invalid path', () => {
    expect(shownPlaceholder('workflow.other')).toMatchObject({
      found: 'unresolved',
      filled: '{{workflow.other}}',
      written: null,
    });
    expect(shownPlaceholder('workflow.left')).toMatchObject({
      found: 'unresolved',
      written: { turn: 1, by: 'action of log', isGone: true },
    });
    expect(shownPlaceholder('usr.name').why).toBe('There is no namespace “usr”: did you mean user.name?');
    expect(shownPlaceholder('workflow.meals[+]').why).toBe('[+] is for writing only');
    expect(shownPlaceholder('').found).toBe('unresolved');
  });
});

const anyText = fc
  .array(
    fc.constantFrom(
      'Hi ',
      '{{user.name}}',
      '{{ user.nick }}',
      '{{workflow.meals[0]}}',
      '{{workflow}}',
      '{{x',
      '}}',
      '{{}}',
      '{{params.meal}}',
      '😀',
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

describe('a filled template', () => {
  it('equals the text that the call itself resolves', () => {
    const session = recordingOf(events, header);
    const state = session.events.reduce(apply, startOf(session.header).state);
    fc.assert(
      fc.property(anyText, (text) => {
        expect(heard(tried(session, text))).toBe(resolveText(state, text).text);
      }),
    );
  });

  it('is at any turn the same as in the session cut after the turn', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...events), { maxLength: 12 }),
        fc.nat(12),
        fc.option(anyText),
        (some, at, template) => {
          const whole = recordingOf(some, header);
          const turn = Math.min(at, historyOf(whole).turns.length - 1);
          expect(shownAt(whole, turn, { template })).toEqual(shownAt(cutAfter(whole, turn), turn, { template }));
        },
      ),
    );
  });

  it('of the sample run leaves one gap, and shows that its value was never written', () => {
    const [sample] = voiceSamples;
    const { context: from = {} } = sample?.given ?? {};
    const { session, calls } = ranOf(sample?.calls ?? [], isRecord(from) ? from : {}, {
      variables: [{ name: 'user.nickname', default: 'there' }],
    });
    const { preview } = shownAt(session, undefined, {}, calls);
    expect(preview?.placeholders.map(({ path, found, written }) => [path, found, written?.by])).toEqual([
      ['workflow.logged_meals', 'value', 'action of log_meal'],
      ['user.nick', 'unresolved', undefined],
    ]);
  });

  it('is cut at the length limit, and marked as cut', () => {
    const session = recordingOf([{ type: 'user-spoke' }], { context: { user: { long: 'x'.repeat(1_000_000) } } });
    const preview = tried(session, '{{user.long}}'.repeat(5000));
    expect([preview.cut, preview.text.length, preview.placeholders.length]).toEqual([true, 20_000, 300]);
    expect(preview.more).toBeGreaterThan(1000);
    expect([preview.placeholders[0]?.cut, preview.placeholders[0]?.filled.length]).toEqual([true, 2000]);
  });
});
