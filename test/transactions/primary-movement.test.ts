import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Moved, primaryMovement, shownHeadline } from '../../lib/transactions/primary-movement.ts';

const US = 'us';
const coin = { asset: 'ETH', tokenAddress: null, tokenId: null, standard: 'native', origin: 'value' as const };
const token = (asset: string) => ({
  ...{ asset, tokenAddress: `0x${asset}`, tokenId: null, standard: 'ERC-20' },
  origin: 'log' as const,
});
const got = (of: typeof coin | ReturnType<typeof token>, amount: string, usd: string | null = null, from = 'pool') =>
  ({ ...of, from, to: US, amount, valueUsd: usd, direction: 'inbound' }) satisfies Moved;
const gave = (of: typeof coin | ReturnType<typeof token>, amount: string, usd: string | null = null, to = 'pool') =>
  ({ ...of, from: US, to, amount, valueUsd: usd, direction: 'outbound' }) satisfies Moved;

const headline = {
  direction: 'outbound',
  fromAddress: US,
  toAddress: 'router',
  tokenSymbol: 'ETH',
  tokenAmount: '0',
} as const;
const record = { ...headline, txType: 'contract_call', verified: true, sender: US, called: 'router' } as const;
const told = (...transfers: Moved[]) => {
  const { direction, tokenAmount, tokenSymbol, valueUsd, fromAddress, toAddress } = shownHeadline(record, transfers);
  return [direction, tokenAmount, tokenSymbol, valueUsd, fromAddress === US ? toAddress : fromAddress];
};

