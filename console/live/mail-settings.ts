import type { components } from '../../sdk/index.ts';
import { useClient, useRefusal } from '../session/session-context.ts';
import { useLiveItem } from './live-item.ts';

/** Recipients confirm rarely. */
const PAUSE_MS = 15_000;

type MailSettings = Pick<components['schemas']['Settings'], 'emails' | 'emailStatus' | 'slackWebhookUrl'>;

/**
 * The e-mail addresses of the settings and of destinations, and whether their recipients agreed. Undefined while nobody
 * knows: only a key of scope admin may read them.
 */
export function useMailSettings(): MailSettings | undefined {
  const client = useClient();
  const { item } = useLiveItem({
    key: ['settings'],
    load: (signal) => client.GET('/api/settings', { signal }),
    pauseMs: PAUSE_MS,
    isAsked: useRefusal('admin') === undefined,
  });
  return item;
}
