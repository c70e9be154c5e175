import { type ChainwatchClient, type components, dataOf } from '../../sdk/index.ts';
import { type Check, failed, ok } from './check.ts';

type EmailStatus = components['schemas']['EmailStatus'];

/**
 * Whether mails reach the addresses of the organisation.
 * @param unsent how many mails of the last day were not sent.
 */
export async function checkMails(api: ChainwatchClient, unsent: number): Promise<Check[]> {
  const answer = await api.GET('/api/settings');
  // Only an admin may read the settings. The deliveries are there for every key.
  return [mailCheck(answer.response.status === 403 ? null : dataOf(answer).emailStatus, unsent)];
}

const NAME = 'e-mail';

/** @param addresses those of the settings and of destinations; null when the key may not read them. */
export function mailCheck(addresses: readonly EmailStatus[] | null, unsent: number): Check {
  const all = addresses ?? [];
  const waiting = all.filter(({ status }) => status === 'pending');
  const gone = all.filter(({ status }) => status !== 'pending' && status !== 'confirmed');
  const ofAll = `of ${all.length} ${all.length === 1 ? 'address' : 'addresses'}`;
  const sent = `${unsent === 0 ? 'no' : unsent} ${unsent === 1 ? 'mail' : 'mails'} of the last day not sent`;
  const found = [
    ...(waiting.length === 0 ? [] : [`${waiting.length} ${ofAll} unconfirmed`]),
    ...(gone.length === 0 ? [] : [`${gone.length} ${ofAll} without mail: ${gone.map(toldWhy).join(', ')}`]),
  ];
  const todo = [
    ...(waiting.length === 0
      ? []
      : [`Open the link in the mail to ${listOf(waiting)}; the page Settings of the console sends it again.`]),
    ...(gone.length === 0
      ? []
      : [`Take ${listOf(gone)} out of the settings or their destination, or add and confirm them again.`]),
    ...(unsent === 0
      ? []
      : [
          'See `chainwatch deliveries list --status not_sent` for the addresses and reasons.',
          'When they are confirmed, run `chainwatch deliveries replay --status not_sent`.',
        ]),
  ];
  if (todo.length > 0) return failed(NAME, [...found, sent].join(', '), todo.join(' '));
  if (addresses === null) return ok(NAME, sent);
  return ok(NAME, `${all.length === 0 ? 'no address' : `all ${all.length} confirmed`}, ${sent}`);
}

const toldWhy = ({ address, status }: EmailStatus): string => `${address} ${status}`;
const listOf = (addresses: readonly EmailStatus[]): string => addresses.map(({ address }) => address).join(', ');
