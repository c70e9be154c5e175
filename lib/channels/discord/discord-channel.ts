import { secretUrlDestination } from '../http/posted-destination.ts';
import { textOfNotice } from '../notice-text/text-of-notice.ts';
import { destinationChannel } from '../port/with-destinations.ts';
import { renderDiscord } from './render-discord.ts';

/** Discord takes five requests in two seconds at each webhook, and states in its headers when it takes the next. */
const RATE = { rate: 2.5, burst: 1 } as const;

/** Webhooks of Discord channels. */
export const discordChannel = destinationChannel(
  {
    kind: 'discord',
    label: 'Discord',
    isForPeople: true,
    secrets: /(discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/)[\w/-]{8,}/g,
    render: (notice, places) => JSON.stringify(renderDiscord(textOfNotice(notice, places))),
  },
  secretUrlDestination('discord', 'https://discord.com/api/webhooks/…', RATE),
);
