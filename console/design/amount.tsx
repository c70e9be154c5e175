import { amountText, separatorsOf } from './amount-text.ts';
import { Foreign } from './foreign.tsx';

const separators = separatorsOf();

interface AmountProps {
  /** A decimal string of the API. */
  readonly amount: string;
  /** The symbol of the asset, which its issuer chose. */
  readonly symbol?: string;
}

/** An amount with all its digits, and its symbol. */
export function Amount({ amount, symbol }: AmountProps) {
  return (
    <span className="amount">
      {amountText(amount, separators)}
      {symbol === undefined ? null : (
        <>
          {' '}
          <Foreign text={symbol} most={16} />
        </>
      )}
    </span>
  );
}

/** A value in USD, or a dash when no price is known. */
export function Usd({ value }: { readonly value: string | null }) {
  return value === null ? <span title="No price is known">–</span> : <Amount amount={value} symbol="USD" />;
}
