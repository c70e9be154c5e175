import Link from '@cloudscape-design/components/link';
import type { ReactNode } from 'react';
import { useLocation, useRouter } from 'wouter';
import { useUrlState } from '../live/url-state.ts';

/**
 * The whole URL of a page. Cloudscape checks each URL with `new URL`, and the error of a URL without an origin is slow:
 * it took a tenth of the time of a list.
 */
const urlOf = (path: string): string => `${window.location.origin}${path}`;

interface PageLinkProps {
  /** The path of a page of the console with its filters, such as `/wallets?open=…`. */
  readonly to: string;
  readonly children: ReactNode;
  /** Whether the link stands in a coloured bar. A line then marks the link. */
  readonly isInBar?: boolean;
}

/** A link to another page of the console. */
export function PageLink({ to, children, isInBar = false }: PageLinkProps) {
  const { base } = useRouter();
  const [, navigate] = useLocation();
  return (
    <Link
      color={isInBar ? 'inverted' : 'normal'}
      href={urlOf(`${base}${to}`)}
      onFollow={(event) => {
        event.preventDefault();
        navigate(to);
      }}
    >
      {children}
    </Link>
  );
}

/**
 * Makes links that open the detail of an item beside its list.
 * @param ofDetail the parameters of the address that belong to the open item, such as a page inside its detail.
 */
export function useOpenLink(ofDetail: readonly string[] = []) {
  const { base } = useRouter();
  const [path] = useLocation();
  const { params, change } = useUrlState();
  const kept = Object.entries(params).filter(([name]) => !ofDetail.includes(name));
  const ended = Object.fromEntries(ofDetail.map((name) => [name, null]));
  return (id: string, children: ReactNode) => (
    <Link
      href={urlOf(`${base}${path}?${new URLSearchParams({ ...Object.fromEntries(kept), open: id })}`)}
      onFollow={(event) => {
        event.preventDefault();
        change({ ...ended, open: id }, false);
      }}
    >
      {children}
    </Link>
  );
}
