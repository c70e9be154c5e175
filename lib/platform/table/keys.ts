import type { OrganisationId } from '../../values/ids.ts';

/*
 * The table. This file is the only one that builds keys; every key of tenant data starts with its organisation.
 *
 * item                  pk       sk                      gsi1 (time)                    gsi2 (time within)                   gsi3 (lookup, sparse)
 * organisation          ORG#o    ORG
 * settings              ORG#o    SETTINGS
 * API key               ORG#o    KEY#id                                                                                      KEYHASH#sha256 / KEY
 * wallet                ORG#o    WALLET#id
 * address of a wallet   ORG#o    ADDRESS#chain#address
 * transaction           ORG#o    TX#id                   ORG#o#TX / time#id             ORG#o#WALLET#w / time#id             ORG#o#HASH#hash / id
 * pending evaluation    ORG#o    EVALUATION#tx                                                                               DUE#EVALUATION#shard / recordedAt
 * rule, rule state      ORG#o    RULE#id, RULESTATE#id
 * decision              ORG#o    DECISION#tx#inclusion#rule
 * event                 ORG#o    EVENT#id                ORG#o#EVENT / time#id          ORG#o#EVENT#status / time#id
 * subscription          ORG#o    WEBHOOK#id
 * delivery              ORG#o    DELIVERY#id             ORG#o#DELIVERY / time#id       ORG#o#DELIVERY#status / time#id      DUE#DELIVERY#shard / due time
 * attempt               ORG#o    DELIVERY#id#ATTEMPT#gen#n
 * limit, destination    ORG#o    RECEIVER#id            (permits, flag, failures in a row; expires)
 * limit, organisation   ORG#o    RECEIVER#first, RECEIVER#retries  (one for each queue)
 * rate of its mails     ORG#o    MAILRATE               (expires)
 * parked message        ORG#o    BACKLOG#limit#createdAt#delivery  (until the limit has a free permit; expires)
 * bulk replay           ORG#o    REPLAY#id                                                                                   DUE#REPLAY#shard / due time
 * backfill              ORG#o    BACKFILL#id
 * part of a backfill    ORG#o    BACKFILLPART#id#n       (once it is done)
 * watched address       WATCH#chain#address  WATCH      (the organisations that watch it)
 * watcher, cursor       CHAIN#c  WATCHER, CURSOR         (who scans the chain; how far it is scanned)
 * block record          CHAIN#c  BLOCK#height            (expires)
 * more of its records   CHAIN#c  BLOCKPART#height#part   (expires)
 * token                 TOKEN#chain#address  TOKEN       (what a contract says of itself; expires)
 * price                 PRICE#k  PRICE                   (k: source, asset, five minutes; no tenant data; expires)
 * rate of an API key    RATE#id  RATE                    (a partition of its own: it is written with each request; expires)
 *
 * gsi1 and gsi2 project the facets below, so that a list is counted and filtered without reading its records; gsi3 projects keys.
 * "Sparse": the attribute is there while the item is wanted by that index (a delivery while it is unfinished), and its removal takes the item out of the index.
 */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** Attributes that the timeline indexes project and that lists filter by. */
export const facets = [
  'chain',
  'direction',
  'token',
  'walletId',
  'severity',
  'ruleId',
  'status',
  'webhookId',
  'eventId',
  'reorged',
] as const;
export type Facet = (typeof facets)[number];

/** Unfinished work is spread over this many partitions, so that no index partition takes more than its write rate. */
export const DUE_SHARDS = 4;

const org = (organisationId: OrganisationId) => `ORG#${organisationId}`;
const chainPk = (chain: string) => `CHAIN#${chain}`;

/** What `pk` of the rates of API keys starts with: all that a function that only reads may write. */
export const RATES = 'RATE#';

