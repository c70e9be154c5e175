import type { ReactNode } from 'react';
import { Amount, Usd } from '../../design/amount.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Hash } from '../../design/hash.tsx';
import { Age } from '../../design/instant.tsx';
import type { Column } from '../../design/live-table.tsx';
import { Severity } from '../../design/severity.tsx';
import { WalletName } from '../../design/wallet-name.tsx';
import { type AlertEvent, AlertStatus } from './alert-status.tsx';

interface AlertColumnOptions {
  readonly link: (id: string, children: ReactNode) => ReactNode;
  readonly nameOf: (chain: string) => string;
  /** True while an alert is open beside the list. */
  readonly isNarrow: boolean;
}

/** The columns of the list of alerts. */
export const alertColumns = ({ link, nameOf, isNarrow }: AlertColumnOptions): readonly Column<AlertEvent>[] => [
  { id: 'rule', header: 'Rule', cell: ({ id, ruleName }) => link(id, <Foreign text={ruleName} />) },
  { id: 'severity', header: 'Severity', cell: ({ severity }) => <Severity severity={severity} /> },
  { id: 'status', header: 'Status', cell: (alert) => <AlertStatus {...alert} /> },
  { id: 'firedAt', header: 'Fired', sortBy: 'firedAt', cell: ({ firedAt }) => <Age at={firedAt} /> },
  {
    id: 'wallet',
    header: 'Wallet',
    isOptional: isNarrow,
    cell: ({ transaction: { wallet } }) => <WalletName {...wallet} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    isOptional: isNarrow,
    cell: ({ transaction: { tokenAmount, tokenSymbol } }) => <Amount amount={tokenAmount} symbol={tokenSymbol} />,
  },
  {
    id: 'summary',
    header: 'What happened',
    isOptional: true,
    minWidth: 250,
    cell: ({ summary }) => <Foreign text={summary} most={400} />,
  },
  {
    id: 'valueUsd',
    header: 'Value',
    isOptional: true,
    cell: ({ transaction: { valueUsd, valueStatus } }) => <Usd value={valueUsd} status={valueStatus} />,
  },
  {
    id: 'chain',
    header: 'Chain',
    isOptional: isNarrow,
    cell: ({ transaction: { chain } }) => nameOf(chain),
  },
  { id: 'hash', header: 'Transaction', isOptional: true, cell: ({ transaction: { hash } }) => <Hash text={hash} /> },
];