describe('the headline of', () => {
  const aWbtc = token('aWBTC');
  const wbtc = token('WBTC');
  const usdc = token('USDC');
  const dai = token('DAI');

  it.each<[string, Moved[], unknown[]]>([
    [
      'a withdrawal from Aave is what came back, and not the interest or the receipt',
      [
        got(aWbtc, '0.00000000003', '0.0000018', 'zero'),
        gave(aWbtc, '0.30005421', '18003.2526', 'zero'),
        got(wbtc, '0.30005421', '18003.2526'),
      ],
      ['inbound', '0.30005421', 'WBTC', '18003.2526', 'pool'],
    ],
    [
      'a withdrawal whose receipt has no price is what came back',
      [gave(aWbtc, '0.31', null, 'zero'), got(wbtc, '0.30005421', '18003.2526')],
      ['inbound', '0.30005421', 'WBTC', '18003.2526', 'pool'],
    ],
    [
      'a sale in two routes is their sum, with the end of the larger route',
      [gave(wbtc, '134.5', '8070000', 'large'), gave(wbtc, '89.68', '5380800', 'small')],
      ['outbound', '224.18', 'WBTC', '13450800', 'large'],
    ],
    [
      'a swap of a smart account is the token, when as much ether came in as went out',
      [got(coin, '0.000111', '0.33', 'payer'), gave(coin, '0.000111', '0.33'), got(usdc, '6600000')],
      ['inbound', '6600000', 'USDC', null, 'pool'],
    ],
    [
      'an arbitrage with a tip is its gain',
      [gave(coin, '0.000001', '0.00015', 'tips'), gave(usdc, '100', '100'), got(usdc, '173.9', '173.9')],
      ['inbound', '73.9', 'USDC', '73.9', 'pool'],
    ],
    [
      'a payment beside transfers of nothing is the payment',
      [gave(dai, '0', '0', 'liquity'), gave(usdc, '120', '120')],
      ['outbound', '120', 'USDC', '120', 'pool'],
    ],
    [
      'a poisoning transfer of nothing is nothing',
      [gave(usdc, '0', '0', 'thief')],
      ['outbound', '0', 'USDC', '0', 'thief'],
    ],
    [
      'a purchase is the ether',
      [gave(coin, '2', '6000'), got(usdc, '6010', '6010')],
      ['outbound', '2', 'ETH', '6000', 'pool'],
    ],
    [
      'a purchase with ether whose price failed is the ether',
      [gave(coin, '0.0001', null), got(usdc, '6010', '6010')],
      ['outbound', '0.0001', 'ETH', null, 'pool'],
    ],
    [
      'a swap of tokens of known value is the greater value',
      [gave(usdc, '1000', '1000'), got(dai, '900', '900')],
      ['outbound', '1000', 'USDC', '1000', 'pool'],
    ],
    [
      'a swap of the same worth within 1 % is what was received',
      [gave(usdc, '1000', '1000'), got(dai, '990', '990')],
      ['inbound', '990', 'DAI', '990', 'pool'],
    ],
    [
      'tokens without prices is the largest amount, and a raw amount says nothing',
      [{ ...got(dai, '99999999999'), isRaw: true }, got(usdc, '5'), got(wbtc, '7')],
      ['inbound', '7', 'WBTC', null, 'pool'],
    ],
    [
      'rent is the rent only when nothing else moved',
      [{ ...gave(coin, '0.002', '5'), isRent: true }, got(usdc, '3', '3')],
      ['inbound', '3', 'USDC', '3', 'pool'],
    ],
    [
      'a trade of two currencies of one issuer is no sum of both',
      [
        gave({ ...token('USD'), tokenAddress: 'rIssuer' }, '30000', '30000'),
        got({ ...token('BTC'), tokenAddress: 'rIssuer' }, '0.5', '31000'),
      ],
      ['inbound', '0.5', 'BTC', '31000', 'pool'],
    ],
    [
      'what cancels is what was received',
      [got(usdc, '5', '5', 'a'), gave(usdc, '5', '5', 'b')],
      ['inbound', '5', 'USDC', '5', 'a'],
    ],
    [
      'a payment to oneself is internal',
      [{ ...gave(coin, '4', '8', US), direction: 'internal', side: 'both' }],
      ['internal', '4', 'ETH', '8', US],
    ],
    [
      'a payment between own wallets is internal for the receiver too',
      [{ ...got(coin, '4', '8', 'ours'), direction: 'internal', side: 'receives' }],
      ['internal', '4', 'ETH', '8', 'ours'],
    ],
  ])('%s', (_what, transfers, expected) => {
    expect(told(...transfers)).toEqual(expected);
  });

  it('a record without transfers, or of a body alone, stays', () => {
    expect(shownHeadline(record, [])).toEqual({ ...headline, valueUsd: null });
    expect(shownHeadline({ ...record, verified: false }, [got(usdc, '3', '3')])).toEqual({
      ...headline,
      valueUsd: '3',
    });
  });

  it('a deploy names its deployer and no receiver', () => {
    const deploy = { ...record, txType: 'contract_deploy', toAddress: null } as const;
    expect(shownHeadline(deploy, [gave(coin, '1', '2')])).toMatchObject({ tokenAmount: '1', toAddress: null });
  });

  // A transaction of Solana calls the receiver of its greatest payment of SOL.
  it.each([
    ['to an own wallet', { called: 'ours' }, { ...gave(coin, '0.001', '0.15', 'ours'), direction: 'internal' }],
    ['to the wallet itself', { called: US }, { ...gave(coin, '9', '1350', US), direction: 'internal', side: 'both' }],
  ] as const)('a theft of a token beside a payment %s is the theft', (_where, where, payment) => {
    const shown = shownHeadline({ ...record, txType: 'transfer', ...where }, [
      payment,
      gave(usdc, '900', '900', 'thief'),
    ]);
    expect(shown).toMatchObject({ tokenSymbol: 'USDC', tokenAmount: '900', direction: 'outbound', toAddress: 'thief' });
  });

  // A payment of XRP across currencies names its receiver. A thief who signs for the wallet may be its trader.
  it.each([
    ['to an own wallet', { called: 'ours' }, { ...gave(coin, '1', '2', 'ours'), direction: 'internal' }],
    ['to the wallet itself', { called: US }, { ...gave(coin, '1', '2', US), direction: 'internal', side: 'both' }],
    ['to somebody else', { called: 'exchange' }, gave(coin, '1', '2', 'exchange')],
  ] as const)('a theft of a token beside a payment %s that the thief sold to the wallet is the theft', (...drawn) => {
    const [, where, payment] = drawn;
    const shown = shownHeadline({ ...record, txType: 'transfer', ...where }, [
      gave(usdc, '100000', '100000', 'thief'),
      got(coin, '1', '2', 'thief'),
      payment,
    ]);
    expect(shown).toMatchObject({ tokenSymbol: 'USDC', direction: 'outbound', toAddress: 'thief' });
  });

  it('a payment across currencies of about the same worth names its receiver', () => {
    const shown = shownHeadline({ ...record, txType: 'transfer', called: 'shop' }, [
      gave(usdc, '101', '101', 'trader'),
      got(dai, '100', '100', 'trader'),
      gave(dai, '100', '100', 'shop'),
    ]);
    expect(shown).toMatchObject({ tokenSymbol: 'USDC', tokenAmount: '101', toAddress: 'shop' });
  });

  it('never is a transfer of nothing beside something, and always states the sum of one asset', () => {
    const amount = fc.bigInt({ min: 0n, max: 1000n }).map(String);
    const usd = fc.option(fc.nat({ max: 100 }).map(String));
    const any = fc.tuple(fc.constantFrom(coin, usdc, dai, wbtc), amount, usd, fc.boolean());
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 12 }), (drawn) => {
        const transfers = drawn.map(([of, value, worth, isIn]) =>
          isIn ? got(of, value, worth) : gave(of, value, worth),
        );
        const primary = primaryMovement(transfers);
        const legs = primary?.transfers ?? [];
        const net = legs.reduce((sum, leg) => sum + BigInt(leg.amount) * (leg.direction === 'inbound' ? 1n : -1n), 0n);
        const gross = legs.reduce((sum, leg) => sum + (leg.direction === 'inbound' ? BigInt(leg.amount) : 0n), 0n);
        expect(BigInt(primary?.amount ?? '0')).toBe(net === 0n ? gross : net < 0n ? -net : net);
        expect(new Set(legs.map(({ asset }) => asset)).size).toBe(1);
        if (transfers.some((each) => each.amount !== '0')) expect(primary?.amount).not.toBe('0');
      }),
    );
  });
});