export const keys = {
  organisation: (organisationId: OrganisationId): Key => ({ pk: org(organisationId), sk: 'ORG' }),
  settings: (organisationId: OrganisationId): Key => ({ pk: org(organisationId), sk: 'SETTINGS' }),
  apiKey: (organisationId: OrganisationId, id: string): Key => ({ pk: org(organisationId), sk: `KEY#${id}` }),
  wallet: (organisationId: OrganisationId, id: string): Key => ({ pk: org(organisationId), sk: `WALLET#${id}` }),
  address: (organisationId: OrganisationId, chain: string, address: string): Key => ({
    pk: org(organisationId),
    sk: `ADDRESS#${chain}#${address}`,
  }),
  transaction: (organisationId: OrganisationId, id: string): Key => ({ pk: org(organisationId), sk: `TX#${id}` }),
  evaluation: (organisationId: OrganisationId, transactionId: string): Key => ({
    pk: org(organisationId),
    sk: `EVALUATION#${transactionId}`,
  }),
  rule: (organisationId: OrganisationId, id: string): Key => ({ pk: org(organisationId), sk: `RULE#${id}` }),
  ruleState: (organisationId: OrganisationId, id: string): Key => ({ pk: org(organisationId), sk: `RULESTATE#${id}` }),
  /** `inclusion`: of the transaction in the chain, counted from 0; each is decided by itself. */
  decision: (organisationId: OrganisationId, transactionId: string, inclusion: number, ruleId: string): Key => ({
    pk: org(organisationId),
    sk: `DECISION#${transactionId}#${inclusion}#${ruleId}`,
  }),
  event: (organisationId: OrganisationId, id: string): Key => ({ pk: org(organisationId), sk: `EVENT#${id}` }),
  webhook: (organisationId: OrganisationId, id: string): Key => ({ pk: org(organisationId), sk: `WEBHOOK#${id}` }),
  delivery: (organisationId: OrganisationId, id: string): Key => ({ pk: org(organisationId), sk: `DELIVERY#${id}` }),
  /** Numbers are padded so that attempts sort in the order they were made. */
  attempt: (organisationId: OrganisationId, deliveryId: string, generation: number, n: number): Key => ({
    pk: org(organisationId),
    sk: `DELIVERY#${deliveryId}#ATTEMPT#${pad(generation)}#${pad(n)}`,
  }),
  replay: (organisationId: OrganisationId, id: string): Key => ({ pk: org(organisationId), sk: `REPLAY#${id}` }),
  receiver: (organisationId: OrganisationId, id: string): Key => ({ pk: org(organisationId), sk: `RECEIVER#${id}` }),
  waiting: (organisationId: OrganisationId, receiver: string, createdAt: string, deliveryId: string): Key => ({
    pk: org(organisationId),
    sk: `${prefixes.backlog(receiver)}${createdAt}#${deliveryId}`,
  }),
  mailRate: (organisationId: OrganisationId): Key => ({ pk: org(organisationId), sk: 'MAILRATE' }),
  backfill: (organisationId: OrganisationId, id: string): Key => ({ pk: org(organisationId), sk: `BACKFILL#${id}` }),
  backfillPart: (organisationId: OrganisationId, id: string, n: number): Key => ({
    pk: org(organisationId),
    sk: `BACKFILLPART#${id}#${pad(n)}`,
  }),
  /** `address` as `matchForm` spells it. */
  watch: (chain: string, address: string): Key => ({ pk: `WATCH#${chain}#${address}`, sk: 'WATCH' }),
  watcher: (chain: string): Key => ({ pk: chainPk(chain), sk: 'WATCHER' }),
  cursor: (chain: string): Key => ({ pk: chainPk(chain), sk: 'CURSOR' }),
  /** Heights are padded so that blocks sort by them. */
  block: (chain: string, height: number): Key => ({ pk: chainPk(chain), sk: `BLOCK#${padHeight(height)}` }),
  blockPart: (chain: string, height: number, part: string): Key => ({
    pk: chainPk(chain),
    sk: `BLOCKPART#${padHeight(height)}#${part}`,
  }),
  token: (chain: string, address: string): Key => ({ pk: `TOKEN#${chain}#${address}`, sk: 'TOKEN' }),
  price: (key: string): Key => ({ pk: `PRICE#${key}`, sk: 'PRICE' }),
  rate: (keyId: string): Key => ({ pk: `${RATES}${keyId}`, sk: 'RATE' }),
};

