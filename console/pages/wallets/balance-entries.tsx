import Box from '@cloudscape-design/components/box';
import Pagination from '@cloudscape-design/components/pagination';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { components } from '../../../sdk/index.ts';
import { Amount, Usd } from '../../design/amount.tsx';
import { BalanceChart } from '../../design/balance-chart.tsx';
import { Copy, Hash } from '../../design/hash.tsx';
import { pageIn } from '../../design/live-table.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useChains } from '../../live/chains.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useUrlState } from '../../live/url-state.ts';
import { useClient } from '../../session/session-context.ts';
import { BalanceStatus } from './balance-status.tsx';

type Balance = components['schemas']['Balance'];

const PAGE_SIZE = 10;
/** The parameter of the address that names the page of the balances. */
export const BALANCES_PAGE = 'balances';

/** The nodes are asked when the panel opens, when the user comes back to the tab, and then once a minute. */
const ASK_PAUSE_MS = 60_000;

const keyOf = ({ chain, tokenAddress, asset }: Pick<Balance, 'chain' | 'tokenAddress' | 'asset'>): string =>
  `${chain} ${tokenAddress ?? ''} ${asset}`;

/** The balances of the wallet, as compared with its records, and what the chain says now. */
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
  const query = { page, pageSize: PAGE_SIZE, onChain: 'true' } as const;
  const asked = useLiveItem({
    key: ['wallets', 'balances on chain', walletId, page],
    load: (signal) => client.GET('/api/wallets/{id}/balances', { params: { path: { id: walletId }, query }, signal }),
    pauseMs: ASK_PAUSE_MS,
  });
  const answers = new Map(asked.item?.data.map((row) => [keyOf(row), row]));
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
        {item?.data.map((row) => (
          <li key={keyOf(row)}>
            <Box fontWeight="bold">
              <Amount amount={row.amount} symbol={row.asset} />
            </Box>
            <Box>
              {nameOf(row.chain)}, value <Usd value={row.valueUsd} />, after block {row.height.toLocaleString()}
            </Box>
            {row.tokenAddress === null ? null : (
              <Box>
                token <Hash text={row.tokenAddress} /> <Copy text={row.tokenAddress} what="address of the token" />
              </Box>
            )}
            <BalanceStatus shown={row} answer={answers.get(keyOf(row))} hasFailed={asked.error !== null} />
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
