import { waiting, type Wait } from './channel-state.ts';
import type { NoeticState } from './state.ts';

/** All pending channel operations, in the order of their start. */
export function pendingWaits({ channels, waits }: NoeticState): readonly Wait[] {
  const pending: Wait[] = [];
  for (const [, channel] of channels) {
    pending.push(...waiting(channel.receivers, waits), ...waiting(channel.senders, waits));
  }
  return pending.toSorted((a, b) => numberOf(a) - numberOf(b));
}

export const tokenOf = (count: number): string => `wait-${count}`;

const numberOf = ({ token }: Wait): number => Number(token.slice(token.lastIndexOf('-') + 1));
