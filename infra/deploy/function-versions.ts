import {
  DeleteFunctionCommand,
  GetAliasCommand,
  type LambdaClient,
  paginateListAliases,
  paginateListVersionsByFunction,
  UpdateAliasCommand,
} from '@aws-sdk/client-lambda';
import { functionName } from '../lambda-functions.ts';
import { ALIAS, releasedNames } from '../released-functions.ts';
import type { Stage } from '../stages.ts';

/** How many versions of a function stay for a rollback, with the one that has the calls. */
const KEPT = 5;

/** A release publishes all its versions within a few minutes, and the next release comes later. */
const RELEASE_MS = 10 * 60_000;

/** A version of a function that a release has published. Later versions have higher numbers. */
interface Version {
  readonly number: number;
  readonly publishedAt: number;
}

/** Where the calls of a released function go, and where they could go. */
interface Released {
  readonly name: string;
  readonly fn: string;
  readonly live: Version;
  /** The version before the live one; undefined if there is none. */
  readonly before: Version | undefined;
  /** Whether a part of the calls goes to another version. */
  readonly isOnTrial: boolean;
  /** Changes with each change of the alias. */
  readonly revision: string | undefined;
}

/** The versions of a function, the newest first. */
async function versionsOf(client: LambdaClient, FunctionName: string): Promise<Version[]> {
  const found: Version[] = [];
  for await (const { Versions = [] } of paginateListVersionsByFunction({ client }, { FunctionName })) {
    for (const { Version, LastModified = '' } of Versions) {
      // `$LATEST` is what the next version is made of.
      if (/^\d+$/.test(Version ?? '')) found.push({ number: Number(Version), publishedAt: Date.parse(LastModified) });
    }
  }
  return found.sort((a, b) => b.number - a.number);
}

async function releasedOf(client: LambdaClient, stage: Stage, name: string): Promise<Released> {
  const fn = functionName(stage, name);
  const [alias, versions] = await Promise.all([
    client.send(new GetAliasCommand({ FunctionName: fn, Name: ALIAS })),
    versionsOf(client, fn),
  ]);
  const live = versions.find(({ number }) => String(number) === alias.FunctionVersion);
  if (live === undefined) throw new Error(`${ALIAS} of ${fn} names no version that exists: ${alias.FunctionVersion}`);
  return {
    name,
    fn,
    live,
    before: versions.find(({ number }) => number < live.number),
    isOnTrial: Object.keys(alias.RoutingConfig?.AdditionalVersionWeights ?? {}).length > 0,
    revision: alias.RevisionId,
  };
}

/**
 * Gives the calls of functions back to the version before. Changes nothing while a release gives a version a part of
 * the calls, because CodeDeploy would go on with it.
 * @param names the functions; without names, those whose live version the last release has published.
 * @returns whether each of these functions has moved.
 */
export async function rollBack(
  client: LambdaClient,
  stage: Stage,
  names: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  const wanted = names.length > 0 ? names : releasedNames;
  const all = await Promise.all(wanted.map((name) => releasedOf(client, stage, name)));
  const onTrial = all.filter(({ isOnTrial }) => isOnTrial);
  if (onTrial.length > 0) {
    print(
      `A release of ${onTrial.map(({ name }) => name).join(', ')} is under way. Stop its deployments in CodeDeploy,`,
    );
    print(`application chainwatch-${stage.name}: this gives all calls back to the version before.`);
    return false;
  }
  const newest = Math.max(...all.map(({ live }) => live.publishedAt));
  let allMoved = true;
  for (const { name, fn, live, before, revision } of all) {
    if (names.length === 0 && newest - live.publishedAt > RELEASE_MS) {
      print(`${name} stays at version ${live.number}, which an earlier release has published.`);
    } else if (before === undefined) {
      print(`${name} has no version before ${live.number}.`);
      allMoved = false;
    } else {
      const FunctionVersion = String(before.number);
      // The revision makes this fail if somebody else has moved the alias meanwhile.
      await client.send(
        new UpdateAliasCommand({ FunctionName: fn, Name: ALIAS, FunctionVersion, RevisionId: revision }),
      );
      print(`${name} went back from version ${live.number} to ${before.number}.`);
    }
  }
  return allMoved;
}

/** Deletes the versions of released functions that are older than the last five, except those that an alias names. */
export async function deleteOldVersions(
  client: LambdaClient,
  stage: Stage,
  print: (line: string) => void,
): Promise<void> {
  for (const name of releasedNames) {
    const fn = functionName(stage, name);
    const named = new Set<string | undefined>();
    for await (const { Aliases = [] } of paginateListAliases({ client }, { FunctionName: fn })) {
      for (const { FunctionVersion, RoutingConfig } of Aliases) {
        named.add(FunctionVersion);
        for (const version of Object.keys(RoutingConfig?.AdditionalVersionWeights ?? {})) named.add(version);
      }
    }
    for (const { number } of (await versionsOf(client, fn)).slice(KEPT)) {
      if (named.has(String(number))) continue;
      await client.send(new DeleteFunctionCommand({ FunctionName: fn, Qualifier: String(number) }));
      print(`Version ${number} of ${name} is deleted: the last ${KEPT} stay.`);
    }
  }
}
