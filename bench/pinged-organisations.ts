import { routes } from '../functions/routes.ts';
import { Delivery } from '../lib/channels/delivery-schema.ts';
import { Destination } from '../lib/channels/destinations/schema.ts';
import { mapConcurrent } from '../lib/values/concurrent.ts';
import { WebhookWithSecret } from '../lib/webhooks/schema.ts';
import { callAdmin } from '../local/cli/admin-call.ts';
import { NewOrganisation } from '../local/cli/first-organisation.ts';
import { type Client, client } from '../local/demo/demo-client.ts';

/** The organisations that share destinations of all kinds: one organisation can have 50. */
const ORGANISATIONS = 5;

/** The config of a destination of each kind that posts, by its number. */
const configsOf = (url: string): Record<string, (n: number) => object> => ({
  slack: (n) => ({ url: `${url}slack${n}` }),
  teams: (n) => ({ url: `${url}teams${n}` }),
  discord: (n) => ({ url: `${url}discord${n}` }),
  telegram: (n) => ({ botToken: `1234567:AAEhBOweik${n}`, chatId: '@council' }),
  pagerduty: (n) => ({ routingKey: `R02BT5YQ4S3L${n}` }),
});

interface Pinged {
  /** Makes a delivery to the next destination in turn. Returns its id. */
  ping(): Promise<string>;
  /** How many destinations there are. */
  readonly size: number;
  readonly organisationIds: readonly string[];
}

/** Makes organisations of a local stack whose destinations a benchmark pings. */
export function pingedOrganisations({ baseUrl, folder }: { baseUrl: string; folder: string }) {
  async function newOrganisation(): Promise<{ organisationId: string; api: Client }> {
    const action = { action: 'createOrganisation', name: 'Bench' } as const;
    const created = await callAdmin({ port: undefined, dataDir: folder }, action);
    const { organisationId, apiKey } = NewOrganisation.parse(created);
    return { organisationId, api: client(baseUrl, apiKey) };
  }

  return {
    /** Creates an organisation with subscriptions of these URLs. */
    async withWebhooks(urls: readonly string[]): Promise<Pinged> {
      const { organisationId, api } = await newOrganisation();
      return inTurn(
        [organisationId],
        await mapConcurrent(urls, 1, async (url) => {
          const { id } = await api.call(routes.createWebhook, WebhookWithSecret, { body: { url, events: ['ping'] } });
          return async () => (await api.call(routes.testWebhook, Delivery, { params: { id } })).id;
        }),
      );
    },

    /** Creates organisations that together have so many destinations of each kind, all at this URL. */
    async withDestinations(url: string, ofEachKind: number): Promise<Pinged> {
      const all = await mapConcurrent(Array.from({ length: ORGANISATIONS }), 1, newOrganisation);
      const pings = await mapConcurrent(all, 1, async ({ api }) => {
        const wanted = Object.entries(configsOf(url)).flatMap(([kind, configOf]) =>
          [...Array(ofEachKind / ORGANISATIONS).keys()].map((n) => ({
            name: `${kind} ${n}`,
            kind,
            config: configOf(n),
          })),
        );
        return mapConcurrent(wanted, 1, async (body) => {
          const { id } = await api.call(routes.createDestination, Destination, { body });
          return async () => (await api.call(routes.testDestination, Delivery, { params: { id } })).id;
        });
      });
      return inTurn(
        all.map(({ organisationId }) => organisationId),
        pings.flat(),
      );
    },
  };
}

function inTurn(organisationIds: readonly string[], all: readonly (() => Promise<string>)[]): Pinged {
  let pings = 0;
  return {
    size: all.length,
    organisationIds,
    async ping() {
      const next = all[pings++ % all.length];
      if (next === undefined) throw new Error('there is nothing to ping');
      return next();
    },
  };
}
