import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs, { type KeyValuePairsProps } from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ComponentProps, ReactNode } from 'react';
import { Address } from '../../design/address.tsx';
import type { AlertGroup } from '../../design/alert-groups.ts';
import { Amount, Usd } from '../../design/amount.tsx';
import { DetailPanel } from '../../design/detail-panel.tsx';
import { labelOf } from '../../design/field-label.ts';
import { Foreign } from '../../design/foreign.tsx';
import { Copy, ExplorerLink, Hash } from '../../design/hash.tsx';
import { AgeAndInstant, Instant } from '../../design/instant.tsx';
import { PageLink, useOpenLink } from '../../design/page-link.tsx';
import { ReasonSentence, ReasonsTable } from '../../design/reasons-table.tsx';
import { referencePairs } from '../../design/references.tsx';
import { Severity } from '../../design/severity.tsx';
import { suppressedText } from '../../design/usd-text.ts';
import { WalletName } from '../../design/wallet-name.tsx';
import { useChains } from '../../live/chains.ts';
import type { useLiveItem } from '../../live/live-item.ts';
import { AlertDeliveries } from './alert-deliveries.tsx';
import { AlertMutes } from './alert-mutes.tsx';
import { AlertReview } from './alert-review.tsx';
import { type AlertEvent, AlertStatus } from './alert-status.tsx';
import { AlertWallet, pairsWithoutTransaction, subjectPairs } from './alert-subject.tsx';

interface AlertDetailProps {
  readonly id: string;
  /** The alert as the page reads it. */
  readonly alert: ReturnType<typeof useLiveItem<AlertEvent>>;
  readonly review: Omit<ComponentProps<typeof AlertReview>, 'alert' | 'group'>;
  /** The alerts of the transaction: those of the list, and the open alerts that the filters leave out. */
  readonly group: AlertGroup | undefined;
  readonly close: () => void;
}

/** An alert: its transaction, why the rule matched, who reviewed the alert, and its deliveries. */
export function AlertDetail({ id, alert, group, review, close }: AlertDetailProps) {
  const { item, error, retry } = alert;
  return (
    <DetailPanel
      of={id}
      label="Alert"
      title={item === undefined ? 'Alert' : <Foreign text={item.ruleName} />}
      name={item?.ruleName}
      swipe={{ left: review.next, right: review.previous }}
      error={error}
      retry={retry}
      close={close}
    >
      {item === undefined ? undefined : (
        <Facts alert={item} group={group ?? { id, first: item, alerts: [item] }} review={review} />
      )}
    </DetailPanel>
  );
}

interface FactsProps {
  readonly alert: AlertEvent;
  readonly group: AlertGroup;
  readonly review: AlertDetailProps['review'];
}

function Facts({ alert, group, review }: FactsProps) {
  return (
    <SpaceBetween size="l">
      {alert.retractedAt === null ? null : (
        <Alert type="warning" header="This alert is retracted">
          On <Instant at={alert.retractedAt} /> the block of the transaction was found to be no longer part of the
          chain.
        </Alert>
      )}
      <div>
        <Box fontSize="heading-s">
          <Foreign text={alert.summary} most={400} />
        </Box>
        <ReasonSentence reasons={alert.reasons} balanceSymbol={alert.subject?.symbol ?? null} />
      </div>
      <KeyValuePairs
        columns={2}
        items={[
          { label: 'Severity', value: <Severity severity={alert.severity} /> },
          { label: 'Status', value: <AlertStatus {...alert} /> },
          { label: 'Fired', value: <AgeAndInstant at={alert.firedAt} /> },
          {
            label: 'Rule',
            value: (
              <PageLink to={`/rules?open=${alert.ruleId}`}>
                <Foreign text={alert.ruleName} />
              </PageLink>
            ),
          },
          ...(alert.suppressed.count === 0
            ? []
            : [{ label: 'Suppressed by the cooldown', value: suppressedText(alert.suppressed) }]),
        ]}
      />
      <AlertReview key={alert.id} alert={alert} group={group} {...review} />
      <AlertMutes alert={alert} />
      <OtherAlerts alert={alert} group={group} />
      {isOfBalance(alert) ? (
        <Part title="What the rule judged">
          <KeyValuePairs columns={2} items={subjectPairs(alert)} />
        </Part>
      ) : null}
      <Part title={causeTitle(alert)}>
        <CauseFacts alert={alert} />
      </Part>
      <Part title="Why the rule matched">
        <ReasonsTable reasons={alert.reasons} />
      </Part>
      <Part title="Deliveries">
        <AlertDeliveries eventId={alert.id} />
      </Part>
    </SpaceBetween>
  );
}

