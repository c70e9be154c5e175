import { plusSeconds } from '../values/time.ts';
import type { PreviousSecret, StoredWebhook } from './schema.ts';

/** How long a replaced secret still signs beside its successor. */
const ROTATION_SECONDS = 24 * 60 * 60;
/** Each previous secret adds a signature to every request, and receivers limit the size of headers. */
export const MOST_PREVIOUS = 5;

type Secrets = Pick<StoredWebhook, 'sealedSecret' | 'previousSecrets'>;

/**
 * The secrets after a rotation. Previous secrets keep their end. A caller that lost the response of a rotation and
 * repeats the rotation must not end the secret of the receivers.
 */
export const rotated = ({ sealedSecret, previousSecrets }: Secrets, next: string, at: Date): Secrets => ({
  sealedSecret: next,
  previousSecrets: [
    { sealed: sealedSecret, until: plusSeconds(at, ROTATION_SECONDS).toISOString() },
    ...stillSigning(previousSecrets, at),
  ].slice(0, MOST_PREVIOUS),
});

/** The previous secrets whose end has not come. */
export const stillSigning = (previous: readonly PreviousSecret[], at: Date): PreviousSecret[] =>
  previous.filter(({ until }) => at.toISOString() < until);
