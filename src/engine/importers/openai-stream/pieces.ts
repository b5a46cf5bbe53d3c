import type { Path } from '../../model/path.ts';
import { toJson } from '../../model/json.ts';
import { isRecord, type Value } from '../../model/value.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { elementsAt, entriesAt, findAt, placedAt, textAt } from '../../importing/values/where.ts';

/** The first of several answers to the same request. The chunk with the usage has no choices. */
export const choiceIn = (chunk: Value): Value | undefined =>
  elementsAt(chunk, 'choices').find((choice) => (findAt(choice, 'index')?.value ?? 0) === 0);

/** A text, the transcript of an audio, or the texts among parts, as Mistral writes them. */
export function textIn(choice: Value | undefined): string | undefined {
  const said = textAt(choice, ['delta.content', 'delta.audio.transcript']);
  const parts = elementsAt(choice, 'delta.content').flatMap((part) => textAt(part, 'text') ?? []);
  return said ?? (parts.length === 0 ? undefined : parts.join(''));
}

export interface StreamedCall {
  readonly place: Path;
  id: string | undefined;
  name: string;
  written: string;
}

/** Id and name of a call arrive once, its arguments in pieces. */
export function streamedCalls(choices: readonly Placed[]): readonly StreamedCall[] {
  const calls: StreamedCall[] = [];
  /** The current call of each index. */
  const open = new Map<unknown, StreamedCall>();
  for (const choice of choices) {
    // Until 2023 an answer had one call, without an id.
    const only = placedAt(choice, 'delta.function_call');
    const pieces = isRecord(only.value)
      ? [{ value: { function: only.value }, place: only.place }]
      : entriesAt(choice, 'delta.tool_calls');
    for (const { value: piece, place } of pieces) {
      const index = findAt(piece, 'index')?.value ?? place.at(-1);
      const given = findAt(piece, 'function.arguments')?.value ?? '';
      const id = textAt(piece, 'id');
      const known = open.get(index);
      // Some providers use the same index for every call. A new id then begins another call.
      const isAnother = id !== undefined && id !== '' && known?.id !== undefined && id !== known.id;
      const call = known === undefined || isAnother ? { place, id, name: '', written: '' } : known;
      if (call !== known) calls.push(call);
      open.set(index, call);
      call.id ??= id;
      call.name += textAt(piece, 'function.name') ?? '';
      call.written += typeof given === 'string' ? given : toJson(given);
    }
  }
  return calls;
}
