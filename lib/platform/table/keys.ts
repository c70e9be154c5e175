import type { OrganisationId } from '../../values/ids.ts';
import type { DueKind } from './due-keys.ts';
import { namePartOf, organisationPartition as org, partOf } from './organisation-parts.ts';

/*
 * The table. Only this file builds keys. Every key of tenant data starts with its organisation. `ORG#o*`: items of a
 * divided organisation are in the part of the first id of `sk`, or of a hash of the name there (organisation-parts.ts).
 *
 * item                       pk                   sk
 * organisation               ORG#o                ORG                         counts, and the version of the rules
 * settings                   ORG#o                SETTINGS
 * API key                    ORG#o                KEY#id
 * credential of an API key   KEYHASH#sha256       KEY                         what the authorizer reads
 * wallet                     ORG#o*               WALLET#id
 * address of wallets         ORG#o*               ADDRESS#address             by hash: the wallet of each chain
 * external id of a wallet    ORG#o*               EXTERNALID#external id      by hash: the wallet
 * transaction                ORG#o*               TX#id
 * outbox entry               ORG#o                EVALUATION#tx               its rules are still to be evaluated
 * pending value              ORG#o                VALUE#tx                    its price failed and is asked for again
 * rule                       ORG#o                RULE#id
 * state item of a rule       ORG#o#RULESTATE#id   STATE#n                     of eight items
 * suppressed matches         ORG#o#RULESTATE#id   STATE#SUPPRESSED#n          counts of a rule, in up to 64 items
 * decision                   ORG#o*               DECISION#tx#inclusion#rule
 * event                      ORG#o*               EVENT#id
 * subscription               ORG#o                WEBHOOK#id
 * destination                ORG#o                DESTINATION#id
 * delivery                   ORG#o*               DELIVERY#id
 * attempts                   ORG#o*               DELIVERY#id#ATTEMPT#generation#n   of a generation that was replayed
 * limit of a destination     ORG#o*               RECEIVER#id                 permits, flag, failures in a row; expires
 * limits of an organisation  ORG#o*               RECEIVER#first, #retries    permits and flag of attempts of the kind
 * parked message             ORG#o*               BACKLOG#limit#createdAt#delivery   until a permit is free; expires
 * rate limit of its mails    ORG#o*               MAILRATE                    expires
 * pace of a vendor           ORG#o*               PACE#destination            when it takes the next message; expires
 * bulk replay                ORG#o                REPLAY#id                   expires after its end
 * export                     ORG#o                EXPORT#id                   expires
 * backtest                   ORG#o                BACKTEST#id                 expires after its end
 * review of many alerts      ORG#o                REVIEW#id                   expires after its end
 * recount of lists           ORG#o                RECOUNT#id                  expires after its end
 * expiry                     ORG#o                EXPIRY#id                   of old records; expires after its end
 * pass of handover           ORG#o                PASS#kind                   over the overdue work of a kind; expires
 * backfill                   ORG#o                BACKFILL#id
 * part of a backfill         ORG#o                BACKFILLPART#id#n           written when the part is done
 * watched heights            ORG#o*               WATCHED#wallet#chain        of a wallet
 * difference                 ORG#o                RECONCILIATION#id
 * watched address            WATCH#chain#address  WATCH                       the wallets that watch the address
 * balance of an address      BALANCES#chain       NATIVE#address              of a watched address, as last checked
 * token balance              BALANCES#chain       TOKENS#address#token
 * rule that asks             ASKING               o#rule                      checks read the balance of a token for it
 * daily balance              BALANCES#chain       DAY#address#day#token       after its last change of a day; expires
 * watcher                    CHAIN#c              WATCHER                     the lease of the run that scans the chain
 * cursor                     CHAIN#c              CURSOR                      how far the chain is scanned
 * block record               CHAIN#c              BLOCK#height                expires
 * balance check              CHAIN#c              CHECK#height                expires
 * begun checks               CHAIN#c              CHECKER                     how many checks have begun
 * changes by a check         CHAIN#c              CHECKED#number              the balances that it changed; expires
 * change of an address       WATCHLOG#chain       time#address                began or ceased to be watched; expires
 * references of a block      CHAIN#c              BLOCKPART#height#part       to its records; expires
 * fence of a block           FENCE#c#writer       height                      what records of the block check; expires
 * packed watched addresses   CHAIN#c              WATCHED                     names the pages
 * page of watched addresses  WATCHPAGE#chain#id   PAGE                        some thousand addresses; expires
 * counted list               ORG#o#LIST#list      see counted-list-keys.ts
 * other items                ORG#o and others     see the other files *-keys.ts of this folder
 * token                      TOKEN#chain#address  TOKEN                       what the contract answered; expires
 * price                      PRICE#k              PRICE                       k: source, asset, five minutes; expires
 * rate limits of a caller    RATE#id              RATE or READS               of its requests, of its reads; expire
 * index of unfinished work   see due-keys.ts
 */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** An item in the partition of an organisation. */
