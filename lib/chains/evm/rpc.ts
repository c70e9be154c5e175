import * as z from 'zod';
import { log } from '../../log.ts';
import { ChainUnavailable } from '../chain.ts';
import type { ChainId } from '../registry.ts';

/** An endpoint that has not answered by then is left for the next one. Short, so that a look-up can try three. */
const ATTEMPT_MS = 3_000;

/** The contract that `eth_call` ran refused: an answer, which every endpoint would repeat. */
export class Reverted extends Error {
  override readonly name = 'Reverted';
}

export interface EvmRpc {
  /**
   * Calls a JSON-RPC method and checks the answer.
   * @throws ChainUnavailable when no endpoint gave a well-formed answer before `signal`.
   * @throws Reverted when the called contract did.
   */
  send<S extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    result: S,
    signal: AbortSignal,
  ): Promise<z.output<S>>;
}

const Answer = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).nullish(),
});

/** 3 is the code of a revert; older nodes use their own codes and say it in words. */
const isRevert = ({ code, message }: { code: number; message: string }): boolean =>
  code === 3 || /revert|invalid opcode|vm execution error|out of gas/i.test(message);

/**
 * JSON-RPC over several endpoints of one chain, tried in turn on a time-out, an HTTP or JSON-RPC error or a malformed
 * answer. Begins with the one that answered last, so that a dead endpoint costs one time-out, not one per call.
 *
 * `fetch` and not ethers' provider: ethers 6 does not abort a request's socket when it is cancelled, which would hold up
 * a process, and reports every failure of `eth_call` as a revert, which would make an outage look like a token without
 * decimals.
 */
export function evmRpc(chain: ChainId, urls: readonly string[], attemptMs = ATTEMPT_MS): EvmRpc {
  let preferred = 0;
  return {
    async send(method, params, result, signal) {
      if (urls.length === 0) throw new ChainUnavailable(chain, 'no RPC endpoint is configured');
      const order = [...urls.keys()].map((n) => (preferred + n) % urls.length);
      for (const index of order) {
        if (signal.aborted) break;
        const url = urls[index] ?? '';
        try {
          const answer = await ask(url, method, params, AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]));
          const checked = result.parse(answer);
          preferred = index;
          return checked;
        } catch (error) {
          if (error instanceof Reverted) throw error;
          // The path of an endpoint holds its key, so only the host is told; an abort is the caller's wish.
          if (!signal.aborted)
            log.warn('chain.rpc_failed', { chain, method, host: hostOf(url), reason: reasonOf(error) });
        }
      }
      throw new ChainUnavailable(chain, signal.aborted ? 'no answer in time' : 'every RPC endpoint failed');
    },
  };
}

async function ask(url: string, method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal,
  });
  // Some nodes send JSON-RPC errors, reverts among them, with an HTTP error; the body tells more than the status.
  const body = Answer.safeParse(await response.json().catch(() => undefined));
  const failure = body.data?.error;
  if (failure && method === 'eth_call' && isRevert(failure)) throw new Reverted(failure.message);
  if (failure) throw new Error(`JSON-RPC error ${failure.code}`);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  if (!body.success) throw new Error('not a JSON-RPC answer');
  return body.data.result;
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'not a URL');

const reasonOf = (error: unknown): string => (error instanceof z.ZodError ? 'malformed answer' : String(error));
