import type { ReactNode } from 'react';
import { DeliveryState } from '../../design/delivery-status.tsx';
import { channelText, type Delivery, deliveryTitle } from '../../design/delivery-words.ts';
import { DestinationName } from '../../design/destination-name.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { Age } from '../../design/instant.tsx';
import type { Column } from '../../design/live-table.tsx';
import { NextAttempt } from '../../design/next-attempt.tsx';

interface DeliveryColumnOptions {
  readonly link: (id: string, children: ReactNode) => ReactNode;
  readonly ruleName: (id: string) => string | undefined;
  /** True beside an open detail and in a small window, which have no room for the last result. */
  readonly isTight: boolean;
  /** The delivery whose detail is open. */
  readonly open: string | undefined;
}

/** The columns of the list of deliveries: what happened, and below it the rule and the receiver. */
export const deliveryColumns = ({
  link,
  ruleName,
  isTight,
  open,
}: DeliveryColumnOptions): readonly Column<Delivery>[] => [
  {
    id: 'message',
    header: 'Message',
    minWidth: 160,
    cell: (delivery) => {
      const { id, alertSummary } = delivery;
      const title = deliveryTitle(delivery, ruleName);
      const size = `sentence message${open === undefined ? (isTight ? '' : ' roomy') : ' narrow'}`;
      return (
        <>
          <div className={size} aria-current={id === open} title={foreignText(alertSummary ?? title, 400)}>
            {link(id, <Foreign text={alertSummary ?? title} most={400} />)}
          </div>
          <div className={`${size} below`}>
            {alertSummary === null ? null : (
              <>
                <Foreign text={title} most={60} />,{' '}
              </>
            )}
            to <DestinationName {...delivery} />
          </div>
        </>
      );
    },
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, nextAttemptAt }) => (
      <div className="two-lines">
        <DeliveryState status={status} />
        {nextAttemptAt === null ? null : (
          <div>
            <NextAttempt at={nextAttemptAt} />
          </div>
        )}
      </div>
    ),
  },
  {
    id: 'createdAt',
    header: 'Created',
    sortBy: 'createdAt',
    cell: ({ createdAt }) => <Age at={createdAt} />,
  },
  {
    id: 'result',
    header: 'Last result',
    isOptional: isTight,
    cell: ({ attempts }) => <LastResult attempts={attempts} />,
  },
  { id: 'attempts', header: 'Attempts', isOptional: true, cell: ({ attempts }) => attempts.length.toLocaleString() },
  { id: 'event', header: 'Event', isOptional: true, cell: ({ event }) => event },
  { id: 'channel', header: 'Channel', isOptional: true, cell: ({ channel }) => channelText(channel) },
  { id: 'deliveredAt', header: 'Delivered', isOptional: true, cell: ({ deliveredAt }) => <Age at={deliveredAt} /> },
];

function LastResult({ attempts }: Pick<Delivery, 'attempts'>) {
  const last = attempts.at(-1);
  if (last === undefined) return <>–</>;
  const { statusCode, error, durationMs } = last;
  if (statusCode !== null) return <>{`HTTP ${statusCode}, ${durationMs.toLocaleString()} ms`}</>;
  return (
    <div className="sentence chips" title={foreignText(error ?? 'Sent', 400)}>
      <Foreign text={error ?? 'Sent'} most={400} />
    </div>
  );
}
