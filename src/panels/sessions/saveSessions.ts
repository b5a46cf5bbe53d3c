import { emptyRule } from '../../state/useSession.ts';
import type { NoticeActions } from '../../state/notices.ts';
import { counted } from '../../ui/format.ts';
import type { EngineClient } from '../../worker/connect.ts';
import { hidingWith } from '../hidingWith.ts';
import { hideEach, savePicture } from '../savePicture.ts';
import type { PictureKind } from '../SaveMenu.tsx';
import { factsInWords, firesInWords, type Listed, listed } from './listed.ts';
import { kindBars } from './SessionMap.tsx';
import { type KindPath, sessionsPicture } from './sessionsPicture.ts';

interface SavingDeps {
  readonly engine: EngineClient;
  readonly notify: NoticeActions['notify'];
}

/** Downloads a picture of the list of sessions, also of those that are scrolled away, in the colours of the page. */
export async function saveSessions({ engine, notify }: SavingDeps, kind: PictureKind): Promise<void> {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-region="Sessions"] button')];
  const shown = buttons.flatMap((button) => {
    const session = listed.get(button);
    return session === undefined ? [] : [{ button, session }];
  });
  const rule = shown[0]?.session.rule ?? null;
  if (shown.length === 0) {
    notify('The list of sessions is not on the screen. Show it first, with the key `s`.');
    return;
  }
  const groups = shown.map(({ button }) => button.closest<HTMLElement>('[data-group]')?.dataset['group'] ?? null);
  const hide = hidingWith(engine);
  const [expression = '', ...names] = await hideEach(
    [rule?.expression ?? '', ...shown.map(({ session }) => session.title), ...groups.map((group) => group ?? '')],
    hide,
  );
  const page = getComputedStyle(document.documentElement);
  const drawing = sessionsPicture({
    rows: shown.map(({ button, session }, at) => ({
      ...judgedIn(session),
      group: groups[at] === null ? null : (names[shown.length + at] ?? ''),
      title: names[at] ?? '',
      facts: factsInWords(session.outline),
      kinds: kindsIn(button),
    })),
    rule: rule === null ? null : { ...rule, expression },
    token: (name) => page.getPropertyValue(name).trim(),
  });
  await savePicture(drawing, { session: 'Contextscope', name: counted(shown.length, 'session'), page, hide }, kind);
}

/** As the map in the list: verdicts, unless the rule judges no turn. */
function judgedIn({ rule, sweep, fires }: Listed) {
  if (sweep === undefined) return { codes: new Uint8Array(), words: '', fires: false };
  const codes = sweep.counts.eligible > 0 ? sweep.codes : new Uint8Array();
  return { codes, words: firesInWords(rule ?? emptyRule, sweep, fires), fires: fires > 0 };
}

/** What the map draws where the rule judges no turn. */
const kindsIn = (button: HTMLElement): readonly KindPath[] =>
  [...button.querySelectorAll<SVGPathElement>('path[data-kind]')].flatMap((drawn) => {
    const bar = kindBars.find(({ kind }) => kind === drawn.dataset['kind']);
    return bar === undefined ? [] : [{ kind: bar.kind, path: drawn.getAttribute('d') ?? '' }];
  });
