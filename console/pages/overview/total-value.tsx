import Box from '@cloudscape-design/components/box';
import { counted } from '../../design/counted.ts';
import { Age } from '../../design/instant.tsx';
import { useBalanceSums } from '../../live/balance-sums.ts';
import { useWallets } from '../../live/wallets.ts';
import { valueTotal } from './sum-of-values.ts';

/** The chart of the values adds up so many wallets too. Each 25 wallets cost a request. */
const MOST_WALLETS = 100;

/** What all wallets hold now. Nothing shows before a balance has a value, or for very many wallets. */
export function TotalValue() {
  const { wallets } = useWallets();
  const ids = wallets.length > MOST_WALLETS ? [] : wallets.map(({ id }) => id);
  const { sumOf, state } = useBalanceSums(ids);
  const total = state === 'read' ? valueTotal(ids.flatMap((id) => sumOf(id) ?? [])) : undefined;
  if (total === undefined) return null;
  return (
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
  );
}
