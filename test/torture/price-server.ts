import type { ServerResponse } from 'node:http';
import { listen } from '../../local/processes/servers.ts';
import type { Plan } from './plan.ts';

/** The price of an ether, at all times. */
export const ETHER_USD = '3000';

/** How the source of prices answers a request. */
export type PriceReply = 'ok' | 'error' | 'reset' | 'garbage' | 'nothing' | 'zero' | 'doubtful';

const coin = (more: object) => JSON.stringify({ coins: { 'coingecko:ethereum': more } });
const BODIES = {
  ok: coin({ price: Number(ETHER_USD), confidence: 0.99 }),
  error: '{"message":"Internal server error"}',
  garbage: '<html>',
  nothing: '{"coins":{}}',
  zero: coin({ price: 0 }),
  doubtful: coin({ price: 3, confidence: 0.1 }),
} as const;

/** A source of prices in the place of DefiLlama. Answers well except in runs whose plan says otherwise. */
export async function startPriceServer() {
  let plan: Plan | undefined;
  let asked = 0;
  const answer = (response: ServerResponse): void => {
    const reply = plan?.priceReply(++asked) ?? 'ok';
    if (reply === 'reset') return void response.destroy();
    response.writeHead(reply === 'error' ? 500 : 200, { 'Content-Type': 'application/json' }).end(BODIES[reply]);
  };
  const { server, url } = await listen((_, response) => answer(response), 0);
  return {
    url,
    begin(next: Plan): void {
      plan = next;
      asked = 0;
    },
    /** From now on the source answers well. */
    end(): void {
      plan = undefined;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
