import type { Places } from '../port/notice.ts';
import type { NoticeChain } from '../port/notice-transaction.ts';
import type { Link } from './notice-text.ts';

/** Stands for the proof of an acknowledging link: a stored text contains none. */
export const ACKNOWLEDGE_PLACEHOLDER = '__ACKNOWLEDGE__';

/** The most characters of the proof. A text with the placeholder becomes so much longer. */
export const MAX_PROOF = 200;

/**
 * A page of the console, if the stage has one.
 * @param path with its query, such as `alerts?open=…`.
 */
export const consoleLink = ({ consoleUrl }: Places, path: string, label: string): Link[] =>
  consoleUrl === null ? [] : [{ kind: 'console', url: new URL(`${consoleUrl}/${path}`).href, label }];

/** The page by which a recipient acknowledges an alert without a key. */
export const acknowledgeLink = ({ serviceUrl }: Places): Link => ({
  kind: 'acknowledge',
  url: `${serviceUrl}/a/${ACKNOWLEDGE_PLACEHOLDER}`,
  label: 'Acknowledge',
});

/** The page of a transaction, if its chain has an explorer. */
export function explorerLink(hash: string, { explorer }: NoticeChain): Link[] {
  if (explorer === null) return [];
  const url = new URL(`${explorer}${encodeURIComponent(hash.toWellFormed())}`);
  return [{ kind: 'explorer', url: url.href, label: `View at ${url.host}` }];
}
