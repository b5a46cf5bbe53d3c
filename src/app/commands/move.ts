import { togglePause } from '../../state/liveView.ts';
import { shownLive, type ShownSession } from '../../state/useSession.ts';
import type { CommandContext } from '../commandContext.ts';
import { moveBy, moveTo, toChild, toFlip, toHit, toParent } from '../moves.ts';
import type { Command } from './command.ts';

export const moveCommands: readonly Command[] = [
  {
    id: 'next-turn',
    title: 'Next turn',
    keys: 'j',
    counts: true,
    run: (context, count) => moveBy(context, count ?? 1),
  },
  {
    id: 'previous-turn',
    title: 'Previous turn',
    keys: 'k',
    counts: true,
    run: (context, count) => moveBy(context, -(count ?? 1)),
  },
  { id: 'first-turn', title: 'First turn', keys: 'g g', run: (context) => moveTo(context, 0) },
  {
    id: 'last-turn',
    title: 'Last turn, or turn n after a number',
    keys: 'G',
    counts: true,
    run: (context, count) => moveTo(context, count ?? Number.MAX_SAFE_INTEGER),
  },
  { id: 'next-hit', title: 'Next hit', keys: 'n', run: (context) => toHit(context, 1) },
  { id: 'previous-hit', title: 'Previous hit', keys: 'p', run: (context) => toHit(context, -1) },
  { id: 'next-flip', title: 'Next flip of the verdict', keys: ']', run: (context) => toFlip(context, 1) },
  { id: 'previous-flip', title: 'Previous flip of the verdict', keys: '[', run: (context) => toFlip(context, -1) },
  { id: 'parent', title: 'Go to the parent context', keys: 'h', run: toParent },
  { id: 'child', title: 'Go to the next child context', keys: 'l', run: toChild },
  {
    id: 'follow',
    title: 'Follow the newest turn of a live session',
    keys: 'f',
    run: (context) => withLive(context, ({ view }) => view.getState().actions.followNewest()),
  },
  {
    id: 'pause',
    title: 'Pause or resume the view of a live session',
    keys: 'P',
    run: (context) => withLive(context, ({ view }, session) => togglePause(view, session)),
  },
  { id: 'find', title: 'Find text, or filter turns by CEL', keys: '/', run: toFilter },
];

function withLive(context: CommandContext, act: (context: CommandContext, session: ShownSession) => void): void {
  const hasStream = shownLive(context.view.getState()) !== undefined;
  if (context.session !== null && hasStream) act(context, context.session);
  else context.notices.getState().actions.notify('No live session is on the screen. Press `a` to attach to one.');
}

function toFilter({ view, page }: CommandContext) {
  view.getState().actions.openMain('transcript');
  page.focusFilter();
}
