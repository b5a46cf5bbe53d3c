import type { Kept } from './kinds/registry.ts';
import type { Keeping } from './keeping.ts';

export type KeepingSettings = Kept<'settings'>;

/** Pasted sessions are not kept unless the user says so. */
const firstSettings: KeepingSettings = { keepsAll: false, asksBeforeClosing: true };

/** There is one record. */
const id = 'all';

export const savedSettings = async (keeping: Keeping): Promise<KeepingSettings> =>
  (await keeping.get('settings', id))?.value ?? firstSettings;

export async function changeSettings(keeping: Keeping, change: Partial<KeepingSettings>): Promise<void> {
  await keeping.put('settings', id, { ...(await savedSettings(keeping)), ...change });
}
