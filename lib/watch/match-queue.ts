import * as z from 'zod';
import { ChainId } from '../chains/registry.ts';
import type { MessageQueue } from '../platform/queue/batch-sender.ts';
import { OrganisationId } from '../values/ids.ts';

/** Asks for the recording of all deferred matches of an organisation on a chain. */
export const MatchesMessage = z.object({ organisationId: OrganisationId, chain: ChainId });
export type MatchesMessage = z.output<typeof MatchesMessage>;

export type MatchQueue = MessageQueue<MatchesMessage>;
