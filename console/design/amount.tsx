import { amountText, separatorsOf } from './amount-text.ts';
import { Foreign } from './foreign.tsx';
import { missingPrice } from './usd-text.ts';

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

interface UsdProps {
  readonly value: string | null;
  readonly status?: Parameters<typeof missingPrice>[1];
}

/** A value in USD, or what is said in place of it while no price is known. */
export function Usd({ value, status }: UsdProps) {
  const missing = missingPrice(value, status);
  return (
    <>
      {value === null ? null : <Amount amount={value} symbol="USD" />}
      {missing === null ? null : (
        <span title={missing.why}>
          {value === null ? '' : ' '}
          {missing.text}
        </span>
      )}
    </>
  );
}
