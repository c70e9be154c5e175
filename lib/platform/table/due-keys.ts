import type { OrganisationId } from '../../values/ids.ts';

/*
 * The index of unfinished work.
 *
 * index entry                     partition key              sort key
 * gsi3   outbox entry             DUE#EVALUATION#shard       o#recordedAt#id
 *        pending value            DUE#VALUE#shard            o#due time#id
 *        delivery                 DUE#DELIVERY#shard         o#due time#id
 *        job                      DUE#REPLAY#shard, also EXPORT, EXPIRY, JOB   o#due time#id
 *        pending matches          DUE#MATCHES#shard          o#due time#chain
 *        mute                     DUE#MUTE#shard             o#its end#mute
 *        silence of a rule        DUE#SILENCE#shard          o#due time#rule
 *        pending notice           DUE#NOTICE#shard           o#its time#entry   of the audit log, until it is told
 * gsi3 is sparse and projects keys: an item has its attributes only while somebody must find the item there, for
 * example a delivery until it is finished. The lists of the API need no index (counted-list-keys.ts).
 */

/**
 * The partitions of the index of unfinished work, each for at most 1,000 units per second. A delivery or an evaluation
 * puts and deletes an entry: 10,000 per second need 20 partitions. 64 leave room for retries and busy organisations.
 */
export const DUE_SHARDS = {
  EVALUATION: 64,
  VALUE: 16,
  DELIVERY: 64,
  MATCHES: 4,
  MUTE: 4,
  SILENCE: 4,
  NOTICE: 4,
  REPLAY: 4,
  EXPORT: 4,
  EXPIRY: 4,
  JOB: 4,
} as const;

/** `JOB`: jobs of any kind without a due kind of its own. The keys of the item tell the kind. */
export type DueKind = keyof typeof DUE_SHARDS;

/**
 * Index entries of unfinished work. A partition holds the entries of some organisations, organisation by organisation,
 * each in the order of `at` (ISO 8601). So handover can let organisations take turns.
 */
export const due = {
  partition: (kind: DueKind, shard: number) => `DUE#${kind}#${shard}`,
  /** The partition of an organisation. Ids are random, so the first byte spreads them evenly. */
  partitionOf: (kind: DueKind, organisationId: OrganisationId) =>
    due.partition(kind, Number.parseInt(organisationId.slice(0, 2), 16) % DUE_SHARDS[kind]),
  sortKey: (organisationId: OrganisationId, at = '') => `${organisationId}#${at}`,
  entry: (kind: DueKind, organisationId: OrganisationId, id: string, at: string) => ({
    gsi3pk: due.partitionOf(kind, organisationId),
    gsi3sk: `${due.sortKey(organisationId, at)}#${id}`,
  }),
};