export const inOrg = (organisationId: OrganisationId, sk: string): Key => ({ pk: org(organisationId), sk });
/** An item of the record with this id, in the part of the organisation. */
export const inPart = (o: OrganisationId, id: string, sk: string): Key => ({ pk: partOf(o, id), sk });
const ofRule = (o: OrganisationId, id: string, sk: string): Key => ({ pk: `${org(o)}#RULESTATE#${id}`, sk });
const chainPk = (chain: string) => `CHAIN#${chain}`;
const inChain = (chain: string, sk: string): Key => ({ pk: chainPk(chain), sk });
const ofBalances = (chain: string, sk: string): Key => ({ pk: `BALANCES#${chain}`, sk });

/** The partitions that every endpoint may touch. Rates of API keys have a grant of their own. */
export const OF_CUSTOMERS = ['ORG#'] as const;
const OTHERS = [
  'KEYHASH#',
  'WATCH#',
  'WATCHLOG#',
  'BALANCES#',
  'CHAIN#',
  'TOKEN#',
  'PRICE#',
  'CANARY',
  'ASKING',
] as const;
/** The beginnings of partition keys, of this file and its neighbours, that a role may name. */
export type Partition = (typeof OF_CUSTOMERS | typeof OTHERS)[number];

/** The partition of the rules for which checks of balances read a token. */
export const ASKING_RULES = 'ASKING';

/** The prefix of `pk` of the rates of API keys. A read-only function may write only keys with this prefix. */
export const RATES = 'RATE#';

