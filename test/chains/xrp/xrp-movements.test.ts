import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chainOf } from '../../../lib/chains/registry.ts';
import { ACCOUNT_ZERO, type Asset, issued, issuedUnits, toDecimal, XRP } from '../../../lib/chains/xrp/asset.ts';
import type { AssetChanges } from '../../../lib/chains/xrp/xrp-balances.ts';
import { movementsOf } from '../../../lib/chains/xrp/xrp-movements.ts';
import { gained } from './sums.ts';

const xrp = chainOf('xrp');
const ACCOUNTS = ['rAlice', 'rBob', 'rCarol', 'rDave'] as const;
const ASSETS: readonly Asset[] = [XRP, issued('USD', 'rGate'), issued('EUR', 'rGate'), issued('USD', 'rBank')];

/**
 * Changes of one asset that sum to zero, because the issuer takes the difference.
 * @param rounding of the changes, by account.
 */
function changes(asset: Asset, parts: readonly bigint[], rounding: Record<string, bigint> = {}): AssetChanges {
  const known = ACCOUNTS.map((account, n): [string, bigint] => [account, parts[n] ?? 0n]);
  const sum = known.reduce((total, [, units]) => total + units, 0n);
  return { asset, changes: new Map([...known, [asset.issuer, -sum]]), rounding: new Map(Object.entries(rounding)) };
}
const USD = issued('USD', 'rGate');
const EUR = issued('EUR', 'rGate');
const usd = (...values: string[]) => changes(USD, values.map(issuedUnits));
const eur = (...values: string[]) => changes(EUR, values.map(issuedUnits));
const drops = (...values: bigint[]) => changes(XRP, values);
const paid = (asset: Asset, units: bigint) => ({ asset, units, from: 'rAlice', to: 'rBob' });
const movementLines = (balances: readonly AssetChanges[], delivery: ReturnType<typeof paid> | null) =>
  movementsOf(xrp, balances, delivery).map(({ from, to, amount, asset }) => `${from} → ${to} ${amount} ${asset}`);

describe('movementsOf', () => {
  const units = fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n });
  const anyChanges = fc.tuple(...ASSETS.map(() => fc.array(units, { minLength: 4, maxLength: 4 })));
  const anyDelivery = fc.option(
    fc.record({
      asset: fc.constantFrom(...ASSETS),
      units: fc.bigInt({ min: 1n, max: 10n ** 16n }),
      from: fc.constantFrom('rAlice', 'rGate'),
      to: fc.constantFrom('rBob', 'rBank'),
    }),
  );

  it('returns movements that sum to the changes of every account, for any delivery', () => {
    fc.assert(
      fc.property(anyChanges, anyDelivery, (parts, delivery) => {
        const balances = ASSETS.map((asset, n) => changes(asset, parts[n] ?? []));
        const movements = movementsOf(xrp, balances, delivery);
        for (const { asset, changes: known } of balances) {
          const tokenAddress = asset === XRP ? null : asset.issuer;
          const ofAsset = movements.filter((each) => each.asset === asset.code && each.tokenAddress === tokenAddress);
          for (const [account, change] of known) {
            const size = toDecimal({ asset, units: change < 0n ? -change : change });
            expect(gained(ofAsset, account).toFixed()).toBe(change < 0n ? `-${size}` : size);
          }
        }
      }),
    );
  });

  it('returns movements between different accounts with positive amounts, and XRP first', () => {
    fc.assert(
      fc.property(anyChanges, anyDelivery, (parts, delivery) => {
        const balances = ASSETS.map((asset, n) => changes(asset, parts[n] ?? []));
        const movements = movementsOf(xrp, balances, delivery);
        expect(movements.filter(({ from, to, amount }) => from === to || !/[1-9]/.test(amount))).toEqual([]);
        const native = movements.filter(({ standard }) => standard === 'native');
        expect(movements.slice(0, native.length)).toEqual(native);
      }),
    );
  });

  it('returns one movement for a plain payment', () => {
    expect(movementLines([drops(-5n, 5n)], paid(XRP, 5n))).toEqual(['rAlice → rBob 0.000005 XRP']);
  });

  it('returns a movement of the transfer fee to the issuer', () => {
    expect(movementLines([usd('-10.02', '10')], paid(USD, issuedUnits('10')))).toEqual([
      'rAlice → rBob 10 USD',
      'rAlice → rGate 0.02 USD',
    ]);
  });

  it('returns a purchase and a payment when the sender paid in another asset', () => {
    expect(movementLines([drops(-3n, 0n, 3n), eur('0', '7', '-7')], paid(EUR, issuedUnits('7')))).toEqual([
      'rAlice → rCarol 0.000003 XRP',
      'rAlice → rBob 7 EUR',
      'rCarol → rAlice 7 EUR',
    ]);
  });

  it('pairs one trader with several other traders', () => {
    expect(movementLines([drops(5n, -2n, -3n), usd('-1', '0.4', '0.6')], null)).toEqual([
      'rCarol → rAlice 0.000003 XRP',
      'rBob → rAlice 0.000002 XRP',
      'rAlice → rBob 0.4 USD',
      'rAlice → rCarol 0.6 USD',
    ]);
  });

  it('names ACCOUNT_ZERO as the other end of XRP without an account', () => {
    expect(movementLines([drops(-4n)], null)).toEqual([`rAlice → ${ACCOUNT_ZERO} 0.000004 XRP`]);
    expect(movementLines([drops(4n)], null)).toEqual([`${ACCOUNT_ZERO} → rAlice 0.000004 XRP`]);
  });

  it('returns the delivered amount and not the amount after rounding to 16 digits', () => {
    const parts = ['0', '15.999999999999', '-15.999999999999'].map(issuedUnits);
    const balances = changes(EUR, parts, { rBob: issuedUnits('1e-12') });
    expect(movementLines([balances], paid(EUR, issuedUnits('15.99999999999999')))).toEqual([
      'rAlice → rBob 15.99999999999999 EUR',
      'rCarol → rAlice 15.999999999999 EUR',
    ]);
  });

  it('takes the rounding of another balance for no rounding of the balance of the destination', () => {
    const parts = ['0', '15.999999999999', '-15.999999999999'].map(issuedUnits);
    const balances = changes(EUR, parts, { rBob: issuedUnits('1e-14'), rCarol: issuedUnits('1e-12') });
    expect(movementLines([balances], paid(EUR, issuedUnits('15.99999999999999')))).toEqual([
      'rAlice → rBob 15.99999999999999 EUR',
      'rBob → rAlice 0.00000000000099 EUR',
      'rCarol → rAlice 15.999999999999 EUR',
    ]);
  });

  it('does not treat an amount that the destination sold to the sender as rounding', () => {
    expect(movementLines([drops(-3n, 3n), eur('0', '5', '-2')], paid(EUR, issuedUnits('7')))).toEqual([
      'rAlice → rBob 0.000003 XRP',
      'rAlice → rBob 7 EUR',
      'rBob → rAlice 2 EUR',
      'rCarol → rAlice 2 EUR',
      'rGate → rAlice 3 EUR',
    ]);
  });

  it('takes the issuer from the balances when a payment allows the currency of any issuer', () => {
    expect(movementLines([usd('-9', '9')], paid(issued('USD', 'rBob'), issuedUnits('9')))).toEqual([
      'rAlice → rBob 9 USD',
    ]);
    const [movement] = movementsOf(xrp, [usd('-9', '9')], paid(issued('USD', 'rBob'), issuedUnits('9')));
    expect(movement?.tokenAddress).toBe('rGate');
  });
});
