import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import { lifecycleOutline, lifecycleSteps } from '../../engine/systems/lifecycle-outline.ts';
import type { Moment, SystemViews } from '../../engine/systems/views.ts';
import type { Methods } from '../serve.ts';
import type { SeenAt, ViewApi } from '../view-protocol.ts';
import { asked, type OpenSources } from './open-sources.ts';

/** The views of a session's own system. */
export function viewMethods(sources: OpenSources): Pick<Methods, keyof ViewApi> {
  return {
    lifecycle: asked(sources, (open, input) =>
      seen(open, input, ({ lifecycle }, at) => {
        const shown = lifecycle?.(at);
        return shown && lifecycleOutline(shown);
      }),
    ),
    lifecycleSteps: asked(sources, (open, { from, to, ...input }) =>
      seen(open, input, ({ lifecycle }, at) => {
        const shown = lifecycle?.(at);
        return shown && lifecycleSteps(shown.path, from, to);
      }),
    ),
    artifacts: asked(sources, (open, input) =>
      seen(open, input, ({ artifacts }, at) => {
        const shown = artifacts?.(at);
        return shown && { total: shown.total, latest: shown.latest };
      }),
    ),
    artifactRows: asked(sources, (open, { from, to, ...input }) =>
      seen(open, input, ({ artifacts }, at) => artifacts?.(at).list(from, to)),
    ),
    artifactContent: asked(sources, (open, { artifact, ...input }) =>
      seen(open, input, ({ artifacts }, at) => artifacts?.(at).content(artifact)),
    ),
    artifactChunks: asked(sources, (open, { artifact, from, to, ...input }) =>
      seen(open, input, ({ artifacts }, at) => artifacts?.(at).chunks(artifact, from, to)),
    ),
    sharing: asked(sources, (open, input) => seen(open, input, ({ sharing }, at) => sharing?.(at))),
    namespaces: asked(sources, (open, input) => seen(open, input, ({ namespaces }, at) => namespaces?.(at, input))),
    templates: asked(sources, (open, input) => seen(open, input, ({ templates }, at) => templates?.(at, input))),
    itemLog: asked(sources, (open, input) => seen(open, input, ({ itemLog }, at) => itemLog?.(at, input))),
    channels: asked(sources, (open, input) => seen(open, input, ({ channels }, at) => channels?.(at, input))),
    layers: asked(sources, (open, input) => seen(open, input, ({ layers }, at) => layers?.(at, input))),
  };
}

function seen<T>(
  { session, system, history, calls }: OpenSession,
  { turn, decisions }: SeenAt,
  view: (views: SystemViews, at: Moment) => T | undefined,
): Result<T, Problem> {
  const shown = view(system.views, { session, history, turn, decisions, ...(calls && { calls }) });
  return shown === undefined ? err(noSuchView) : ok(shown);
}

const noSuchView: Problem = {
  code: 'view/none',
  message: 'The system of this session has no such view. Choose another one.',
};
