import type { components } from '../../../sdk/index.ts';

export type AuditEntry = components['schemas']['AuditEntry'];
type Actor = AuditEntry['actor'];

/** What somebody did, in the order of the filter. */
export const ACTIONS: Readonly<Record<AuditEntry['action'], string>> = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  mute: 'Muted',
  unmute: 'Unmuted',
  rotate: 'Rotated the secret',
  test: 'Tested',
  refresh: 'Refreshed',
  cancel: 'Cancelled',
  resume: 'Resumed',
  replay: 'Replayed',
  import: 'Imported',
  annotate: 'Annotated',
  acknowledge: 'Acknowledged',
  resolve: 'Resolved',
  ask: 'Asked to confirm',
  confirm: 'Confirmed',
  unsubscribe: 'Unsubscribed',
  read: 'Read',
  suspend: 'Suspended',
};

interface Resource {
  readonly label: string;
  /** The page that shows it. After an `=`, the page takes the id. */
  readonly page: string | null;
}

/** What somebody changed, in the order of the filter. */
export const RESOURCES: Readonly<Record<AuditEntry['resource'], Resource>> = {
  wallet: { label: 'Wallet', page: '/wallets?open=' },
  rule: { label: 'Rule', page: '/rules?open=' },
  webhook: { label: 'Webhook', page: '/webhooks?open=' },
  destination: { label: 'Destination', page: '/destinations?open=' },
  settings: { label: 'Settings', page: '/settings' },
  email: { label: 'E-mail address', page: '/settings' },
  key: { label: 'API key', page: '/keys' },
  event: { label: 'Alert', page: '/alerts?open=' },
  review: { label: 'Review of all that match', page: null },
  transaction: { label: 'Transaction', page: '/transactions?open=' },
  delivery: { label: 'Delivery', page: '/deliveries?open=' },
  replay: { label: 'Replay', page: '/deliveries?replayId=' },
  address_book_entry: { label: 'Address', page: '/address-book' },
  address_list: { label: 'Address list', page: '/address-lists' },
  export: { label: 'Export', page: null },
  backtest: { label: 'Backtest', page: null },
  backfill: { label: 'Backfill', page: null },
  recount: { label: 'Recount', page: null },
  organisation: { label: 'Organisation', page: '/settings' },
};

/** The path of the page that shows what the entry is about; null when there is no such page. */
export function pageOf({ resource, resourceId, action }: AuditEntry): string | null {
  const { page } = RESOURCES[resource];
  if (page === null || !page.endsWith('=')) return page;
  return resourceId === null || action === 'delete' ? null : `${page}${encodeURIComponent(resourceId)}`;
}

const KINDS: Readonly<Record<Actor['kind'], string>> = {
  key: 'API key',
  person: 'Person',
  link: 'Signed link',
  system: 'Chainwatch itself',
  operator: 'Operator',
};

/** The actors that have no id. The filter knows them by their kind. */
export const WITHOUT_ID = (['link', 'system', 'operator'] as const).map((value) => ({ value, label: KINDS[value] }));

/** The kind of an actor, for people. */
export const kindOf = ({ kind }: Actor): string => KINDS[kind];

/** The path of the page with all entries of an actor. */
export const entriesOf = ({ kind, id }: Actor): string => `/audit?actor=${encodeURIComponent(id ?? kind)}`;
