import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { type ReactNode, useState } from 'react';
import type { AddressLabel, components } from '../../../sdk/index.ts';
import { Address } from '../../design/address.tsx';
import { Amount, Usd } from '../../design/amount.tsx';
import { labelOf } from '../../design/field-label.ts';
import { Foreign } from '../../design/foreign.tsx';
import { Instant } from '../../design/instant.tsx';
import { omittedText } from './certainty-text.ts';

type Transaction = components['schemas']['Transaction'];
type Transfer = Transaction['transfers'][number];
type Approval = Transaction['approvals'][number];
type AuthorityChange = Transaction['authority'][number];

/** A transaction can have thousands of transfers. */
export const FIRST_SHOWN = 25;

interface Omitting {
  /** How many further items the record leaves out. */
  readonly omitted: number;
}

interface EntriesProps<T> extends Omitting {
  readonly title: string;
  readonly items: readonly T[];
  readonly show: (item: T) => ReactNode;
  readonly none?: string;
}

function Entries<T>({ title, items, show, none, omitted }: EntriesProps<T>) {
  const [most, setMost] = useState(FIRST_SHOWN);
  if (items.length === 0 && none === undefined) return null;
  return (
    <div>
      <Box variant="h3">
        {title} ({items.length})
      </Box>
      {items.length === 0 ? <Box>{none}</Box> : null}
      <ul className="entries" aria-label={title}>
        {items.slice(0, most).map((item, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the effects of a transaction have no ids and keep their order
          <li key={n}>{show(item)}</li>
        ))}
      </ul>
      {items.length > most ? (
        <Button onClick={() => setMost(items.length)}>Show all {items.length.toLocaleString()}</Button>
      ) : null}
      {omitted > 0 ? <Box variant="small">{omittedText(omitted)}</Box> : null}
    </div>
  );
}

const addressed = (what: string, address: string, bookLabel?: AddressLabel) => (
  <>
    {what} <Address text={address} label={bookLabel?.(address)} what={`address ${what}`} />{' '}
  </>
);

interface TransfersProps extends Omitting {
  readonly transfers: readonly Transfer[];
  readonly bookLabel: AddressLabel;
}

/** Where the chain states a transfer. */
const STATED: Readonly<Record<Transfer['origin'], string>> = {
  value: 'moved by the transaction itself',
  call: 'moved by a call inside',
  log: 'logged by the token',
  withdrawal: 'paid by the block',
};

/** Every transfer of the transaction that concerns the wallet. */
export const Transfers = ({ transfers, omitted, bookLabel }: TransfersProps) => (
  <Entries
    title="Transfers"
    items={transfers}
    omitted={omitted}
    none="The transaction moved nothing to or from this wallet."
    show={(transfer) => (
      <>
        <Box fontWeight="bold">
          <Amount exact amount={transfer.amount} symbol={transfer.asset} />, {transfer.direction}
        </Box>
        <Box>
          {addressed('from', transfer.from, bookLabel)}
          {addressed('to', transfer.to, bookLabel)}
        </Box>
        {transfer.lookalike === null ? null : (
          <Box>
            <StatusIndicator type="warning">
              The counterparty looks like{' '}
              {transfer.lookalike.kind === 'book' ? 'an entry of the address book' : 'a payee'}
            </StatusIndicator>{' '}
            {addressed('and is not', transfer.lookalike.of, bookLabel)}
          </Box>
        )}
        <Box variant="small">
          Value <Usd value={transfer.valueUsd} />, <Foreign text={transfer.standard} most={16} />,{' '}
          {STATED[transfer.origin]}
          {transfer.tokenId === null ? null : (
            <>
              , token id <Foreign text={transfer.tokenId} />
            </>
          )}
        </Box>
        {transfer.tokenAddress === null ? null : <Box variant="small">{addressed('token', transfer.tokenAddress)}</Box>}
      </>
    )}
  />
);

interface ApprovalsProps extends Omitting {
  readonly approvals: readonly Approval[];
  readonly bookLabel: AddressLabel;
}

/** The rights to spend that the transaction granted or revoked. */
export const Approvals = ({ approvals, omitted, bookLabel }: ApprovalsProps) => (
  <Entries
    title="Approvals"
    items={approvals}
    omitted={omitted}
    show={(approval) => (
      <>
        <Box fontWeight="bold">
          {approval.approved ? 'Granted' : 'Revoked'}: {spendable(approval)}
        </Box>
        <Box>
          {addressed('owner', approval.owner, bookLabel)}
          {addressed('spender', approval.spender, bookLabel)}
        </Box>
        <Box variant="small">
          {addressed('token', approval.tokenAddress)} <Foreign text={approval.standard} most={16} />
          {approval.expiresAt === null ? null : (
            <>
              , until <Instant at={approval.expiresAt} />
            </>
          )}
        </Box>
      </>
    )}
  />
);

function spendable({ approved, asset, amount, unlimited, tokenId }: Approval): ReactNode {
  if (unlimited && approved) {
    return (
      <>
        unlimited <Foreign text={asset} most={16} />
      </>
    );
  }
  if (amount !== null && approved) return <Amount exact amount={amount} symbol={asset} />;
  return (
    <>
      <Foreign text={asset} most={16} /> {tokenId === null ? null : <Foreign text={tokenId} />}
    </>
  );
}

/** Who may act for the address since the transaction, and which code the address runs. */
export const AuthorityChanges = ({ changes, omitted }: Omitting & { readonly changes: readonly AuthorityChange[] }) => (
  <Entries
    title="Authority changes"
    items={changes}
    omitted={omitted}
    show={({ kind, subject, before, after }) => (
      <>
        <Box fontWeight="bold">{labelOf(kind)}</Box>
        <Box>{addressed('of', subject)}</Box>
        <Box variant="small">
          from <Foreign text={before ?? 'nothing'} most={200} /> to <Foreign text={after ?? 'nothing'} most={200} />
        </Box>
      </>
    )}
  />
);
