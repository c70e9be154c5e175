import * as z from 'zod';
import type { StoredTransfer } from '../../../transactions/schema.ts';
import { sideOf } from '../../../transactions/transfer-side.ts';
import { ifValid } from '../../../values/dependent-checks.ts';
import { Direction } from '../../../values/fields.ts';
import { type TransferTest, test } from './conditions.ts';
import { counterparties, counterpartiesAre } from './counterparties.ts';
import type { Term } from './rule-type.ts';

/** The conditions of rules about transfers on the two ends of a transfer, beside a direction. */
export const sides = {
  side: z
    .enum(['sends', 'receives'])
    .optional()
    .describe('Which end of the transfer the wallet is. A payment between own wallets has a wallet at both ends'),
  other_end: z
    .enum(['outside', 'own', 'any'])
    .optional()
    .describe('What the other end is: `own` is a wallet of the organisation, `outside` is none'),
  ...counterparties,
};
export const ends = { direction: Direction.optional(), ...sides };
export type Ends = z.output<z.ZodObject<typeof ends>>;

/**
 * Refuses conditions that no transfer can meet: a side or another end that contradicts the direction.
 * @param ofType the direction of the rule type, which only another end can change.
 */
export const checkEnds = <S extends z.ZodType<Ends>>(conditions: S, ofType?: Direction) =>
  conditions
    .refine(({ side, direction = ofType }) => direction === undefined || hasSide({ direction }, side), {
      path: ['side'],
      message: ofType === undefined ? 'contradicts the direction' : 'contradicts the type of the rule',
      when: ifValid('side', 'direction'),
    })
    .refine(({ other_end, direction }) => direction === undefined || hasOtherEnd({ direction }, other_end), {
      path: ['other_end'],
      message: 'contradicts the direction',
      when: ifValid('other_end', 'direction'),
    });

type Sided = Pick<StoredTransfer, 'direction' | 'side'>;

/** An internal transfer that states no side passes as either, because a missed alert is worse than a false alert. */
function hasSide(transfer: Sided, wanted: Ends['side']): boolean {
  const side = sideOf(transfer);
  return wanted === undefined || side === undefined || side === 'both' || side === wanted;
}

const otherEndOf = ({ direction }: Sided) => (direction === 'internal' ? 'own' : 'outside');

const hasOtherEnd = (transfer: Sided, wanted: Ends['other_end']): boolean =>
  wanted === undefined || wanted === 'any' || otherEndOf(transfer) === wanted;

/** The tests of the ends. A sum passes when each of its transfers passes, because the sum may have several ends. */
export function endsAre({ direction, side, other_end, ...named }: Ends): TransferTest[] {
  const directionOf = (transfer: Sided) => transfer.direction;
  const isDirection = (transfer: Sided) => transfer.direction === direction;
  const statedSide = (transfer: Sided) => sideOf(transfer) ?? 'unknown';
  const isSide = (transfer: Sided) => hasSide(transfer, side);
  const isOtherEnd = (transfer: Sided) => hasOtherEnd(transfer, other_end);
  return [
    ...(direction === undefined ? [] : [ofEach('direction', direction, directionOf, isDirection)]),
    ...(side === undefined ? [] : [{ ...ofEach('side', side, statedSide, isSide), isOfSide: true }]),
    ...(other_end === undefined || other_end === 'any' ? [] : [ofEach('other_end', other_end, otherEndOf, isOtherEnd)]),
    ...counterpartiesAre(named),
  ];
}

function ofEach(
  condition: string,
  expected: string,
  actual: (transfer: Sided) => string,
  passes: (transfer: Sided) => boolean,
): TransferTest {
  return test<StoredTransfer & { readonly legs?: readonly StoredTransfer[] }>(
    condition,
    expected,
    (transfer) => [...new Set((transfer.legs ?? [transfer]).map(actual))].join(' and '),
    (transfer) => (transfer.legs ?? [transfer]).every(passes),
  );
}

/** The terms of the transfers that may pass: of each direction that the ends allow, or of any. */
export function transferTerms(of: 'transfer' | 'priced', { direction, side, other_end }: Ends): readonly Term[] {
  const allowed = Direction.options.filter(
    (each) =>
      (direction ?? each) === each && hasSide({ direction: each }, side) && hasOtherEnd({ direction: each }, other_end),
  );
  return allowed.length === Direction.options.length ? [of] : allowed.map((each): Term => `${of} ${each}`);
}