export const keys = {
  organisation: (organisationId: OrganisationId): Key => ({ pk: org(organisationId), sk: 'ORG' }),
  settings: (organisationId: OrganisationId): Key => ({ pk: org(organisationId), sk: 'SETTINGS' }),
  apiKey: (organisationId: OrganisationId, id: string): Key => ({ pk: org(organisationId), sk: `KEY#${id}` }),
  credential: (sha256: string): Key => ({ pk: `KEYHASH#${sha256}`, sk: 'KEY' }),
  pass: (organisationId: OrganisationId, kind: DueKind): Key => inOrg(organisationId, `PASS#${kind}`),
  wallet: (organisationId: OrganisationId, id: string): Key => inPart(organisationId, id, `${prefixes.wallets}${id}`),
  address: (o: OrganisationId, address: string): Key => ({ pk: namePartOf(o, address), sk: `ADDRESS#${address}` }),
  externalId: (o: OrganisationId, id: string): Key => ({ pk: namePartOf(o, id), sk: `EXTERNALID#${id}` }),
  transaction: (organisationId: OrganisationId, id: string): Key => inPart(organisationId, id, `TX#${id}`),
  evaluation: (organisationId: OrganisationId, tx: string): Key => inOrg(organisationId, `EVALUATION#${tx}`),
  value: (organisationId: OrganisationId, tx: string): Key => inOrg(organisationId, `VALUE#${tx}`),
  rule: (organisationId: OrganisationId, id: string): Key => ({ pk: org(organisationId), sk: `RULE#${id}` }),
  /** A partition of its own: a rule that matches often takes no write units from the records of the organisation. */
  ruleState: (organisationId: OrganisationId, id: string, n: number): Key =>
    ofRule(organisationId, id, `${prefixes.ruleStates}${n}`),
  suppressions: (organisationId: OrganisationId, ruleId: string, n: number): Key =>
    ofRule(organisationId, ruleId, `${prefixes.ruleStates}SUPPRESSED#${n}`),
  /** `inclusion` counts from 0 how often the chain included the transaction. Each inclusion has its own decisions. */
  decision: (organisationId: OrganisationId, transactionId: string, inclusion: number, ruleId: string): Key =>
    inPart(organisationId, transactionId, `DECISION#${transactionId}#${inclusion}#${ruleId}`),
  event: (organisationId: OrganisationId, id: string): Key => inPart(organisationId, id, `EVENT#${id}`),
  webhook: (organisationId: OrganisationId, id: string): Key => ({ pk: org(organisationId), sk: `WEBHOOK#${id}` }),
  destination: (organisationId: OrganisationId, id: string): Key => inOrg(organisationId, `DESTINATION#${id}`),
  delivery: (organisationId: OrganisationId, id: string): Key => inPart(organisationId, id, `DELIVERY#${id}`),
  /** `n` is the number of the first attempt. The padded numbers sort attempts in the order in which they were made. */
  attempts: (organisationId: OrganisationId, deliveryId: string, generation: number, n: number): Key =>
    inPart(organisationId, deliveryId, `${prefixes.attemptsOf(deliveryId)}${pad(generation)}#${pad(n)}`),
  job: (organisationId: OrganisationId, kind: JobPrefix, id: string): Key => inOrg(organisationId, `${kind}${id}`),
  receiver: (organisationId: OrganisationId, id: string): Key => inPart(organisationId, id, `RECEIVER#${id}`),
  waiting: (organisationId: OrganisationId, receiver: string, createdAt: string, deliveryId: string): Key =>
    inPart(organisationId, receiver, `${prefixes.backlog(receiver)}${createdAt}#${deliveryId}`),
  mailRate: (organisationId: OrganisationId): Key => inPart(organisationId, 'mail', 'MAILRATE'),
  /** `id` is the id of a destination, or the kind of a channel of the settings. */
  pace: (organisationId: OrganisationId, id: string): Key => inPart(organisationId, id, `PACE#${id}`),
  backfill: (organisationId: OrganisationId, id: string): Key => ({ pk: org(organisationId), sk: `BACKFILL#${id}` }),
  backfillPart: (organisationId: OrganisationId, id: string, n: number): Key =>
    inOrg(organisationId, `BACKFILLPART#${id}#${pad(n)}`),
  watched: (o: OrganisationId, walletId: string, chain: string): Key =>
    inPart(o, walletId, `${prefixes.watched(walletId)}${chain}`),
  reconciliation: (organisationId: OrganisationId, id: string): Key => inOrg(organisationId, `RECONCILIATION#${id}`),
  /** `address` as `matchForm` spells it. */
  nativeBalance: (chain: string, address: string): Key => ofBalances(chain, `${prefixes.nativeBalances}${address}`),
  tokenBalance: (chain: string, address: string, token: string): Key =>
    ofBalances(chain, `${prefixes.tokenBalancesOf(address)}${token}`),
  /** `day` such as `2026-01-31`. */
  dailyBalance: (chain: string, address: string, day: string, token: string | null): Key =>
    ofBalances(chain, `${prefixes.dailyBalancesOf(address)}${day}#${token ?? ''}`),
  askingRule: (organisationId: OrganisationId, id: string): Key => ({
    pk: ASKING_RULES,
    sk: `${organisationId}#${id}`,
  }),
  balanceCheck: (chain: string, height: number): Key => inChain(chain, `${prefixes.balanceChecks}${padHeight(height)}`),
  balanceChecker: (chain: string): Key => ({ pk: chainPk(chain), sk: 'CHECKER' }),
  balanceChanges: (chain: string, check: number): Key => ({ pk: chainPk(chain), sk: `CHECKED#${padHeight(check)}` }),
  /** The keys sort by time. `address` as `matchForm` spells it. */
  watchChange: (chain: string, at: string, address: string) => ({ pk: `WATCHLOG#${chain}`, sk: `${at}#${address}` }),
  /** `address` as `matchForm` spells it. */
  watch: (chain: string, address: string): Key => ({ pk: `WATCH#${chain}#${address}`, sk: 'WATCH' }),
  watchedHead: (chain: string): Key => ({ pk: chainPk(chain), sk: 'WATCHED' }),
  /** Each page has a partition of its own, so that many pages can be read and written at once. */
  watchedPage: (chain: string, id: string): Key => ({ pk: `WATCHPAGE#${chain}#${id}`, sk: 'PAGE' }),
  watcher: (chain: string): Key => ({ pk: chainPk(chain), sk: 'WATCHER' }),
  cursor: (chain: string): Key => ({ pk: chainPk(chain), sk: 'CURSOR' }),
  /** The padded height sorts the blocks. */
  block: (chain: string, height: number): Key => ({ pk: chainPk(chain), sk: `BLOCK#${padHeight(height)}` }),
  blockPart: (chain: string, height: number, part: string): Key =>
    inChain(chain, `BLOCKPART#${padHeight(height)}#${part}`),
  fence: (chain: string, height: number, writer: number): Key => ({
    pk: `FENCE#${chain}#${writer}`,
    sk: padHeight(height),
  }),
  token: (chain: string, address: string): Key => ({ pk: `TOKEN#${chain}#${address}`, sk: 'TOKEN' }),
  price: (key: string): Key => ({ pk: `PRICE#${key}`, sk: 'PRICE' }),
  /** `id` of an API key, an organisation, or a person in an organisation. */
  rate: (id: string, of: 'RATE' | 'READS' = 'RATE'): Key => ({ pk: `${RATES}${id}`, sk: of }),
};

