import Link from '@cloudscape-design/components/link';
import { useChains } from '../live/chains.ts';
import { useWallets } from '../live/wallets.ts';
import { Foreign } from './foreign.tsx';
import { Copy, Hash } from './hash.tsx';
import { PageLink } from './page-link.tsx';
import { WalletName } from './wallet-name.tsx';

interface AddressProps {
  readonly text: string;
  /** The label of the address in the record that names it. */
  readonly label?: string | null;
  /** What the address is, for the button that copies it, such as `sender's address`. Without it there is no button. */
  readonly what?: string;
  /** Shows all of an address that is no wallet of the organisation. */
  readonly whole?: boolean;
  /** The chain in whose public explorer the address can be opened. Without it there is no link. */
  readonly chain?: string;
}

/** An address by the label of its wallet, if exactly one wallet of the organisation has it, or by its own label. */
export function Address({ text, label = null, what, whole = false, chain }: AddressProps) {
  const { walletAt } = useWallets();
  const { addressExplorerOf } = useChains();
  const wallet = walletAt(text);
  const explorer = chain === undefined ? null : addressExplorerOf(chain);
  return (
    <>
      {wallet !== undefined ? (
        <span title={text}>
          <PageLink to={`/wallets?open=${wallet.id}`}>
            <WalletName {...wallet} />
          </PageLink>
        </span>
      ) : label === null ? (
        <Hash text={text} whole={whole} />
      ) : (
        <span title={text}>
          <Foreign text={label} />
        </span>
      )}
      {what === undefined ? null : (
        <>
          {' '}
          <Copy text={text} what={what} />
        </>
      )}
      {explorer === null ? null : (
        <Link
          external
          href={`${explorer}${encodeURIComponent(text)}`}
          ariaLabel={`Open the ${what ?? 'address'} in the explorer`}
          externalIconAriaLabel="Opens in a new tab"
        />
      )}
    </>
  );
}
