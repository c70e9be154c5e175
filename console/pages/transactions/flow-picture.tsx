import Box from '@cloudscape-design/components/box';
import type { AddressLabel, components } from '../../../sdk/index.ts';
import { Address } from '../../design/address.tsx';
import { Amount, Usd } from '../../design/amount.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { useChains } from '../../live/chains.ts';
import { type Payment, paymentsOf, type Transfer } from './payments.ts';

type Transaction = components['schemas']['Transaction'];

/** More rows, assets and ends stand in the list of transfers below the picture. */
const MOST_ROWS = 6;
const MOST_ASSETS = 4;
const MOST_ENDS = 3;

interface FlowPictureProps {
  readonly transaction: Transaction;
  readonly bookLabel: AddressLabel;
}

/** The payments of a transaction: the own wallet left, the other ends right, and the amounts between them as arrows. */
export function FlowPicture({ transaction, bookLabel }: FlowPictureProps) {
  const { chains } = useChains();
  const { chain, feeAmount, transfers, omitted } = transaction;
  const payments = paymentsOf(transfers);
  const more = Math.max(0, payments.length - MOST_ROWS) + omitted.transfers;
  const symbol = chains.find(({ id }) => id === chain)?.nativeSymbol;
  const isFree = !/[1-9]/.test(feeAmount);
  if (payments.length === 0 && isFree) return null;
  return (
    <figure className="flow" aria-label="Who paid whom">
      {payments.slice(0, MOST_ROWS).map((payment) => (
        <div className="flow-row" key={`${payment.own} ${payment.others.join(' ')}`}>
          <div className="flow-end">
            <Address text={payment.own} label={bookLabel(payment.own)} />
          </div>
          <div className="flow-middle">
            <Moved what={payment.gave} isGiven />
            <Moved what={payment.got} isGiven={false} />
          </div>
          <Ends payment={payment} bookLabel={bookLabel} />
        </div>
      ))}
      <figcaption>
        {more > 0 ? <Box variant="small">and {more.toLocaleString()} more, see the list of transfers</Box> : null}
        {isFree ? null : (
          <Box variant="small">
            Fee of the transaction: <Amount amount={feeAmount} symbol={symbol} />
          </Box>
        )}
      </figcaption>
    </figure>
  );
}

/** The arrows of one direction, each with what moved. */
function Moved({ what, isGiven }: { readonly what: readonly Transfer[]; readonly isGiven: boolean }) {
  if (what.length === 0) return null;
  return (
    <div className={isGiven ? 'flow-gave' : 'flow-got'}>
      <span className="visually-hidden">{isGiven ? 'paid' : 'got'}</span>
      {what.slice(0, MOST_ASSETS).map(({ amount, asset, tokenId, valueUsd }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the transfers of a transaction have no ids and keep their order
        <div key={n}>
          <Amount amount={amount} symbol={asset} /> {tokenId === null ? null : <Foreign text={tokenId} most={12} />}
          {valueUsd === null ? null : (
            <Box variant="small" display="inline">
              <Usd value={valueUsd} />
            </Box>
          )}
        </div>
      ))}
      {what.length > MOST_ASSETS ? <div>and {(what.length - MOST_ASSETS).toLocaleString()} more</div> : null}
    </div>
  );
}

interface EndsProps {
  readonly payment: Payment;
  readonly bookLabel: AddressLabel;
}

function Ends({ payment: { others }, bookLabel }: EndsProps) {
  return (
    <div className="flow-end">
      {others.slice(0, MOST_ENDS).map((address) => (
        <div key={address}>
          <Address text={address} label={bookLabel(address)} />
        </div>
      ))}
      {others.length > MOST_ENDS ? (
        <Box variant="small">and {(others.length - MOST_ENDS).toLocaleString()} more</Box>
      ) : null}
    </div>
  );
}