/** The other alerts of the transaction. */
function OtherAlerts({ alert, group }: { readonly alert: AlertEvent; readonly group: AlertGroup }) {
  const link = useOpenLink();
  const others = group.alerts.filter(({ id }) => id !== alert.id);
  if (others.length === 0) return null;
  return (
    <Part title="Other alerts of this transaction">
      {others.map((other) => (
        <div key={other.id}>
          {link(other.id, <Foreign text={other.ruleName} />)}
          {other.transactionId === alert.transactionId ? null : (
            <>
              {' '}
              for <AlertWallet alert={other} />
            </>
          )}
          , <Severity severity={other.severity} />, <AlertStatus {...other} />
        </div>
      ))}
    </Part>
  );
}

/** Whether the alert is about a balance and has a transaction too, so that the amounts of the two need a title each. */
const isOfBalance = ({ ruleType, transaction }: AlertEvent): boolean => ruleType === 'balance' && transaction !== null;

function causeTitle(alert: AlertEvent): string {
  if (alert.transaction === null) return 'What the rule judged';
  return isOfBalance(alert) ? 'The transaction that made the rule look at the balance' : 'Transaction';
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <SpaceBetween size="xs">
      <Header variant="h3">{title}</Header>
      {children}
    </SpaceBetween>
  );
}

function CauseFacts({ alert }: { readonly alert: AlertEvent }) {
  const { nameOf, familyOf } = useChains();
  const { transaction, transactionId } = alert;
  if (transaction === null) {
    return <KeyValuePairs columns={2} items={pairsWithoutTransaction(alert, nameOf)} />;
  }
  const { hash, chain, tokenAmount, tokenSymbol, valueUsd, wallet, direction } = transaction;
  const { fromAddress, fromLabel, toAddress, toLabel } = transaction;
  const items: KeyValuePairsProps.Item[] = [
    { label: 'Amount', value: <Amount exact amount={tokenAmount} symbol={tokenSymbol} /> },
    { label: 'Value', value: <Usd value={valueUsd} status={transaction.valueStatus} /> },
    { label: 'Wallet', value: <WalletName {...wallet} /> },
    { label: 'Direction', value: labelOf(direction) },
    { label: 'From', value: <Address chain={chain} text={fromAddress} label={fromLabel} what="sender's address" /> },
    {
      label: 'To',
      value:
        toAddress === null ? (
          '–'
        ) : (
          <Address chain={chain} text={toAddress} label={toLabel} what="recipient's address" />
        ),
    },
    ...referencePairs(transaction, familyOf(chain)),
    ...(isOfBalance(alert) ? [] : subjectPairs(alert)),
    { label: 'Chain', value: nameOf(chain) },
    { label: 'Time', value: <AgeAndInstant at={transaction.blockTimestamp} /> },
    {
      label: 'Hash',
      value: (
        <>
          <Hash text={hash} /> <Copy text={hash} what="hash" />
        </>
      ),
    },
    {
      label: 'More',
      value: (
        <SpaceBetween size="xxs">
          <PageLink to={`/transactions?open=${transactionId}`}>Open the transaction</PageLink>
          <ExplorerLink chain={chain} hash={hash} />
        </SpaceBetween>
      ),
    },
  ];
  return <KeyValuePairs columns={2} items={items} />;
}
