import { useWallets } from '../live/wallets.ts';
import { Copy, Hash } from './hash.tsx';
import { PageLink } from './page-link.tsx';
import { WalletName } from './wallet-name.tsx';

interface AddressProps {
  readonly text: string;
  /** What the address is, for the button that copies it, such as `sender's address`. Without it there is no button. */
  readonly what?: string;
  /** Shows all of an address that is no wallet of the organisation. */
  readonly whole?: boolean;
}

/** An address by the label of its wallet, if exactly one wallet of the organisation has it. */
export function Address({ text, what, whole = false }: AddressProps) {
  const { walletAt } = useWallets();
  const wallet = walletAt(text);
  return (
    <>
      {wallet === undefined ? (
        <Hash text={text} whole={whole} />
      ) : (
        <span title={text}>
          <PageLink to={`/wallets?open=${wallet.id}`}>
            <WalletName {...wallet} />
          </PageLink>
        </span>
      )}
      {what === undefined ? null : (
        <>
          {' '}
          <Copy text={text} what={what} />
        </>
      )}
    </>
  );
}
