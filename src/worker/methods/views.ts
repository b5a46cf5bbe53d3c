import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { OpenSession } from '../../engine/open-text.ts';
import type { Moment, SystemViews } from '../../engine/systems/views.ts';
import type { Methods } from '../serve.ts';
import type { SeenAt, ViewApi } from '../view-protocol.ts';
import { asked, type Bench } from './bench.ts';

/** What a session's own system shows of itself. */
export function viewMethods(bench: Bench): Pick<Methods, keyof ViewApi> {
  return {
    lifecycle: asked(bench, (open, input) => seen(open, input, ({ lifecycle }, at) => lifecycle?.(at))),
    sharing: asked(bench, (open, input) => seen(open, input, ({ sharing }, at) => sharing?.(at))),
    namespaces: asked(bench, (open, input) => seen(open, input, ({ namespaces }, at) => namespaces?.(at, input))),
    templates: asked(bench, (open, input) => seen(open, input, ({ templates }, at) => templates?.(at, input))),
    itemLog: asked(bench, (open, input) => seen(open, input, ({ itemLog }, at) => itemLog?.(at, input))),
    channels: asked(bench, (open, input) => seen(open, input, ({ channels }, at) => channels?.(at, input))),
    layers: asked(bench, (open, input) => seen(open, input, ({ layers }, at) => layers?.(at, input))),
  };
}

function seen<T>(
  { session, system, history, calls }: OpenSession,
  { turn, decisions }: SeenAt,
  view: (views: SystemViews, at: Moment) => T | undefined,
): Result<T, Problem> {
  const shown = view(system.views ?? {}, { session, history, turn, decisions, ...(calls && { calls }) });
  return shown === undefined ? err(noSuchView) : ok(shown);
}

const noSuchView: Problem = {
  code: 'view/none',
  message: 'The system of this session has no such view. Choose another one.',
};
