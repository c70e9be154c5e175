import * as z from 'zod';
import { DestinationTag } from '../../../transactions/schema.ts';
import { comparedText } from '../../../values/fields.ts';
import { both, every, type Test, test } from './conditions.ts';
import type { Evaluated, Judge } from './rule-type.ts';

/** The conditions of every rule about transfers on what the payer says about the payment. */
export const purpose = {
  destination_tag: z
    .union([DestinationTag, z.array(DestinationTag).min(1).max(100), z.null()])
    .optional()
    .describe('A destination tag, several, or null for a transaction without one'),
  memo_contains: comparedText(64).optional().describe('A part of a memo that is text, in any case'),
};
type Purpose = z.output<z.ZodObject<typeof purpose>>;

const tagIs = (wanted: Exclude<Purpose['destination_tag'], undefined>): Test<Evaluated> =>
  test(
    'destination_tag',
    wanted,
    ({ destinationTag }) => destinationTag,
    ({ destinationTag }) =>
      wanted === null ? destinationTag === null : [wanted].flat().some((tag) => tag === destinationTag),
  );

const memosOf = ({ references }: Evaluated): string[] =>
  references.filter(({ kind, encoding }) => kind === 'memo' && encoding === 'text').map(({ value }) => value);

const memoContains = (part: string): Test<Evaluated> => {
  const wanted = part.toLowerCase();
  return test('memo_contains', part, memosOf, (transaction) =>
    memosOf(transaction).some((memo) => memo.toLowerCase().includes(wanted)),
  );
};

/** The judge of the transfers, who also asks what the payment is for. */
export function withPurpose({ destination_tag, memo_contains }: Purpose, transfers: Judge): Judge {
  const tests = [
    ...(destination_tag === undefined ? [] : [tagIs(destination_tag)]),
    ...(memo_contains === undefined ? [] : [memoContains(memo_contains)]),
  ];
  return tests.length === 0 ? transfers : both(transfers, every(...tests));
}
