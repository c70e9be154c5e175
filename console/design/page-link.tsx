import Link from '@cloudscape-design/components/link';
import type { ReactNode } from 'react';
import { useLocation, useRouter } from 'wouter';
import { useUrlState } from '../live/url-state.ts';

interface PageLinkProps {
  /** The path of a page of the console with its filters, such as `/wallets?open=…`. */
  readonly to: string;
  readonly children: ReactNode;
}

/** A link to another page of the console. */
export function PageLink({ to, children }: PageLinkProps) {
  const { base } = useRouter();
  const [, navigate] = useLocation();
  return (
    <Link
      href={`${base}${to}`}
      onFollow={(event) => {
        event.preventDefault();
        navigate(to);
      }}
    >
      {children}
    </Link>
  );
}

/** Makes links that open the detail of an item beside its list. */
export function useOpenLink() {
  const { base } = useRouter();
  const [path] = useLocation();
  const { params, change } = useUrlState();
  return (id: string, children: ReactNode) => (
    <Link
      href={`${base}${path}?${new URLSearchParams({ ...params, open: id })}`}
      onFollow={(event) => {
        event.preventDefault();
        change({ open: id }, false);
      }}
    >
      {children}
    </Link>
  );
}
