import { PageLink } from './page-link.tsx';

interface HistoryLinkProps {
  /** What the audit log calls the resource. */
  readonly of: 'destination' | 'rule' | 'wallet' | 'webhook';
  readonly id: string;
}

/** Leads to the entries of the audit log about something. */
export function HistoryLink({ of, id }: HistoryLinkProps) {
  return <PageLink to={`/audit?resource=${of}&resourceId=${id}`}>Show who changed it</PageLink>;
}
