import { type components, usdFigure } from '../../../sdk/index.ts';

type Chain = Pick<components['schemas']['Chain'], 'nativeSymbol' | 'prices'>;

/** Where USD values come from, for the reader of the page. Undefined until the chains are known. */
export function priceSentence(chains: readonly Chain[]): string | undefined {
  const [first] = chains;
  if (first === undefined) return undefined;
  if (first.prices.source === 'live') {
    return 'USD values use live prices: of DefiLlama, then of Chainlink, then what issuers of dollar tokens promise.';
  }
  const coins = chains.flatMap(({ nativeSymbol, prices: { nativeUsd } }) =>
    nativeUsd === null ? [] : [`1 ${nativeSymbol} is ${usdFigure(nativeUsd)}`],
  );
  const stated = coins.length === 0 ? '' : `: ${[...new Set(coins)].join(', ')}`;
  return `USD values use the fixed prices of this local stack, the same every day${stated}.`;
}
