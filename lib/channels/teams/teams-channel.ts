import { secretUrlDestination } from '../http/secret-url-destination.ts';
import { textOfNotice } from '../notice-text/text-of-notice.ts';
import { destinationChannel } from '../port/with-destinations.ts';
import { renderTeams } from './render-teams.ts';

/** Webhooks of workflows that post to a chat or a channel of Microsoft Teams. */
export const teamsChannel = destinationChannel(
  {
    kind: 'teams',
    label: 'Teams',
    isForPeople: true,
    secrets: /([\w.-]+\.(?:logic\.azure|powerplatform|office)\.com(?::\d+)?\/)[^\s"\\]{8,}/g,
    render: (notice, places) => JSON.stringify(renderTeams(textOfNotice(notice, places))),
  },
  secretUrlDestination('teams', 'https://….powerplatform.com/…/workflows/…'),
);
