import { checkDone, dataOf } from '../../sdk/index.ts';
import type { Webhook } from '../base/api-values.ts';
import { newKey } from './idempotency-key.ts';
import type { ManifestWebhook } from './manifest-schema.ts';
import { type Match, matched } from './match.ts';
import { changedOnly, differences, type PlannedChange } from './planned-change.ts';
import type { PresentState } from './present-state.ts';
import type { ReadManifest } from './read-manifest.ts';

type WebhookMatch = Match<ManifestWebhook, Webhook>;

/** @param secretOf the value of an environment variable that the file names. @throws CommandError */
export function planWebhooks(
  { manifest, at }: ReadManifest,
  { webhooks }: PresentState,
  secretOf: (variable: string) => string,
): { changes: PlannedChange[]; deletions: PlannedChange[] } {
  const items = (manifest.webhooks ?? []).map((item, n) => ({
    item,
    identity: item.url,
    place: at('webhooks', n, 'url'),
  }));
  const { stated, others } = matched(items, webhooks, ({ url }) => url);
  return {
    changes: stated.flatMap((match) =>
      match.present === undefined ? [creation(match, secretOf)] : change(match, match.present),
    ),
    deletions: others.map(deletion),
  };
}

function creation({ item }: WebhookMatch, secretOf: (variable: string) => string): PlannedChange {
  const { isActive, secret: named, description = '', payload = 'standard', url, events } = item;
  const body = { url, events, description, payload, secret: named && secretOf(named.variable) };
  return {
    action: 'create',
    resource: 'webhook',
    name: url,
    id: null,
    fields: [],
    async make({ api, showSecret }) {
      const { id, secret } = dataOf(await api.POST('/api/webhooks', { params: newKey(), body }));
      if (secret !== undefined) showSecret(`webhook ${url}`, secret);
      // The API creates every webhook active.
      if (isActive !== false) return;
      checkDone(await api.PATCH('/api/webhooks/{id}', { params: { path: { id } }, body: { isActive } }));
    },
  };
}

function change({ item }: WebhookMatch, present: Webhook): PlannedChange[] {
  const { id, url } = present;
  // No answer shows the secret of a webhook, so no run compares it. `webhook rotate` changes it.
  const { secret: _, url: __, ...stated } = item;
  const fields = differences(stated, present);
  if (fields.length === 0) return [];
  // A body with `isActive` resets the health of the webhook, also when the webhook is active.
  const body = changedOnly(stated, fields);
  const make: PlannedChange['make'] = async ({ api }) =>
    checkDone(await api.PATCH('/api/webhooks/{id}', { params: { path: { id } }, body }));
  return [{ action: 'change', resource: 'webhook', name: url, id, fields, make }];
}

const deletion = ({ id, url }: Webhook): PlannedChange => ({
  action: 'delete',
  resource: 'webhook',
  name: url,
  id,
  fields: [],
  make: async ({ api }) => checkDone(await api.DELETE('/api/webhooks/{id}', { params: { path: { id } } })),
});
