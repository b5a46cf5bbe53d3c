import type { CallWindow } from '../../engine/systems/noetic/views/call-window.ts';
import type { ShownLayer } from '../../engine/systems/noetic/views/shown-layers.ts';
import type { WindowPart } from '../../engine/systems/noetic/views/window-parts.ts';
import { count, counted } from '../../ui/format.ts';

/** A window's tokens in sentences: the sum, the estimates, and the rest of the limit. */
export function arithmetic(
  window: CallWindow,
  layers: readonly Pick<ShownLayer, 'id' | 'budget'>[],
  limit: number | null,
): readonly string[] {
  const sentences = [
    ...(window.isMeasured ? measured(window) : unmeasured(window)),
    ...answered(window),
    ...window.parts.flatMap((part) => overBudget(part, layers)),
    ...silent(window),
    ...(window.parts.some(({ kind }) => kind === 'layer')
      ? ['A layer reports the entries that it put in. Entries that it left out to fit were not recorded.']
      : []),
    left(window.total ?? window.sum, limit),
  ];
  // A number stays on one line.
  return sentences.map((sentence) => sentence.replaceAll('\u2009', '\u202F'));
}

function measured({ parts, sum, total }: CallWindow): readonly string[] {
  const unrecorded = parts.filter(({ isRecorded }) => !isRecorded).map(nameOf);
  const counts = parts.filter(({ tokens }) => tokens > 0).map((part) => `${count(part.tokens)} ${nameOf(part)}`);
  return [
    addedUp(counts, sum, unrecorded.length > 0),
    ...(unrecorded.length === 0 ? [] : [`Not recorded, and therefore not in the sum: ${unrecorded.join(', ')}.`]),
    ...(total === null || total === sum
      ? []
      : [`The recorded total is ${count(total)}, ${moreOrFewer(total - sum)} than its parts.`]),
    'Layers report their own counts; everything else is estimated as a quarter of its characters.',
  ];
}

function addedUp(counts: readonly string[], sum: number, isPart: boolean): string {
  if (counts.length === 0) return `All of its ${isPart ? 'recorded ' : ''}parts were measured as empty.`;
  return counts.length === 1
    ? `It contains ${isPart ? 'at least' : 'only'} ${counts.join('')}.`
    : `${counts.join(' + ')} = ${counted(sum, 'token')}.`;
}

/** Layers that were in the previous call and are missing in this one. */
function silent({ removedLayers }: CallWindow): readonly string[] {
  if (removedLayers.length === 0) return [];
  const names = removedLayers.map(({ name, tokens }) => `${name} (${count(tokens)})`).join(', ');
  return [`In the call before there was also: ${names}. This call has nothing of it.`];
}

const unmeasured = ({ sum, logItems }: CallWindow): readonly string[] => [
  `This window was not measured. The ${counted(logItems, 'item')} in the log after the call have about ${counted(sum, 'token')}, a quarter of their JSON’s characters. Instructions, tools and layers were not recorded.`,
];

/** The history is measured after the answer was added to it. */
function answered({ sum, responseTokens, providerTokens: provider, isMeasured }: CallWindow): readonly string[] {
  const before = responseTokens === null ? null : sum - responseTokens;
  const sentences: string[] = [];
  if (before !== null && responseTokens !== null && responseTokens > 0) {
    sentences.push(
      `The history includes the answer of ${counted(responseTokens, 'token')}, so the model was sent about ${count(before)}.`,
    );
  }
  if (provider !== null) {
    const estimate = before ?? sum;
    const off = isMeasured ? `, ${moreOrFewer(provider.prompt - estimate)} than that` : '';
    sentences.push(
      `The provider counted ${count(provider.prompt)} for the prompt${off}, and ${count(provider.completion)} for the answer.`,
    );
  }
  return sentences;
}

function overBudget(part: WindowPart, layers: readonly Pick<ShownLayer, 'id' | 'budget'>[]): readonly string[] {
  const budget = part.kind === 'layer' ? layers.find(({ id }) => id === part.name)?.budget : undefined;
  if (budget === undefined || budget === null || part.tokens <= budget) return [];
  return [`${part.name} took ${count(part.tokens - budget)} more than its budget of ${count(budget)}.`];
}

function left(used: number, limit: number | null): string {
  if (limit === null) return 'No limit was recorded. Enter one above to see how much of it is left.';
  if (used > limit) return `That is ${counted(used - limit, 'token')} beyond the limit of ${count(limit)}.`;
  return `Of the limit of ${count(limit)}, ${count(limit - used)} are left.`;
}

const nameOf = ({ kind, name }: WindowPart): string => (kind === 'layer' ? name : kind);

const moreOrFewer = (difference: number): string =>
  difference < 0 ? `${count(-difference)} fewer` : `${count(difference)} more`;
