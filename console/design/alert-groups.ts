import type { components } from '../../sdk/index.ts';
import { counted } from './counted.ts';

type AlertEvent = components['schemas']['AlertEvent'];
type Listed = Pick<AlertEvent, 'id' | 'transactionId' | 'severity' | 'status' | 'retractedAt'> & {
  readonly transaction: Pick<NonNullable<AlertEvent['transaction']>, 'chain' | 'hash' | 'direction'> | null;
};

/** The alerts of one payment, which people review together. */
export interface AlertGroup<A extends Listed = AlertEvent> {
  /** That of the alert which stands for the group: the most severe, and of these the newest. */
  readonly id: string;
  readonly first: A;
  /** The first alert, then the others by severity. */
  readonly alerts: readonly A[];
}

const SEVERITIES: readonly Listed['severity'][] = ['critical', 'warning', 'info'];
const STATUSES: readonly Listed['status'][] = ['open', 'acknowledged', 'resolved'];

/**
 * A payment between own wallets has a record for each of the wallets, and is one thing to look at. So is an alert that
 * no transaction caused.
 */
const paymentOf = ({ id, transactionId, transaction }: Listed): string =>
  transaction?.direction === 'internal' ? `${transaction.chain} ${transaction.hash}` : (transactionId ?? id);

/** The alerts of a page by payment, in the order of the page. */
export const groupsOf = <A extends Listed>(alerts: readonly A[]): readonly AlertGroup<A>[] =>
  [...Map.groupBy(alerts, paymentOf).values()].flatMap((listed) => {
    const sorted = listed.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
    return sorted.slice(0, 1).map((first) => ({ id: first.id, first, alerts: sorted }));
  });

/** How far the review of a group is: as far as that of the alert which is least far. */
export const statusOf = ({ first, alerts }: AlertGroup<Listed>): Pick<Listed, 'status' | 'retractedAt'> => ({
  status: STATUSES.find((status) => alerts.some((alert) => alert.status === status)) ?? first.status,
  retractedAt: first.retractedAt,
});

/** The group that an alert belongs to. */
export const groupWith = <A extends Listed>(groups: readonly AlertGroup<A>[], id: string | undefined) =>
  groups.find(({ alerts }) => alerts.some((alert) => alert.id === id));

/** The group so many rows below that of the open alert. The first group when no alert of the page is open. */
export function neighbour<A extends Listed>(groups: readonly AlertGroup<A>[], open: string | undefined, step: 1 | -1) {
  const now = groupWith(groups, open);
  return now === undefined ? groups[0] : groups[groups.indexOf(now) + step];
}

/** The next group below that of an alert that nobody has reviewed, else the first such group of the page. */
export function nextOpen<A extends Listed>(groups: readonly AlertGroup<A>[], id: string) {
  const now = groupWith(groups, id);
  const below = now === undefined ? groups : groups.slice(groups.indexOf(now) + 1);
  const isOpen = (group: AlertGroup<A>) => group !== now && statusOf(group).status === 'open';
  return below.find(isOpen) ?? groups.find(isOpen);
}

interface Counted {
  readonly groups: readonly AlertGroup<Listed>[];
  /** The alerts of all pages that the filters find. */
  readonly total: number;
  /** Whether other pages have more of them. */
  readonly hasMorePages: boolean;
  /** The only status that the filters let through. */
  readonly onlyStatus: string | undefined;
  /** Whether there is no room to count the rows: the buttons beside the text would move down. */
  readonly isShort?: boolean;
}

/** What the rows of the page are in number: the list counts alerts, and a row is a transaction or has none. */
export function countText({ groups, total, hasMorePages, onlyStatus, isShort = false }: Counted): string {
  const isFound = (alert: Listed) => onlyStatus === undefined || alert.status === onlyStatus;
  const found = groups.filter(({ alerts }) => alerts.some(isFound));
  const done = groups.length - found.length;
  const alerts = hasMorePages ? total : found.flatMap((group) => group.alerts).filter(isFound).length;
  const isPayment = found.every(({ first }) => first.transaction !== null);
  const transactions = counted(found.length, isPayment ? 'transaction' : 'row');
  const inRows = hasMorePages ? `, ${transactions} on this page` : ` in ${transactions}`;
  const rows = isShort || found.length === 0 ? '' : inRows;
  return `(${counted(alerts, 'alert')}${rows}${done === 0 ? '' : `, ${done.toLocaleString()} done`})`;
}
