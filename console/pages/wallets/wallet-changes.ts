import type { components } from '../../../sdk/index.ts';

type Wallet = components['schemas']['Wallet'];
type Changes = components['schemas']['UpdateWallet'];

/**
 * The fields that the user changed. The others stay as a colleague may have left them.
 * @param chains undefined when the user had no chains to choose from.
 */
export function walletChanges(
  wallet: Pick<Wallet, 'label' | 'type' | 'watch' | 'color' | 'chains'>,
  { label, type, watch, color }: Pick<Changes, 'label' | 'type' | 'watch' | 'color'>,
  chains: Changes['chains'],
): Changes {
  const isSame =
    chains === undefined ||
    (chains.length === wallet.chains.length && chains.every((id) => wallet.chains.includes(id)));
  return {
    ...(label !== wallet.label && { label }),
    ...(type !== wallet.type && { type }),
    ...(watch !== wallet.watch && { watch }),
    ...(color !== undefined && color !== wallet.color && { color }),
    ...(!isSame && { chains }),
  };
}
