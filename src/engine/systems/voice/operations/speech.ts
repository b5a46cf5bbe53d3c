import { entry } from '../../../model/value.ts';
import type { AgentSpoke } from '../event.ts';
import { optional, required } from '../../parameters.ts';
import { done, optionalTextIn, recordIn, textIn, type Args, type Operation } from './operation.ts';
import { Running } from './running.ts';

/** The tokens that are valid counts. */
function tokensIn(args: Args): Pick<AgentSpoke, 'tokens'> {
  const tokens = recordIn(args, 'tokens');
  const counts = (['prompt', 'completion', 'total'] as const).flatMap((name) => {
    const count = entry(tokens, name);
    return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? [[name, count] as const] : [];
  });
  return counts.length === 0 ? {} : { tokens: Object.fromEntries(counts) };
}

/** Operations for speech. The context has no transcript; these operations make the conversation of a call. */
export const speechOperations: readonly Operation[] = [
  {
    name: 'user_says',
    about: 'The caller says something.',
    parameters: [required('text', 'string', 'The transcribed text.')],
    decide: (_state, args) => done(null, [{ type: 'user-spoke', text: textIn(args, 'text') }]),
  },
  {
    name: 'agent_says',
    about: 'The agent says something to the caller, with placeholders filled before it speaks.',
    parameters: [
      required('text', 'string', 'The text; it may contain {{paths}}.'),
      optional('tokens', 'map', 'The tokens of the model call: {prompt, completion}.'),
    ],
    decide(state, args) {
      const running = new Running(state);
      const template = optionalTextIn(args, 'text') ?? '';
      const text = running.text(template);
      running.emit({
        type: 'agent-spoke',
        text,
        ...(text === template ? {} : { template }),
        ...tokensIn(args),
      });
      return done(text, running.events);
    },
  },
];
