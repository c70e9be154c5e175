import Badge from '@cloudscape-design/components/badge';
import type { ReactNode } from 'react';
import { type AlertGroup, statusOf } from '../../design/alert-groups.ts';
import { Amount, Usd } from '../../design/amount.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { Hash } from '../../design/hash.tsx';
import { Age } from '../../design/instant.tsx';
import type { Column } from '../../design/live-table.tsx';
import { Severity, SeveritySign } from '../../design/severity.tsx';
import { AlertStatus, Retracted } from './alert-status.tsx';
import { AlertWallet, chainText, NOTHING } from './alert-subject.tsx';

interface AlertColumnOptions {
  readonly link: (id: string, children: ReactNode) => ReactNode;
  readonly nameOf: (chain: string) => string;
  /** The group whose detail is open beside the list. */
  readonly open: AlertGroup | undefined;
  /** True while an alert is open beside the list. */
  readonly isNarrow: boolean;
  /** True in a window of the width of a small laptop, where the other columns leave less room for the sentence. */
  readonly isTight: boolean;
  /** The only status that the filter lets through. */
  readonly onlyStatus: string | undefined;
}

/** The columns of the list of alerts: a row for each transaction, in one line. */
export const alertColumns = ({
  link,
  nameOf,
  open,
  isNarrow,
  isTight,
  onlyStatus,
}: AlertColumnOptions): readonly Column<AlertGroup>[] => [
  {
    id: 'summary',
    header: 'What happened',
    minWidth: 160,
    cell: (group) => {
      const { status } = statusOf(group);
      // A row that is reviewed stays while the user reads. It says so where a column of the status is hidden.
      const isDone = status !== 'open' && status !== onlyStatus;
      const saysStatus = isDone && (isNarrow || onlyStatus !== undefined);
      const room = isNarrow ? 'narrow' : isTight ? 'tight' : '';
      return (
        <div
          className={`sentence ${room}${isDone && onlyStatus !== undefined ? ' done' : ''}`}
          aria-current={group.id === open?.id}
          title={foreignText(group.first.summary, 400)}
        >
          <SeveritySign severity={group.first.severity} />
          {saysStatus ? <AlertStatus status={status} retractedAt={null} /> : null}{' '}
          {isNarrow ? <MoreRules alerts={group.alerts} /> : null}
          {/* The status says this too, but may be hidden. */}
          {isNarrow || onlyStatus !== undefined ? <Retracted at={group.first.retractedAt} /> : null}{' '}
          {link(group.id, <Foreign text={group.first.summary} most={400} />)}
        </div>
      );
    },
  },
  {
    id: 'severity',
    header: 'Severity',
    isOptional: true,
    cell: ({ first }) => <Severity severity={first.severity} />,
  },
  {
    id: 'valueUsd',
    header: 'Value',
    // The sentence states it too.
    isOptional: true,
    cell: ({ first: { transaction } }) =>
      transaction === null ? (
        NOTHING
      ) : (
        <span className="one-line">
          <Usd value={transaction.valueUsd} status={transaction.valueStatus} />
        </span>
      ),
  },
  { id: 'rule', header: 'Rules', isOptional: isNarrow, cell: ({ alerts }) => <Rules alerts={alerts} /> },
  {
    id: 'status',
    header: 'Status',
    isOptional: isNarrow || onlyStatus !== undefined,
    cell: (group) => <AlertStatus {...statusOf(group)} />,
  },
  { id: 'firedAt', header: 'Fired', sortBy: 'firedAt', cell: ({ first }) => <Age at={first.firedAt} /> },
  {
    id: 'wallet',
    header: 'Wallet',
    isOptional: true,
    cell: ({ first }) => <AlertWallet alert={first} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    isOptional: true,
    cell: ({ first: { transaction } }) =>
      transaction === null ? NOTHING : <Amount amount={transaction.tokenAmount} symbol={transaction.tokenSymbol} />,
  },
  { id: 'chain', header: 'Chain', isOptional: true, cell: ({ first }) => chainText(first, nameOf) },
  {
    id: 'hash',
    header: 'Transaction',
    isOptional: true,
    cell: ({ first: { transaction } }) => (transaction === null ? NOTHING : <Hash text={transaction.hash} />),
  },
];

type Fired = Pick<AlertGroup, 'alerts'>;

/** The names of the rules that fired, by their ids. A rule may have fired for both wallets of a payment. */
const rulesOf = ({ alerts }: Fired) => new Map(alerts.map(({ ruleId, ruleName }) => [ruleId, ruleName]));
const namesOf = (fired: Fired): string => [...rulesOf(fired).values()].map((name) => foreignText(name, 80)).join(', ');

/** A line has room for the names of so many rules. Of more rules it names the first and counts the others. */
const MOST_NAMED = 2;

/** The rules that fired. */
function Rules({ alerts }: Fired) {
  const rules = [...rulesOf({ alerts })];
  const named = rules.length > MOST_NAMED ? rules.slice(0, 1) : rules;
  const more = rules.length - named.length;
  return (
    <div className="sentence chips" title={namesOf({ alerts })}>
      {named.map(([ruleId, ruleName]) => (
        <Badge key={ruleId}>
          <Foreign text={ruleName} most={40} />
        </Badge>
      ))}
      {more === 0 ? null : (
        <div className="chip-count">
          <Badge>+{more}</Badge>
        </div>
      )}
    </div>
  );
}

/** How many rules fired besides that of the first alert, where the column of the rules is hidden. */
function MoreRules({ alerts }: Fired) {
  const more = rulesOf({ alerts }).size - 1;
  return more === 0 ? null : (
    <span title={namesOf({ alerts })}>
      <Badge>
        +{more}
        <span className="visually-hidden"> more {more === 1 ? 'rule' : 'rules'}</span>
      </Badge>{' '}
    </span>
  );
}
