import { entry, isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import type { CallState, Variable } from '../state.ts';
import { parsePath } from '../path.ts';
import { plain } from '../plain.ts';
import { placeholdersOf, type Placeholder } from '../template.ts';
import { writerOf } from '../writer-of.ts';
import { required } from '../../parameters.ts';
import { done, entryOrNull, recordIn, textIn, type Operation } from './operation.ts';
import { recordOf, Running } from './running.ts';

const template = required('template', 'string', 'A text that contains {{paths}}.');

export const textOperations: readonly Operation[] = [
  {
    name: 'resolve',
    about: 'Fills the placeholders of a text; those without a value stay in it.',
    parameters: [template],
    decide(state, args) {
      const running = new Running(state);
      return done(running.text(textIn(args, 'template')), running.events);
    },
  },
  {
    name: 'resolve_dict',
    about: 'Resolves every text in objects and lists; a text that is one placeholder becomes the value with its type.',
    parameters: [required('data', 'any', 'An object, a list or a text.')],
    decide(state, args) {
      const running = new Running(state);
      return done(running.data(entryOrNull(args, 'data')), running.events);
    },
  },
  {
    name: 'resolve_agent',
    about: 'Resolves prompt.system, prompt.greeting and tts.voice_id in an agent’s configuration.',
    parameters: [
      required('agent', 'map', 'The configuration, with prompt {system, greeting, variables} and tts {voice_id}.'),
    ],
    decide(state, args) {
      const agent = recordIn(args, 'agent');
      const prompt = recordOf(entry(agent, 'prompt'));
      const running = new Running({
        ...state,
        variables: [...variablesIn(entry(prompt, 'variables')), ...state.variables],
      });
      const resolved = {
        ...agent,
        ...resolvedKeys(running, agent, 'prompt', ['system', 'greeting']),
        ...resolvedKeys(running, agent, 'tts', ['voice_id']),
      };
      return done(resolved, running.events);
    },
  },
  {
    name: 'preview',
    about: 'Lists the placeholders of a text with their values or gaps, and who wrote them.',
    parameters: [template],
    decide: (state, args) => done(placeholdersOf(state, textIn(args, 'template')).map((one) => previewed(state, one))),
  },
];

/** One part of a configuration with its templates resolved; empty if the part is missing. */
function resolvedKeys(running: Running, agent: RecordValue, part: string, keys: readonly string[]): RecordValue {
  const record = entry(agent, part);
  if (record === undefined || !isRecord(record)) return {};
  const texts = keys.flatMap((key): (readonly [string, Value])[] => {
    const text = entry(record, key);
    return typeof text === 'string' ? [[key, running.text(text)]] : [];
  });
  return { [part]: { ...record, ...Object.fromEntries(texts) } };
}

/** The variables of a prompt that have names. */
export function variablesIn(value: Value | undefined): readonly Variable[] {
  if (value === undefined || !isList(value)) return [];
  return [...value].flatMap((variable) => {
    const name = isRecord(variable) ? entry(variable, 'name') : undefined;
    const otherwise = isRecord(variable) ? entry(variable, 'default') : undefined;
    if (typeof name !== 'string') return [];
    return [otherwise === undefined ? { name } : { name, default: otherwise }];
  });
}

function previewed(state: CallState, { start, end, path, found }: Placeholder): RecordValue {
  const outcome = found.kind === 'unresolved' ? { why: found.why } : { value: plain(found.value) };
  const parsed = parsePath(path);
  const writer = parsed.ok ? writerOf(state, parsed.value) : undefined;
  return { start, end, path, kind: found.kind, ...outcome, written_by: plain(writer ?? null) };
}
