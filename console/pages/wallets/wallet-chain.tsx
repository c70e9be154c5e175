import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { components } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { counted } from '../../design/counted.ts';
import { Instant } from '../../design/instant.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useChains } from '../../live/chains.ts';
import { BackfillForm } from './backfill-form.tsx';
import { BackfillJob } from './backfill-job.tsx';
import { blocksIn, dividedGaps, type HeightRange } from './height-ranges.ts';
import { useBackfills } from './use-backfills.ts';

type Coverage = components['schemas']['WalletCoverage'];

interface WalletChainProps {
  readonly walletId: string;
  readonly coverage: Coverage;
  /** False for a wallet with a destination tag: the balance belongs to the account. */
  readonly hasBalance: boolean;
}

const rangeText = ({ from, to }: HeightRange) => `${from.toLocaleString()} to ${to.toLocaleString()}`;

function innerPaymentsText({ innerPayments, innerPaymentsFrom }: Coverage): string {
  if (innerPayments === null) return '';
  const payments = 'Payments that contracts make inside transactions of others are';
  return innerPaymentsFrom === null
    ? `${payments} found when the balances are checked.`
    : `${payments} seen at once from block ${innerPaymentsFrom.toLocaleString()} on.`;
}

/** What is known of the wallet on one chain: scanned blocks, gaps, and the backfills that fill them. */
export function WalletChain({ walletId, coverage, hasBalance }: WalletChainProps) {
  const { nameOf } = useChains();
  const { chain, ranges, since, recordedTo, reconciledTo, throttledSince, detail } = coverage;
  const gaps = dividedGaps(coverage.gaps, since);
  const { backfills, error, retry } = useBackfills(chain, walletId);
  const [form, setForm] = useState<{ readonly gap: HeightRange | undefined }>();
  return (
    <div>
      <SpaceBetween size="s">
        <Box variant="h3">{nameOf(chain)}</Box>
        {throttledSince === null ? null : (
          <Alert type="warning" header="Throttled">
            Since <Instant at={throttledSince} /> transactions wait, because the budget of records per hour is used up.
            Nothing is lost: they are recorded later. What the wallet signed or paid comes first.
          </Alert>
        )}
        <Box>
          {since === null
            ? 'This chain has not been watched for the wallet yet.'
            : `Watched from block ${since.toLocaleString()} on.`}{' '}
          {recordedTo === null ? null : `Every record up to block ${recordedTo.toLocaleString()} exists.`}{' '}
          {hasBalance ? checkedText(reconciledTo) : null}{' '}
          {detail === 'logs' ? 'The calls inside recent transactions are unknown.' : null} {innerPaymentsText(coverage)}
        </Box>
        <Ranges title="Scanned blocks" none="No blocks are scanned for this wallet." ranges={ranges} />
        <Gaps title="Gaps" chain={nameOf(chain)} gaps={gaps.since} fill={(gap) => setForm({ gap })} />
        <Gaps
          title="Before the wallet was watched"
          explanation="Payments of this time are not recorded. A backfill records them."
          chain={nameOf(chain)}
          gaps={gaps.before}
          fill={(gap) => setForm({ gap })}
        />
        <ActionButton needs="write" onClick={() => setForm({ gap: undefined })}>
          Backfill on {nameOf(chain)}
        </ActionButton>
        <ProblemAlert error={error} retry={retry} />
        {backfills === undefined || backfills.length === 0 ? null : (
          <div>
            <Box fontWeight="bold">Backfills</Box>
            <ul className="entries" aria-label={`Backfills on ${nameOf(chain)}`}>
              {backfills.map((job) => (
                <BackfillJob key={job.id} job={job} />
              ))}
            </ul>
          </div>
        )}
      </SpaceBetween>
      {form === undefined ? null : (
        <BackfillForm chain={chain} walletId={walletId} gap={form.gap} close={() => setForm(undefined)} />
      )}
    </div>
  );
}

interface GapsProps {
  readonly title: string;
  readonly explanation?: string;
  readonly chain: string;
  readonly gaps: readonly HeightRange[];
  readonly fill: (gap: HeightRange) => void;
}

/** Blocks that are not scanned for the wallet. Nothing shows without any. */
function Gaps({ title, explanation, chain, gaps, fill }: GapsProps) {
  if (gaps.length === 0) return null;
  return (
    <div>
      <Box fontWeight="bold">{title}</Box>
      {explanation === undefined ? null : <Box variant="small">{explanation}</Box>}
      <ul className="entries" aria-label={`${title} on ${chain}`}>
        {gaps.map((gap) => (
          <li key={gap.from}>
            <SpaceBetween direction="horizontal" size="xs">
              <span>
                {rangeText(gap)} ({counted(blocksIn(gap), 'block')})
              </span>
              <ActionButton needs="write" variant="inline-link" onClick={() => fill(gap)}>
                Backfill this range
              </ActionButton>
            </SpaceBetween>
          </li>
        ))}
      </ul>
    </div>
  );
}

const checkedText = (height: number | null): string =>
  height === null
    ? 'The balances have not been checked yet.'
    : `Balances checked up to block ${height.toLocaleString()}.`;

function Ranges({ title, none, ranges }: { title: string; none: string; ranges: readonly HeightRange[] }) {
  return (
    <div>
      <Box fontWeight="bold">{title}</Box>
      <Box>{ranges.length === 0 ? none : ranges.map(rangeText).join(', ')}</Box>
    </div>
  );
}
