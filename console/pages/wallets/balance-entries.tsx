import Box from '@cloudscape-design/components/box';
import Pagination from '@cloudscape-design/components/pagination';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { components } from '../../../sdk/index.ts';
import { Amount, Usd } from '../../design/amount.tsx';
import { Copy, Hash } from '../../design/hash.tsx';
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
      {item?.data.length !== 0 ? null : (
        <Box>{total === 0 ? 'No balance has been checked yet.' : 'This page is empty.'}</Box>
      )}
      <ul className="entries" aria-label="Balances">
        {item?.data.map(({ chain, asset, tokenAddress, amount, valueUsd, height, status }) => (
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
            <StatusIndicator type={STATUS[status].type}>{STATUS[status].text}</StatusIndicator>
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