/** Prefixes of `sk` for reading all items of a kind. No prefix may be the beginning of another prefix. */
export const prefixes = {
  apiKeys: 'KEY#',
  wallets: 'WALLET#',
  addresses: 'ADDRESS#',
  transactions: 'TX#',
  rules: 'RULE#',
  ruleStates: 'STATE#',
  webhooks: 'WEBHOOK#',
  destinations: 'DESTINATION#',
  attemptsOf: (deliveryId: string) => `DELIVERY#${deliveryId}#ATTEMPT#`,
  backlog: (receiver: string) => `BACKLOG#${receiver}#`,
  decisionsOn: (transactionId: string) => `DECISION#${transactionId}#`,
  decisionsOnHash: (idPrefix: string) => `DECISION#${idPrefix}`,
  evaluations: 'EVALUATION#',
  values: 'VALUE#',
  replays: 'REPLAY#',
  exports: 'EXPORT#',
  backtests: 'BACKTEST#',
  reviews: 'REVIEW#',
  recounts: 'RECOUNT#',
  expiries: 'EXPIRY#',
  addressLists: 'ADDRESSLIST#',
  backfills: 'BACKFILL#',
  backfillParts: (id: string) => `BACKFILLPART#${id}#`,
  watched: (walletId: string) => `WATCHED#${walletId}#`,
  nativeBalances: 'NATIVE#',
  tokenBalances: 'TOKENS#',
  tokenBalancesOf: (address: string) => `TOKENS#${address}#`,
  dailyBalancesOf: (address: string) => `DAY#${address}#`,
  balanceChecks: 'CHECK#',
  blocks: 'BLOCK#',
  allBlockParts: 'BLOCKPART#',
  blockParts: (height: number) => `BLOCKPART#${padHeight(height)}#`,
} as const;

/** The beginning of the sort keys of a kind of jobs. */
type OfJobs = 'replays' | 'exports' | 'backtests' | 'reviews' | 'recounts' | 'expiries' | 'addressLists';
export type JobPrefix = (typeof prefixes)[OfJobs];

/** The organisation id in a partition key, for pipelines that start from an index entry or a stream record. */
export const organisationIn = (pk: string): string => pk.split('#')[1] ?? '';

/** The id at the end of a sort key such as `TX#id`. */
export const idIn = (sk: string): string => sk.slice(sk.lastIndexOf('#') + 1);

const pad = (n: number): string => String(n).padStart(4, '0');
export const padHeight = (height: number): string => String(height).padStart(12, '0');
