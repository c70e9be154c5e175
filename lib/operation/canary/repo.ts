import type { Deps } from '../../platform/deps.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { operatorKeys } from '../../platform/table/operator-keys.ts';
import { getItem } from '../../platform/table/table.ts';
import { conditionHeld, IF_ABSENT, type Put, type Update, write } from '../../platform/table/write.ts';
import { epochSeconds, plusSeconds } from '../../values/time.ts';
import { CanaryAccount, CanaryReceipt } from './schema.ts';

/** A run waits half a minute for its receipt. A day is enough for whoever looks into a failure. */
const RECEIPT_SECONDS = 24 * 60 * 60;

/** The account of the canary, which exists once in a stage, and the receipts of its webhooks. */
export function canaryRepo({ table, now }: Pick<Deps, 'table' | 'now'>) {
  return {
    account: (): Promise<CanaryAccount | null> => getItem(table, operatorKeys.canary(), CanaryAccount),

    /** The write that puts an account in the place of the account that the caller has seen. */
    replacement(account: CanaryAccount, seen: CanaryAccount | null): Put {
      return {
        put: { ...operatorKeys.canary(), ...account },
        ...ifSame(seen, 'organisationId'),
      };
    },

    /** The write that changes sealed texts of the account, if the account still has those that the caller has seen. */
    sealing(
      seen: CanaryAccount,
      set: Partial<Pick<CanaryAccount, 'sealedKey' | 'sealedSecret'>>,
    ): Update<CanaryAccount> {
      return {
        update: operatorKeys.canary(),
        set,
        ...ifSame(seen, 'sealedKey', 'sealedSecret'),
      };
    },

    receipt: (hash: string): Promise<CanaryReceipt | null> =>
      getItem(table, operatorKeys.canaryReceipt(hash), CanaryReceipt),

    /** Keeps the first receipt of a transaction: a webhook may arrive more than once. */
    async record(receipt: CanaryReceipt): Promise<void> {
      const ttl = epochSeconds(plusSeconds(now(), RECEIPT_SECONDS));
      const key = operatorKeys.canaryReceipt(receipt.hash);
      await conditionHeld(write(table, { put: { ...key, ...receipt, ttl }, ...IF_ABSENT }));
    },
  };
}
