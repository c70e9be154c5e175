import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Skeleton from '@cloudscape-design/components/skeleton';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { ChainLag, ChainStatus } from '../../design/chain-status.tsx';
import { Instant } from '../../design/instant.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useChains } from '../../live/chains.ts';
import { useCoverages } from '../../live/coverages.ts';
import { useWallets } from '../../live/wallets.ts';
import { useChainUsers } from './chain-users.ts';

/** The chains that the service watches, and those that a wallet uses although nobody watches them. */
export function UsedChains() {
  const { nameOf } = useChains();
  const wallets = useWallets();
  const coverages = useCoverages();
  const error = coverages.error ?? wallets.error;
  const isLoading = coverages.isLoading || (!wallets.isLoaded && wallets.error === null);
  const retry = () => {
    if (coverages.error !== null) coverages.retry();
    if (wallets.error !== null) wallets.retry();
  };
  const unwatched = coverages.coverages.filter(({ status }) => status === 'unwatched');
  const { usersOf } = useChainUsers(unwatched.map(({ chain }) => chain));
  const shown = coverages.coverages.filter(({ chain, status }) => status !== 'unwatched' || (usersOf(chain) ?? 0) > 0);
  if (error !== null && shown.length === 0) return <ProblemAlert error={error} retry={retry} />;
  return (
    <Container
      header={
        <Header variant="h2" actions={<PageLink to="/coverage">Coverage</PageLink>}>
          Chains
        </Header>
      }
    >
      <SpaceBetween size="s">
        <ProblemAlert error={error} retry={retry} />
        {isLoading ? <Skeleton height="6rem" /> : null}
        {!isLoading && shown.length === 0 ? (
          <Box color="text-status-inactive">The service watches no chain.</Box>
        ) : null}
        <div className="tiles">
          {isLoading
            ? null
            : shown.map((coverage) => (
                <div key={coverage.chain}>
                  <Box variant="strong">{nameOf(coverage.chain)}</Box>
                  <div>
                    {coverage.status === 'unwatched' ? (
                      <>
                        <StatusIndicator type="warning">Not watched</StatusIndicator>
                        <Box variant="small" display="block">
                          A wallet uses this chain, but the service records nothing there.
                        </Box>
                      </>
                    ) : (
                      <ChainStatus coverage={coverage} />
                    )}
                    {coverage.valuesDelayedSince === null ? null : (
                      <div>
                        <StatusIndicator type="warning">
                          USD values are delayed since <Instant at={coverage.valuesDelayedSince} />
                        </StatusIndicator>
                      </div>
                    )}
                    {coverage.lag === null ? null : (
                      <Box variant="small" display="block">
                        Lag: <ChainLag coverage={coverage} />
                      </Box>
                    )}
                  </div>
                </div>
              ))}
        </div>
      </SpaceBetween>
    </Container>
  );
}
