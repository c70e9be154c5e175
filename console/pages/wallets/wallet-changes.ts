import type { components } from '../../../sdk/index.ts';

type Wallet = components['schemas']['Wallet'];
type Changes = components['schemas']['UpdateWallet'];

/**
 * The fields that the user changed. The others stay as a colleague may have left them.
 * @param chains undefined when the user had no chains to choose from.
 */
export function walletChanges(
  wallet: Pick<Wallet, 'label' | 'type' | 'watch' | 'color' | 'chains' | 'tags' | 'externalId'>,
  { label, type, watch, color, tags, externalId }: Omit<Changes, 'chains'>,
  chains: Changes['chains'],
): Changes {
  const isSame = (one: readonly string[], other: readonly string[]) =>
    one.length === other.length && one.every((each) => other.includes(each));
  return {
    ...(label !== wallet.label && { label }),
    ...(type !== wallet.type && { type }),
    ...(watch !== wallet.watch && { watch }),
    ...(color !== undefined && color !== wallet.color && { color }),
    ...(chains !== undefined && !isSame(chains, wallet.chains) && { chains }),
    ...(tags !== undefined && !isSame(tags, wallet.tags) && { tags }),
    ...(externalId !== undefined && externalId !== wallet.externalId && { externalId }),
  };
}
