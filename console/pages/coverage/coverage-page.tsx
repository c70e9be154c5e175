import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { ChainLag, ChainStatus, type Coverage } from '../../design/chain-status.tsx';
import { counted } from '../../design/counted.ts';
import { Foreign } from '../../design/foreign.tsx';
import { Hash } from '../../design/hash.tsx';
import { Age, Instant } from '../../design/instant.tsx';
import { type Column, LiveTable, pageIn } from '../../design/live-table.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { useTight } from '../../design/use-narrow.ts';
import { useChains } from '../../live/chains.ts';
import { useCoverages } from '../../live/coverages.ts';
import { useUrlState } from '../../live/url-state.ts';
import { useWallets } from '../../live/wallets.ts';
import { type CoverageRow, coverageRows, isMissing } from './coverage-rows.ts';
import { priceSentence } from './price-sentence.ts';

type Row = CoverageRow<Coverage>;

/**
 * How far each chain is scanned, how far behind its head the service is, and what is left out. The address holds in
 * `others` whether the chains show that no wallet uses.
 */
export default function CoveragePage() {
  const { params, change } = useUrlState();
  const { chains, nameOf } = useChains();
  const sources = [useCoverages(), useWallets()] as const;
  const [{ coverages, isLoading }, wallets] = sources;
  const { page, pageSize } = pageIn(params);
  const isTight = useTight();
  const { shown, others } = coverageRows(coverages, wallets.wallets);
  // Without any chain in use the others are all there is to see.
  const isFolded = params.others === undefined && shown.length > 0;
  const rows = isFolded ? shown : [...shown, ...others];
  const list = {
    rows: rows.slice((page - 1) * pageSize, page * pageSize),
    total: rows.length,
    added: 0,
    isLoading: isLoading || (!wallets.isLoaded && wallets.error === null),
    isTurning: false,
    meta: undefined,
    error: sources.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const { error, retry } of sources) if (error !== null) retry();
    },
    showAdded: () => {},
  };
  return (
    <LiveTable
      title="Coverage"
      description={priceSentence(chains)}
      itemName={({ chain }) => nameOf(chain)}
      list={list}
      columns={columnsOf(nameOf, isTight)}
      params={params}
      change={change}
      actions={
        shown.length > 0 && others.length > 0 ? (
          <Button
            ariaExpanded={!isFolded}
            iconName={isFolded ? 'angle-down' : 'angle-up'}
            onClick={() => change({ others: isFolded ? 'shown' : null }, false)}
          >
            {counted(others.length, 'chain')} that no wallet uses
          </Button>
        ) : null
      }
      empty="The service knows no chain."
    />
  );
}

/** @param isTight hides the head in a small window: the lag says how far the last scanned block is behind it. */
const columnsOf = (nameOf: (id: string) => string, isTight: boolean): readonly Column<Row>[] => [
  { id: 'chain', header: 'Chain', minWidth: 100, cell: ({ chain }) => nameOf(chain) },
  { id: 'status', header: 'Status', minWidth: 150, cell: (row) => <StatusCell row={row} /> },
  {
    id: 'wallets',
    header: 'Wallets',
    cell: ({ chain, wallets }) =>
      wallets === 0 ? '–' : <PageLink to={`/wallets?chain=${chain}`}>{wallets.toLocaleString()}</PageLink>,
  },
  { id: 'height', header: 'Last scanned block', cell: ({ height }) => blockNumber(height) },
  { id: 'recordedTo', header: 'Recorded up to', cell: ({ recordedTo }) => blockNumber(recordedTo) },
  { id: 'head', header: 'Head', isOptional: isTight, cell: ({ head }) => blockNumber(head) },
  { id: 'lag', header: 'Lag', minWidth: 120, cell: (coverage) => <ChainLag coverage={coverage} /> },
  {
    id: 'values',
    header: 'USD values',
    minWidth: 120,
    cell: ({ status, valuesDelayedSince }) =>
      valuesDelayedSince === null ? (
        status === 'unwatched' ? (
          '–'
        ) : (
          'On time'
        )
      ) : (
        <>
          Delayed since <Instant at={valuesDelayedSince} />
        </>
      ),
  },
  {
    id: 'confirmations',
    header: 'Confirmations',
    isOptional: true,
    cell: ({ confirmations }) => confirmations.toLocaleString(),
  },
  {
    id: 'ranges',
    header: 'Scanned',
    isOptional: true,
    minWidth: 140,
    cell: ({ ranges }) => <Ranges ranges={ranges} />,
  },
  {
    id: 'gaps',
    header: 'Gaps',
    minWidth: 100,
    cell: ({ status, gaps }) =>
      status === 'unwatched' ? (
        '–'
      ) : gaps.length === 0 ? (
        'None'
      ) : (
        <>
          <Ranges ranges={gaps} />
          <PageLink to="/wallets">Choose a wallet to backfill</PageLink>
        </>
      ),
  },
  {
    id: 'timestamp',
    header: 'Time of the block',
    isOptional: true,
    cell: ({ timestamp }) => <Age at={timestamp} />,
  },
  { id: 'headAt', header: 'Head seen', isOptional: true, cell: ({ headAt }) => <Age at={headAt} /> },
  {
    id: 'hash',
    header: 'Hash of the block',
    isOptional: true,
    cell: ({ hash }) => (hash === null ? '–' : <Hash text={hash} />),
  },
];

const blockNumber = (height: number | null): string => (height === null ? '–' : height.toLocaleString());

/** The status, and why the chain stopped. */
function StatusCell({ row }: { readonly row: Row }) {
  const { stopped, wallets } = row;
  return (
    <>
      {isMissing(row) ? (
        <StatusIndicator type="warning">{counted(wallets, 'wallet')}, not recorded</StatusIndicator>
      ) : (
        <ChainStatus coverage={row} />
      )}
      {stopped === null ? null : (
        <div>
          <Instant at={stopped.at} />: <Foreign text={stopped.reason} most={300} />
        </div>
      )}
    </>
  );
}

/** The newest ranges show; a chain that was interrupted often has many. */
const MOST_RANGES = 5;

function Ranges({ ranges }: Pick<Coverage, 'ranges'>) {
  if (ranges.length === 0) return <>–</>;
  const shown = ranges.slice(-MOST_RANGES).toReversed();
  return (
    <>
      {shown.map(({ from, to }) => (
        <div key={from}>
          {from.toLocaleString()} – {to.toLocaleString()}
        </div>
      ))}
      {shown.length < ranges.length ? <div>and {(ranges.length - shown.length).toLocaleString()} older</div> : null}
    </>
  );
}
