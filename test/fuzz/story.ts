import fc from 'fast-check';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { type FuzzRequest, validRequest } from './request.ts';
import type { WireAnswer } from './wire.ts';

/** A request creates a record, then concurrent requests change, read and delete the record. */
export interface Story {
  readonly create: FuzzRequest;
  /** The concurrent requests. `{made}` in a target stands for the id of the record. */
  readonly together: readonly FuzzRequest[];
  /** The final read; undefined for records without a read endpoint. */
  readonly read: FuzzRequest | undefined;
}

export type Send = (request: FuzzRequest) => Promise<{ faults: string[]; answer: WireAnswer | undefined }>;

const MADE = '{made}';

const onMade = (route: Route): fc.Arbitrary<FuzzRequest> =>
  validRequest(route).map((request) => ({ ...request, target: route.path.replace('{id}', MADE) }));

const storyOf = (create: Route, read: Route | undefined, changes: readonly Route[]): fc.Arbitrary<Story> =>
  fc.record({
    create: validRequest(create),
    together: fc.array(fc.oneof(...changes.map(onMade)), { minLength: 4, maxLength: 12 }),
    read: read === undefined ? fc.constant(undefined) : onMade(read),
  });

export const anyStory: fc.Arbitrary<Story> = fc.oneof(
  storyOf(routes.createWallet, routes.getWallet, [
    routes.getWallet,
    routes.updateWallet,
    routes.updateWallet,
    routes.deleteWallet,
  ]),
  storyOf(routes.createRule, routes.getRule, [routes.getRule, routes.updateRule, routes.updateRule, routes.deleteRule]),
  storyOf(routes.createWebhook, routes.getWebhook, [
    routes.getWebhook,
    routes.updateWebhook,
    routes.updateWebhook,
    routes.testWebhook,
    routes.rotateWebhookSecret,
    routes.rotateWebhookSecret,
    routes.deleteWebhook,
  ]),
  storyOf(routes.createKey, undefined, [routes.deleteKey, routes.listKeys]),
  storyOf(routes.importTransaction, routes.getTransaction, [routes.getTransaction, routes.annotateTransaction]),
);

const Made = z.looseObject({ id: z.string() });

/** Runs a story. Returns the faults as sentences. */
export async function runStory({ create, together, read }: Story, send: Send): Promise<string[]> {
  // Create the record twice at the same time. The API must answer a conflict or the same record.
  const created = await Promise.all([send(create), send(create)]);
  const faults = created.flatMap((each) => each.faults);
  const [id] = created.flatMap(({ answer }) => idIn(answer));
  if (id === undefined) return faults;
  const about = (request: FuzzRequest) => ({ ...request, target: request.target.replace(MADE, id) });
  const answers = await Promise.all(together.map((request) => send(about(request))));
  faults.push(...answers.flatMap((each) => each.faults));
  // A slow DELETE is sent again and then answers 404.
  const isGone = (status?: number) => status === 204 || status === 404;
  const isDeleted = answers.some(({ answer }, n) => isGone(answer?.status) && together[n]?.method === 'DELETE');
  if (read === undefined) return faults;
  const last = await send(about(read));
  const expected = isDeleted ? 404 : 200;
  if (last.answer?.status !== expected)
    faults.push(`${read.target} is ${last.answer?.status} at the end, not ${expected}`);
  return [...faults, ...last.faults];
}

const idIn = (answer: WireAnswer | undefined): string[] => {
  if (answer === undefined || answer.status >= 300) return [];
  const { data } = Made.safeParse(JSON.parse(answer.text));
  return data === undefined ? [] : [data.id];
};
