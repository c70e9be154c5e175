import Box from '@cloudscape-design/components/box';
import Pagination from '@cloudscape-design/components/pagination';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { components } from '../../../sdk/index.ts';
import { Amount, Usd } from '../../design/amount.tsx';
import { BalanceChart } from '../../design/balance-chart.tsx';
import { Copy, Hash } from '../../design/hash.tsx';
import { Age } from '../../design/instant.tsx';
import { pageIn } from '../../design/live-table.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useChains } from '../../live/chains.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useUrlState } from '../../live/url-state.ts';
import { useClient } from '../../session/session-context.ts';

type Balance = components['schemas']['Balance'];

const PAGE_SIZE = 10;
/** The parameter of the address that names the page of the balances. */
export const BALANCES_PAGE = 'balances';

const STATUS: Readonly<Record<Balance['status'], { readonly type: StatusIndicatorProps.Type; readonly text: string }>> =
  {
    matched: { type: 'success', text: 'Agrees with the records' },
    difference: { type: 'error', text: 'Deviates from the records' },
    pending: { type: 'pending', text: 'Moved since the last check' },
  };

/** Twice the time between two checks. What is older says nothing of the present. */
const OLD_MS = 10 * 60_000;
/** A check compares a token once a day, and only after it moved. */
const isOld = ({ tokenAddress, at }: Pick<Balance, 'tokenAddress' | 'at'>): boolean =>
  tokenAddress === null && Date.now() - Date.parse(at) > OLD_MS;

/** The balances of the wallet, as compared with its records. */
export function Balances({ walletId }: { readonly walletId: string }) {
  const client = useClient();
  const { nameOf } = useChains();
  const { params, change } = useUrlState();
  const { page } = pageIn({ page: params[BALANCES_PAGE] ?? '1' });
  const { item, error, retry } = useLiveItem({
    key: ['wallets', 'balances', walletId, page],
    load: (signal) =>
      client.GET('/api/wallets/{id}/balances', {
        params: { path: { id: walletId }, query: { page, pageSize: PAGE_SIZE } },
        signal,
      }),
  });
  const total = item?.meta.total ?? 0;
  return (
    <div>
      <Box variant="h3">Balances {total === 0 ? null : `(${total.toLocaleString()})`}</Box>
      <ProblemAlert error={error} retry={retry} />
      {item === undefined && error === null ? <StatusIndicator type="loading">Loading</StatusIndicator> : null}
      {item?.data.length !== 0 ? null : (
        <Box>{total === 0 ? 'No balance has been checked yet.' : 'This page is empty.'}</Box>
      )}
      <BalanceChart walletIds={[walletId]} title="Value of the wallet in USD" />
      <ul className="entries" aria-label="Balances">
        {item?.data.map(({ chain, asset, tokenAddress, amount, valueUsd, height, at, status }) => (
          <li key={`${chain} ${tokenAddress ?? ''} ${asset}`}>
            <Box fontWeight="bold">
              <Amount amount={amount} symbol={asset} />
            </Box>
            <Box>
              {nameOf(chain)}, value <Usd value={valueUsd} />, after block {height.toLocaleString()}
            </Box>
            {tokenAddress === null ? null : (
              <Box>
                token <Hash text={tokenAddress} /> <Copy text={tokenAddress} what="address of the token" />
              </Box>
            )}
            <StatusIndicator
              type={status === 'matched' && isOld({ tokenAddress, at }) ? 'warning' : STATUS[status].type}
            >
              {STATUS[status].text}, compared <Age at={at} />
            </StatusIndicator>
          </li>
        ))}
      </ul>
      {total <= PAGE_SIZE && page === 1 ? null : (
        <Pagination
          currentPageIndex={page}
          pagesCount={Math.max(1, Math.ceil(total / PAGE_SIZE))}
          onChange={({ detail }) => change({ [BALANCES_PAGE]: String(detail.currentPageIndex) }, false)}
          ariaLabels={{
            nextPageLabel: 'Next page of balances',
            previousPageLabel: 'Previous page of balances',
            pageLabel: (n) => `Page ${n} of balances`,
          }}
        />
      )}
    </div>
  );
}
