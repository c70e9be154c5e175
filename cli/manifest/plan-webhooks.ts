import { checkDone, dataOf } from '../../sdk/index.ts';
import type { Webhook } from '../base/api-values.ts';
import { newKey } from './idempotency-key.ts';
import type { ManifestWebhook } from './manifest-schema.ts';
import { matched, type Stated } from './match.ts';
import { type MatchReferences, matchDifferences, type ReferencedMatch } from './match-references.ts';
import { changedOnly, differences, type PlannedChange, type SecretOf, type SingleChange } from './planned-change.ts';
import type { PresentState } from './present-state.ts';
import type { ReadManifest } from './read-manifest.ts';

/** A webhook of the file, with what it names. */
interface StatedWebhook extends Stated<ManifestWebhook> {
  readonly match: ReferencedMatch | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/**
 * @param matchOf finds what a match names.
 * @param secretOf the value of an environment variable that the file names.
 * @throws CommandError
 */
export function planWebhooks(
  { manifest, at }: ReadManifest,
  { webhooks }: PresentState,
  matchOf: MatchReferences,
  secretOf: SecretOf,
): { changes: PlannedChange[]; deletions: PlannedChange[] } {
  const items = (manifest.webhooks ?? []).map(
    (item, n): StatedWebhook => ({
      item,
      identity: item.url,
      place: at('webhooks', n, 'url'),
      match: item.match && matchOf(item.match, (...path) => at('webhooks', n, 'match', ...path)),
      headers: item.headers && headersOf(item.headers, secretOf),
    }),
  );
  const { stated, others } = matched(items, webhooks, ({ url }) => url);
  return {
    changes: stated.flatMap((each) =>
      each.present === undefined ? [creation(each, secretOf)] : change(each, each.present),
    ),
    deletions: others.map(deletion),
  };
}

/** The values of headers. Undefined while one of them is unknown: they are compared and sent together. */
function headersOf(named: NonNullable<StatedWebhook['item']['headers']>, secretOf: SecretOf) {
  const values = Object.entries(named).map(([name, { variable }]) => [name, secretOf(variable)] as const);
  const known = values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return known.length < values.length ? undefined : Object.fromEntries(known);
}

const mapped = <T>(record: Readonly<Record<string, T>>, fn: (value: T) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, fn(value)]));

/** The form in which the API shows the value of a header. */
const masked = (value: string): string => (value.length < 8 ? '…' : `…${value.slice(-4)}`);

function creation({ item, match, headers = {} }: StatedWebhook, secretOf: SecretOf): PlannedChange {
  const { isActive, secret: named, description = '', payload = 'standard', url, events } = item;
  const secret = named && secretOf(named.variable);
  return {
    action: 'create',
    resource: 'webhook',
    name: url,
    id: null,
    fields: [],
    async make(run) {
      const { api, showSecret } = run;
      const body = { url, events, description, payload, match: match?.body(run) ?? {}, headers, secret };
      const { id, secret: made } = dataOf(await api.POST('/api/webhooks', { params: newKey(), body }));
      if (made !== undefined) showSecret(`webhook ${url}`, made);
      // The API creates every webhook active.
      if (isActive !== false) return;
      checkDone(await api.PATCH('/api/webhooks/{id}', { params: { path: { id } }, body: { isActive } }));
    },
  };
}

function change({ item, match, headers }: StatedWebhook, present: Webhook): PlannedChange[] {
  const { id, url } = present;
  // No answer shows the secret of a webhook, so no run compares it. `webhook rotate` changes it.
  const { events, description, payload, isActive } = item;
  const plain = { events, description, payload, isActive };
  const ofPlain = differences(plain, present);
  const ofHeaders = differences({ headers: headers && mapped(headers, masked) }, present);
  const ofMatch = matchDifferences(match, present.match);
  const fields = [...ofPlain, ...ofMatch, ...ofHeaders];
  if (fields.length === 0) return [];
  const make: SingleChange['make'] = async (run) => {
    // A body with `isActive` resets the health of the webhook, also when the webhook is active.
    const body = {
      ...changedOnly(plain, ofPlain),
      ...(ofMatch.length > 0 && { match: match?.body(run) }),
      ...(ofHeaders.length > 0 && { headers }),
    };
    checkDone(await run.api.PATCH('/api/webhooks/{id}', { params: { path: { id } }, body }));
  };
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
