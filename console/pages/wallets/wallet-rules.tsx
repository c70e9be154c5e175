import { Foreign } from '../../design/foreign.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { useRules } from '../../live/rules.ts';

/** So many rules show by name. */
const MOST = 5;

/** The active rules that ask about the wallet: those that name it, and those for all wallets. */
export function WalletRules({ walletId }: { readonly walletId: string }) {
  const { rules, isLoaded } = useRules();
  const covering = rules.filter(
    ({ isActive, walletIds }) => isActive && (walletIds.length === 0 || walletIds.includes(walletId)),
  );
  if (!isLoaded) return <>–</>;
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
      {more > 0 ? <PageLink to={`/rules?walletId=${walletId}`}>{`and ${more.toLocaleString()} more`}</PageLink> : null}
    </>
  );
}
