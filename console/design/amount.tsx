import type { ReactNode } from 'react';
import { exactFigure, figure, usdFigure } from '../../sdk/index.ts';
import { Foreign } from './foreign.tsx';
import { missingPrice } from './usd-text.ts';

interface AmountProps {
  /** A decimal string of the API. */
  readonly amount: string;
  /** The symbol of the asset, which its issuer chose. */
  readonly symbol?: string;
  /** Whether all digits stand there, as in the details of a record. */
  readonly exact?: boolean;
}

/** An amount as people read it, and its symbol. The title has all digits. */
export function Amount({ amount, symbol, exact = false }: AmountProps) {
  return (
    <Figure shown={exact ? exactFigure(amount) : figure(amount)} exact={exactFigure(amount)}>
      {symbol === undefined ? null : (
        <>
          {' '}
          <Foreign text={symbol} most={16} />
        </>
      )}
    </Figure>
  );
}

interface UsdProps {
  readonly value: string | null;
  readonly status?: Parameters<typeof missingPrice>[1];
}

/** A value in USD to the cent, or what is said in place of it while no price is known. */
export function Usd({ value, status }: UsdProps) {
  const missing = missingPrice(value, status);
  return (
    <>
      {value === null ? null : <Figure shown={usdFigure(value)} exact={`${exactFigure(value)} USD`} />}
      {missing === null ? null : (
        <span title={missing.why}>
          {value === null ? '' : ' '}
          {missing.text}
        </span>
      )}
    </>
  );
}

interface FigureProps {
  readonly shown: string;
  readonly exact: string;
  readonly children?: ReactNode;
}

function Figure({ shown, exact, children }: FigureProps) {
  return (
    <span className="amount" title={shown === exact ? undefined : exact}>
      {shown}
      {children}
    </span>
  );
}
