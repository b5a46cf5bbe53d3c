import type { CallWindow } from '../../engine/systems/noetic/views/call-window.ts';
import type { ShownLayer } from '../../engine/systems/noetic/views/shown-layers.ts';
import type { WindowPart } from '../../engine/systems/noetic/views/window-parts.ts';
import { count, counted } from '../../ui/format.ts';

/** How a window's tokens come about, in sentences: what is added up, what is an estimate, what is left of the limit. */
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
      ? ['What a layer left out to fit is not on record: it reports only what it put in.']
      : []),
    left(window.total ?? window.sum, limit),
  ];
  // A number stays on one line.
  return sentences.map((sentence) => sentence.replaceAll('\u2009', '\u202F'));
}

function measured({ parts, sum, total }: CallWindow): readonly string[] {
  const counts = parts.filter(({ tokens }) => tokens > 0).map((part) => `${count(part.tokens)} ${nameOf(part)}`);
  return [
    addedUp(counts, sum),
    ...(total === null || total === sum
      ? []
      : [`On record is a total of ${count(total)}, ${moreOrFewer(total - sum)} than its parts.`]),
    'Layers report their own counts; everything else is estimated as a quarter of its characters.',
  ];
}

function addedUp(counts: readonly string[], sum: number): string {
  if (counts.length === 0) return 'All of its parts were measured as empty.';
  return counts.length === 1
    ? `There is nothing in it but ${counts.join('')}.`
    : `${counts.join(' + ')} = ${counted(sum, 'token')}.`;
}

/** That a layer put in nothing is what people look for. */
function silent({ gone }: CallWindow): readonly string[] {
  if (gone.length === 0) return [];
  const names = gone.map(({ name, tokens }) => `${name} (${count(tokens)})`).join(', ');
  return [`In the call before there was also: ${names}. Here nothing of it is on record.`];
}

const unmeasured = ({ sum, logItems }: CallWindow): readonly string[] => [
  `Nobody measured this window. The ${counted(logItems, 'item')} in the log after the call come to about ${counted(sum, 'token')}, a quarter of their JSON’s characters; instructions, tools and layers are not on record.`,
];

/** The history is measured when the answer is in it already. */
function answered({ sum, responseTokens, counted: provider, isMeasured }: CallWindow): readonly string[] {
  const before = responseTokens === null ? null : sum - responseTokens;
  const sentences: string[] = [];
  if (before !== null && responseTokens !== null && responseTokens > 0) {
    sentences.push(
      `The history holds the answer too, ${counted(responseTokens, 'token')} of it, so that the model was sent about ${count(before)}.`,
    );
  }
  if (provider !== null) {
    const asked = before ?? sum;
    const off = isMeasured ? `, ${moreOrFewer(provider.prompt - asked)} than that` : '';
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
  if (limit === null) return 'No limit is on record; give one above to see what is left.';
  if (used > limit) return `That is ${counted(used - limit, 'token')} beyond the limit of ${count(limit)}.`;
  return `Of the limit of ${count(limit)}, ${count(limit - used)} are left.`;
}

const nameOf = ({ kind, name }: WindowPart): string => (kind === 'layer' ? name : kind);

const moreOrFewer = (difference: number): string =>
  difference < 0 ? `${count(-difference)} fewer` : `${count(difference)} more`;
