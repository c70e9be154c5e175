import type { Stage } from '../stages.ts';
import { checkCodeStorage, checkConcurrency } from './concurrency-check.ts';
import { asked, type Finding } from './finding.ts';
import { checkKeptNames, checkLastStacks } from './first-deploy-checks.ts';
import { checkAccount, checkBootstrap, checkRegion } from './place-checks.ts';
import { checkGateway, checkMailAccount, checkMailIdentity, checkRpcUrls } from './service-checks.ts';

/**
 * Reads what a deploy of the stage needs of its account. A wrong account or region ends the checks, because the other
 * answers would be about another place.
 */
async function findingsOf(stage: Stage): Promise<Finding[]> {
  const { env, replicaRegion } = stage;
  if (env === undefined) throw new Error(`The stage ${stage.name} never deploys`);
  const place = [await checkAccount(env), await checkRegion(env)];
  if (place.some(({ level }) => level === 'refused')) return place;
  const { account, region } = env;
  const regions = [region, ...(replicaRegion === undefined ? [] : [replicaRegion])];
  return [
    ...place,
    ...(await Promise.all([
      ...regions.map((each) => asked('bootstrap version', () => checkBootstrap({ account, region: each }))),
      asked('Lambda concurrency', () => checkConcurrency(stage, region)),
      asked('Lambda code storage', () => checkCodeStorage(region)),
      asked('API Gateway', () => checkGateway(stage, region)),
      asked('SES account', () => checkMailAccount(stage, region)),
      asked('SES identity', () => checkMailIdentity(stage, region)),
      asked('names of a deleted stage', () => checkKeptNames(stage, region)),
      asked('console and budget', () => checkLastStacks(stage, region)),
      asked('RPC URLs', () => checkRpcUrls(stage, region)),
    ])),
  ];
}

const signs = { ok: '✓', warning: '!', refused: '✗' } as const;

/** Prints what it finds and what to do. Returns whether the stage can deploy. */
export async function preflight(stage: Stage, print: (line: string) => void): Promise<boolean> {
  const findings = await findingsOf(stage);
  for (const { level, text, todo } of findings) {
    print(`  ${signs[level]} ${text}`);
    if (todo !== undefined) print(`      → ${todo}`);
  }
  const count = findings.filter(({ level }) => level === 'refused').length;
  print(count === 0 ? `The stage ${stage.name} can deploy.` : `The stage ${stage.name} cannot deploy: see ✗.`);
  return count === 0;
}