/** Prefixes of `sk` for reading all items of a kind; none may be the beginning of another's. */
export const prefixes = {
  apiKeys: 'KEY#',
  wallets: 'WALLET#',
  addresses: 'ADDRESS#',
  transactions: 'TX#',
  rules: 'RULE#',
  ruleStates: 'RULESTATE#',
  webhooks: 'WEBHOOK#',
  backlog: (receiver: string) => `BACKLOG#${receiver}#`,
  decisionsOn: (transactionId: string) => `DECISION#${transactionId}#`,
  evaluations: 'EVALUATION#',
  backfills: 'BACKFILL#',
  backfillParts: (id: string) => `BACKFILLPART#${id}#`,
  blocks: 'BLOCK#',
  blockParts: (height: number) => `BLOCKPART#${padHeight(height)}#`,
} as const;

/** Partitions of the time indexes: which one a list reads. */
export const timelines = {
  transactions: (organisationId: OrganisationId) => `${org(organisationId)}#TX`,
  walletTransactions: (organisationId: OrganisationId, walletId: string) => `${org(organisationId)}#WALLET#${walletId}`,
  events: (organisationId: OrganisationId) => `${org(organisationId)}#EVENT`,
  eventsIn: (organisationId: OrganisationId, status: string) => `${org(organisationId)}#EVENT#${status}`,
  deliveries: (organisationId: OrganisationId) => `${org(organisationId)}#DELIVERY`,
  deliveriesIn: (organisationId: OrganisationId, status: string) => `${org(organisationId)}#DELIVERY#${status}`,
};

export const lookups = {
  apiKey: (sha256: string) => ({ gsi3pk: `KEYHASH#${sha256}`, gsi3sk: 'KEY' }),
  transactionHash: (organisationId: OrganisationId, hash: string, id: string) => ({
    gsi3pk: `${org(organisationId)}#HASH#${hash}`,
    gsi3sk: id,
  }),
};

export type DueKind = 'EVALUATION' | 'DELIVERY' | 'REPLAY';

/** Sparse entry of unfinished work, read by reconcile in the order of `at` (ISO 8601). */
export const due = {
  partition: (kind: DueKind, shard: number) => `DUE#${kind}#${shard}`,
  entry: (kind: DueKind, id: string, at: string) => ({
    gsi3pk: due.partition(kind, shardOf(id)),
    gsi3sk: `${at}#${id}`,
  }),
};

/**
 * Sort key of both time indexes: ISO instants sort as text, the id makes it unique and breaks ties. Lists are read
 * backwards (newest first) while ties are in ascending order of id, hence the complement of its digits.
 */
export const timeKey = (instant: string, id: string): string =>
  `${instant}#${id.replace(/[0-9a-f]/g, (digit) => (15 - Number.parseInt(digit, 16)).toString(16))}`;

/** The organisation in a partition key, for the pipelines that start from an index entry or a stream record. */
export const organisationIn = (pk: string): string => pk.slice('ORG#'.length);

/** The id at the end of a sort key such as `TX#id`. */
export const idIn = (sk: string): string => sk.slice(sk.lastIndexOf('#') + 1);

const pad = (n: number): string => String(n).padStart(4, '0');
const padHeight = (height: number): string => String(height).padStart(12, '0');

/** Ids are uniform (UUIDv5), so their first byte spreads them evenly. */
const shardOf = (id: string): number => Number.parseInt(id.slice(0, 2), 16) % DUE_SHARDS;
