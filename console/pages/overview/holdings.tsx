import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import { Usd } from '../../design/amount.tsx';
import { BalanceChart } from '../../design/balance-chart.tsx';
import { counted } from '../../design/counted.ts';
import { Age } from '../../design/instant.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { highestValues, valueTotal } from '../../design/value-total.ts';
import { WalletName } from '../../design/wallet-name.tsx';
import { type Held, named, useAllHeld } from '../../live/all-held.ts';
import { useBalanceSums } from '../../live/balance-sums.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useWallets } from '../../live/wallets.ts';
import { useClient } from '../../session/session-context.ts';

/** The API adds up the histories of so many wallets. Each 25 wallets cost a request for what they hold. */
const MOST_WALLETS = 100;
/** So many wallets of an organisation with very many are drawn: each costs a request. */
const MOST_DRAWN = 20;
/** So many wallets are named beside the total. */
const MOST_NAMED = 5;

/** What the wallets hold now and held in the last days. Nothing shows before a balance has a value. */
export function Holdings() {
  const { wallets } = useWallets();
  if (wallets.length === 0) return null;
  return wallets.length > MOST_WALLETS ? <ManyHoldings /> : <FewHoldings />;
}

function FewHoldings() {
  const { wallets } = useWallets();
  const ids = wallets.map(({ id }) => id);
  const { sumOf, state } = useBalanceSums(ids);
  const sums = state === 'read' ? ids.flatMap((id) => sumOf(id) ?? []) : [];
  if (valueTotal(sums) === undefined) return null;
  return (
    <Container header={<Header variant="h2">What you hold</Header>}>
      <SpaceBetween size="m">
        <Total held={named(sums, wallets)} />
        <BalanceChart title="Value of all wallets in USD" />
      </SpaceBetween>
    </Container>
  );
}

/** Very many wallets are added up when somebody asks. */
function ManyHoldings() {
  const client = useClient();
  const { item } = useLiveItem({
    key: ['wallets', 'count', 'all'],
    load: (signal) => client.GET('/api/wallets', { params: { query: { pageSize: 1 } }, signal }),
    isLive: false,
  });
  const [isAsked, setAsked] = useState(false);
  const { held, done, error, retry } = useAllHeld(isAsked);
  const all = item?.meta.total;
  if (all === undefined) return null;
  const of = all.toLocaleString();
  return (
    <Container header={<Header variant="h2">What you hold</Header>}>
      <SpaceBetween size="s">
        <ProblemAlert error={error} retry={retry} />
        {held !== undefined ? (
          <Total held={held} />
        ) : isAsked ? (
          error === null && (
            <StatusIndicator type="loading">{`${done.toLocaleString()} of ${of} wallets`}</StatusIndicator>
          )
        ) : (
          <>
            <Button onClick={() => setAsked(true)}>Add up {of} wallets</Button>
            <Box variant="small">Reads all of them, 25 at a time. The overview keeps the sum for an hour.</Box>
          </>
        )}
        {held === undefined ? null : <HighestChart held={held} />}
      </SpaceBetween>
    </Container>
  );
}

/** The history of the wallets with the highest values: that of all would take the service thousands of reads. */
function HighestChart({ held }: { readonly held: readonly Held[] }) {
  const highest = highestValues(held, MOST_DRAWN);
  if (highest.length === 0) return null;
  return (
    <BalanceChart
      walletIds={highest.map(({ walletId }) => walletId)}
      title={`Value of the ${counted(highest.length, 'wallet')} with the highest values, in USD`}
    />
  );
}

/** The sum of all values, and the wallets with the highest. */
function Total({ held }: { readonly held: readonly Held[] }) {
  const total = valueTotal(held);
  if (total === undefined) return <Box color="text-status-inactive">No value of a wallet is known yet.</Box>;
  const highest = held.length === 1 ? [] : highestValues(held, MOST_NAMED);
  return (
    <SpaceBetween size="s">
      <section aria-label="Total value">
        <Box>
          <span title={total.exact}>
            <Box variant="strong" fontSize="heading-xl">
              {total.shown}
            </Box>
          </span>{' '}
          in {counted(total.wallets, 'wallet')}
        </Box>
        <Box variant="small">
          {total.at === null ? null : (
            <>
              Compared with the chain <Age at={total.at} />.{' '}
            </>
          )}
          {total.without.length === 0 ? null : `Leaves out ${total.without.join(' and ')}.`}
        </Box>
      </section>
      {highest.length === 0 ? null : (
        <dl className="named-figures" aria-label="The wallets of the highest values">
          {highest.map(({ walletId, valueUsd, ...wallet }) => [
            <dt key={walletId}>
              <PageLink to={`/wallets?open=${walletId}`}>
                <WalletName {...wallet} />
              </PageLink>
            </dt>,
            <dd key={`${walletId} value`}>
              <Usd value={valueUsd} />
            </dd>,
          ])}
        </dl>
      )}
    </SpaceBetween>
  );
}
