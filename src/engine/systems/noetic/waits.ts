import { waiting, type Wait } from './channel-state.ts';
import type { NoeticState } from './state.ts';

/** Every channel operation that still waits, in the order in which they began. */
export function pendingWaits({ channels, waits }: NoeticState): readonly Wait[] {
  const pending: Wait[] = [];
  for (const [, channel] of channels) {
    pending.push(...waiting(channel.receivers, waits), ...waiting(channel.senders, waits));
  }
  return pending.toSorted((a, b) => numberOf(a) - numberOf(b));
}

export const tokenOf = (count: number): string => `wait-${count}`;

const numberOf = ({ token }: Wait): number => Number(token.slice(token.lastIndexOf('-') + 1));
