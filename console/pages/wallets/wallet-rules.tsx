import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { type components, coversWallet } from '../../../sdk/index.ts';
import { Foreign } from '../../design/foreign.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { useRules } from '../../live/rules.ts';

/** So many rules show by name. */
const MOST = 5;

/** The active rules about the wallet: those that name it or one of its groups, and those for all wallets. */
export function WalletRules({ wallet }: { readonly wallet: components['schemas']['Wallet'] }) {
  const { rules, isLoaded, error } = useRules();
  const covering = rules.filter(({ isActive, wallets }) => isActive && coversWallet(wallets, wallet));
  if (!isLoaded) return error === null ? <StatusIndicator type="loading">Loading</StatusIndicator> : 'Not loaded';
  if (covering.length === 0) return <PageLink to="/rules">None: no alert comes from this wallet</PageLink>;
  const more = covering.length - MOST;
  return (
    <>
      {covering.slice(0, MOST).map(({ id, name }) => (
        <div key={id}>
          <PageLink to={`/rules?open=${id}`}>
            <Foreign text={name} />
          </PageLink>
        </div>
      ))}
      {more > 0 ? <PageLink to={`/rules?walletId=${wallet.id}`}>{`and ${more.toLocaleString()} more`}</PageLink> : null}
    </>
  );
}
