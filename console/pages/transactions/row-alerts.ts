import type { components } from '../../../sdk/index.ts';

type Schemas = components['schemas'];
export type RowAlert = Pick<Schemas['AlertEvent'], 'id' | 'severity' | 'transactionId' | 'firedAt' | 'retractedAt'>;
export type Row = Pick<Schemas['Transaction'], 'id' | 'createdAt'>;

const SEVERITIES: readonly RowAlert['severity'][] = ['critical', 'warning', 'info'];

/** What a list knows of the alerts of its records. */
export interface RowAlerts {
  /** The alerts of records that still hold, the most severe first. */
  readonly of: (ids: readonly string[]) => readonly RowAlert[];
  /** Whether all alerts of a record were read. They fire within a second of it, or wait for a price. */
  readonly isKnown: (row: Row) => boolean;
}

/**
 * @param alerts in the order in which they fired.
 * @param hasMore whether later alerts were not read.
 */
export function rowAlerts(alerts: readonly RowAlert[], hasMore: boolean): RowAlerts {
  const byRecord = Map.groupBy(
    alerts.filter(({ retractedAt }) => retractedAt === null),
    ({ transactionId }) => transactionId,
  );
  const last = alerts.at(-1)?.firedAt;
  return {
    of: (ids) =>
      ids
        .flatMap((id) => byRecord.get(id) ?? [])
        .toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)),
    isKnown: ({ createdAt }) => !hasMore || (last !== undefined && Date.parse(createdAt) + 1000 < Date.parse(last)),
  };
}
