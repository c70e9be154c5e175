import { ChainLag, ChainStatus, type Coverage } from '../../design/chain-status.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Hash } from '../../design/hash.tsx';
import { Age, Instant } from '../../design/instant.tsx';
import { type Column, LiveTable, pageIn } from '../../design/live-table.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { useChains } from '../../live/chains.ts';
import { useCoverages } from '../../live/coverages.ts';
import { useUrlState } from '../../live/url-state.ts';
import { priceSentence } from './price-sentence.ts';

type Row = Coverage & { readonly id: string };

/** How far each chain is scanned, how far behind its head the service is, and what is left out. */
export default function CoveragePage() {
  const { params, change } = useUrlState();
  const { chains, nameOf } = useChains();
  const { coverages, isLoading, error, retry } = useCoverages();
  const { page, pageSize } = pageIn(params);
  const rows = coverages
    .map((coverage): Row => ({ ...coverage, id: coverage.chain }))
    .sort((a, b) => Number(a.status === 'unwatched') - Number(b.status === 'unwatched'));
  const list = {
    rows: rows.slice((page - 1) * pageSize, page * pageSize),
    total: rows.length,
    added: 0,
    isLoading,
    isTurning: false,
    meta: undefined,
    error,
    retry,
    showAdded: () => {},
  };
  return (
    <LiveTable
      title="Coverage"
      description={priceSentence(chains)}
      itemName={({ chain }) => nameOf(chain)}
      list={list}
      columns={columnsOf(nameOf)}
      params={params}
      change={change}
      empty="The service knows no chain."
    />
  );
}

const columnsOf = (nameOf: (id: string) => string): readonly Column<Row>[] => [
  { id: 'chain', header: 'Chain', minWidth: 120, cell: ({ chain }) => nameOf(chain) },
  { id: 'status', header: 'Status', minWidth: 150, cell: (coverage) => <StatusCell coverage={coverage} /> },
  { id: 'height', header: 'Last scanned block', cell: ({ height }) => blockNumber(height) },
  { id: 'recordedTo', header: 'Recorded up to', cell: ({ recordedTo }) => blockNumber(recordedTo) },
  { id: 'head', header: 'Head', cell: ({ head }) => blockNumber(head) },
  { id: 'lag', header: 'Lag', minWidth: 120, cell: (coverage) => <ChainLag coverage={coverage} /> },
  {
    id: 'values',
    header: 'USD values',
    minWidth: 140,
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
  { id: 'confirmations', header: 'Confirmations', cell: ({ confirmations }) => confirmations.toLocaleString() },
  { id: 'ranges', header: 'Scanned', minWidth: 140, cell: ({ ranges }) => <Ranges ranges={ranges} /> },
  {
    id: 'gaps',
    header: 'Gaps',
    minWidth: 140,
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
function StatusCell({ coverage }: { readonly coverage: Coverage }) {
  const { stopped } = coverage;
  return (
    <>
      <ChainStatus coverage={coverage} />
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
