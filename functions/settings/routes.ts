import { labelsOf } from '../../lib/channels/channel-registry.ts';
import { channels } from '../../lib/channels/index.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { Settings, UpdateSettings } from '../../lib/settings/schema.ts';

/** The channels whose destination is part of the settings. */
const inSettings = labelsOf(channels.all.filter(({ settingsFields }) => settingsFields !== undefined));

export const routes = {
  getSettings: {
    method: 'GET',
    path: '/api/settings',
    handler: 'settings/get-settings',
    scope: 'admin',
    tag: 'Settings',
    summary: `Where ${inSettings} notifications go`,
    responses: { 200: Settings },
    access: { table: ['GetItem'], secrets: ['data-key'] },
  },
  updateSettings: {
    method: 'PATCH',
    path: '/api/settings',
    handler: 'settings/update-settings',
    scope: 'admin',
    tag: 'Settings',
    summary: `Change where ${inSettings} notifications go`,
    body: UpdateSettings,
    responses: { 200: Settings },
    access: { table: ['GetItem', 'UpdateItem'], secrets: ['data-key'], outbound: true },
  },
} as const satisfies Record<string, Route>;
