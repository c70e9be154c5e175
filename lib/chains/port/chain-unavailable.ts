import { ApiError } from '../../values/errors.ts';

/** Seconds after which a chain may answer again. */
const RETRY_AFTER = '5';

/**
 * Every node of a chain failed, or the stage has no node of the chain. The caller learns the chain alone: the reason
 * may hold an RPC URL, whose path is a key, so the reason goes to the log.
 */
export class ChainUnavailableError extends ApiError {
  override readonly name = 'ChainUnavailableError';

  constructor(chain: string, reason: string) {
    const message = `${chain}: ${reason}`;
    super('chain_unavailable', `The chain ${chain} cannot be reached now.`, {
      headers: { 'Retry-After': RETRY_AFTER },
      internal: { event: 'chain.unavailable', message, fields: { chain } },
    });
  }
}
