import { entry } from '../../../model/value.ts';
import type { AgentSpoke } from '../event.ts';
import { optional, required } from '../../parameters.ts';
import { done, optionalTextIn, recordIn, textIn, type Args, type Operation } from './operation.ts';
import { Running } from './running.ts';

/** Tokens as far as they are counts. */
function tokensIn(args: Args): Pick<AgentSpoke, 'tokens'> {
  const given = recordIn(args, 'tokens');
  const counts = (['prompt', 'completion', 'total'] as const).flatMap((name) => {
    const count = entry(given, name);
    return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? [[name, count] as const] : [];
  });
  return counts.length === 0 ? {} : { tokens: Object.fromEntries(counts) };
}

/** The context holds no transcript; these are what makes a call of it. */
export const speechOperations: readonly Operation[] = [
  {
    name: 'user_says',
    about: 'The caller says something.',
    parameters: [required('text', 'string', 'As it was understood.')],
    decide: (_state, args) => done(null, [{ type: 'user-spoke', text: textIn(args, 'text') }]),
  },
  {
    name: 'agent_says',
    about: 'The agent says something to the caller, with placeholders filled before it speaks.',
    parameters: [
      required('text', 'string', 'May have {{paths}} in it.'),
      optional('tokens', 'map', 'Of the model call behind it: {prompt, completion}.'),
    ],
    decide(state, args) {
      const running = new Running(state);
      const template = optionalTextIn(args, 'text') ?? '';
      const text = running.text(template);
      running.happen({
        type: 'agent-spoke',
        text,
        ...(text === template ? {} : { template }),
        ...tokensIn(args),
      });
      return done(text, running.events);
    },
  },
];
