import type { ChainReader } from '../chains/port/chain.ts';
import type { ChainId } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import { plusSeconds } from '../values/time.ts';
import { type ContradictionError, ReorgTooDeepError } from './continuity.ts';
import type { CursorRepo } from './cursor.ts';

/** The chain stops when its nodes report for so long that a reorganisation is deeper than the stored blocks. */
const PROOF_SECONDS = 600;
/** Reports that lie further apart do not belong together: nobody watched the nodes between them. */
const REPORT_GAP_SECONDS = 120;

export interface ContradictionDeps {
  readonly reader: Pick<ChainReader, 'contradicted'>;
  readonly cursors: Pick<CursorRepo, 'get' | 'report' | 'stop'>;
  now(): Date;
}

/**
 * Handles a scan that ended in a contradiction: the node that gave the contradicting answer rests, and the next scan
 * asks the other nodes. Nodes disagree briefly in every reorganisation, so a contradiction does not stop the chain.
 * Only a reorganisation that is too deep does, when every node has reported it and no scan has succeeded for ten
 * minutes. The cursor holds the beginning of this time, so that the time outlasts the runs of the watcher.
 * @returns whether the chain is now stopped.
 */
export async function handleContradiction(
  { reader, cursors, now }: ContradictionDeps,
  chain: ChainId,
  error: ContradictionError,
): Promise<boolean> {
  log.error('chain.contradiction', { chain, height: error.height, reason: error.message });
  const isReportedByAll = await reader.contradicted(error.height);
  if (!(error instanceof ReorgTooDeepError)) return false;
  const cursor = await cursors.get(chain);
  if (cursor === null) return false;
  const at = now();
  const last = cursor.tooDeep;
  const isContinued = last !== null && plusSeconds(new Date(last.at), REPORT_GAP_SECONDS) >= at;
  const since = isContinued ? last.since : at.toISOString();
  if (!isReportedByAll || plusSeconds(new Date(since), PROOF_SECONDS) > at) {
    await cursors.report(cursor, { since, at: at.toISOString() });
    return false;
  }
  if ((await cursors.stop(cursor, error.message)) === null) return false;
  log.error('chain.stopped', { chain, reason: error.message });
  return true;
}
