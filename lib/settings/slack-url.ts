import type { Sealer } from '../platform/sealer.ts';
import type { OrganisationId } from '../values/ids.ts';

const RECORD = 'settings';

/** The Slack URL of an organisation, sealed for its settings: who has it can post with it. */
export const sealSlackUrl = (sealer: Sealer, organisationId: OrganisationId, url: string): string =>
  sealer.seal(url, { organisationId, recordId: RECORD });

/** @throws Error when it was not sealed for the settings of this organisation. */
export const openSlackUrl = (sealer: Sealer, organisationId: OrganisationId, sealed: string): string =>
  sealer.open(sealed, { organisationId, recordId: RECORD });

/** What of a Slack URL is shown: its host and its end. A URL itself, of the same host. */
export const maskedSlackUrl = (url: string): string => `${new URL(url).origin}/…${url.slice(-4)}`;
