import * as z from 'zod';
import { reasonsInWords, type ToldReason } from '../../../sdk/reason-words.ts';
import { addressInShort, sanitise, symbol } from '../../values/untrusted-text.ts';

/** Code points of the label of an address. */
const MAX_LABEL = 64;

/** Old alerts have no verdicts: they state what matched alone. */
const Reason: z.ZodType<ToldReason> = z.looseObject({
  condition: z.string(),
  expected: z.unknown(),
  actual: z.unknown(),
  passed: z.boolean().default(true),
});

/** Why a rule matched, in clauses that are safe for one line of a notice. */
export const safeReasons = (
  reasons: readonly object[],
  labelOf: (address: string) => string | undefined = () => undefined,
  balanceSymbol: string | null = null,
): string[] =>
  reasonsInWords(
    reasons.map((reason) => Reason.parse(reason)),
    {
      safe: sanitise,
      symbol,
      balanceSymbol,
      address: (address) => {
        const label = labelOf(address);
        return label === undefined ? addressInShort(address) : sanitise(label, MAX_LABEL);
      },
    },
  );
