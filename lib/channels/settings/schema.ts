import * as z from 'zod';
import { notEmpty } from '../../values/fields.ts';
import { type Channels, merged, settingsFieldsOf } from '../channel-registry.ts';
import { channels } from '../index.ts';

/** The schemas of the settings, which consist of the fields of these channels. */
export function settingsSchemas(registry: Channels) {
  const fields = settingsFieldsOf(registry);
  return {
    StoredSettings: z.object(merged(fields.map(({ stored }) => stored))),
    Settings: z.object(merged(fields.map(({ response }) => response))).meta({ id: 'Settings' }),
    UpdateSettings: notEmpty(z.strictObject(merged(fields.map(({ input }) => input))).partial()).meta({
      id: 'UpdateSettings',
    }),
  };
}

export const { StoredSettings, Settings, UpdateSettings } = settingsSchemas(channels);
export type SettingsSchemas = ReturnType<typeof settingsSchemas>;
export type StoredSettings = z.output<typeof StoredSettings>;
export type UpdateSettings = z.output<typeof UpdateSettings>;
