import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { Foreign } from '../../design/foreign.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { WalletName } from '../../design/wallet-name.tsx';
import { useLiveItem } from '../../live/live-item.ts';
import { useClient } from '../../session/session-context.ts';
import { type Transaction, useRecordsOf } from './records-of.ts';

/** An alert fires some seconds after its transaction, and then stays. The answer asks every rule. */
const PAUSE_MS = 30_000;

/** The alerts of the transaction by their rules, of both records of a payment between own wallets. */
export function TransactionAlerts({ transaction }: { readonly transaction: Transaction }) {
  const { records } = useRecordsOf(transaction, true);
  return records.map(({ id, wallet }) => (
    <RecordAlerts key={id} transactionId={id} wallet={records.length === 1 ? null : wallet} />
  ));
}

interface RecordAlertsProps {
  readonly transactionId: string;
  /** The wallet of the record; null where there is one record alone. */
  readonly wallet: Transaction['wallet'] | null;
}

function RecordAlerts({ transactionId, wallet }: RecordAlertsProps) {
  const client = useClient();
  const params = { path: { id: transactionId } };
  const { item, error } = useLiveItem({
    key: ['transactions', 'decisions', transactionId],
    load: (signal) => client.GET('/api/transactions/{id}/decisions', { params, signal }),
    pauseMs: PAUSE_MS,
  });
  if (error !== null) return <StatusIndicator type="error">They could not be read</StatusIndicator>;
  if (item === undefined) return <StatusIndicator type="loading">Loading</StatusIndicator>;
  const fired = item.data.filter(({ outcome }) => outcome === 'fired');
  if (fired.length === 0) return wallet === null ? 'None' : null;
  const links = fired.map(({ ruleId, ruleName, eventId }) => (
    <div key={ruleId}>
      {eventId === null ? (
        <Foreign text={ruleName} />
      ) : (
        <PageLink to={`/alerts?open=${eventId}`}>
          <Foreign text={ruleName} />
        </PageLink>
      )}
    </div>
  ));
  return wallet === null ? (
    links
  ) : (
    <>
      <Box variant="small">
        For <WalletName {...wallet} />
      </Box>
      {links}
    </>
  );
}
