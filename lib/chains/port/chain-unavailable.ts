import { ApiError } from '../../values/errors.ts';

/** Seconds after which a chain may answer again. */
const RETRY_AFTER = '5';

/**
 * Every node of a chain failed, or the stage has no node of the chain. The answer names only the chain. The reason
 * describes the nodes of the stage, so only the log states the reason.
 */
export class ChainUnavailableError extends ApiError {
  override readonly name: string = 'ChainUnavailableError';

  constructor(chain: string, reason: string) {
    const message = `${chain}: ${reason}`;
    super('chain_unavailable', `The chain ${chain} cannot be reached now.`, {
      headers: { 'Retry-After': RETRY_AFTER },
      internal: { event: 'chain.unavailable', message, fields: { chain } },
    });
  }
}

/** Nodes of a chain answer, but the answer is larger than the reader reads. It will not be smaller at the next try. */
export class AnswerTooLargeError extends ChainUnavailableError {
  override readonly name = 'AnswerTooLargeError';

  constructor(chain: string, method: string) {
    super(chain, `the answer to ${method} is too large`);
  }
}

/** Nodes of a chain answer, but none of them has the method that the reader needs. */
export class MethodUnavailableError extends ChainUnavailableError {
  override readonly name = 'MethodUnavailableError';

  constructor(chain: string, method: string) {
    super(chain, `no node has ${method}`);
  }
}
