import { secretUrlDestination } from '../http/posted-destination.ts';
import { textOfNotice } from '../notice-text/text-of-notice.ts';
import { destinationChannel } from '../port/with-destinations.ts';
import { renderTeams } from './render-teams.ts';

/** Teams takes four requests a second and 60 in 30 seconds at each webhook. */
const RATE = { rate: 2, burst: 1 } as const;

/** Webhooks of workflows that post to a chat or a channel of Microsoft Teams. */
export const teamsChannel = destinationChannel(
  {
    kind: 'teams',
    label: 'Teams',
    isForPeople: true,
    secrets: /([\w.-]+\.(?:logic\.azure|powerplatform|office)\.com(?::\d+)?\/)[^\s"\\]{8,}/g,
    render: (notice, places) => JSON.stringify(renderTeams(textOfNotice(notice, places))),
  },
  secretUrlDestination('teams', 'https://….powerplatform.com/…/workflows/…', RATE),
);
