import type { Stage } from '../stages.ts';
import { checkAlarms } from './alarm-checks.ts';
import { checkCertificate } from './certificate-check.ts';
import { asked, type Finding } from './finding.ts';
import { checkKeptNames } from './first-deploy-checks.ts';
import { checkCodeStorage, checkConcurrency, checkMemory, plannedFunctions } from './lambda-checks.ts';
import { checkBudgets, checkCloudFront } from './new-account-checks.ts';
import { checkAccount, checkBootstrap, checkRegion } from './place-checks.ts';
import { checkBackup, checkGateway, checkMailAccount, checkMailIdentity, checkRpcUrls } from './service-checks.ts';

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
  const functions = plannedFunctions(stage);
  const regions = [region, ...(replicaRegion === undefined ? [] : [replicaRegion])];
  return [
    ...place,
    checkMemory(functions),
    ...(await Promise.all([
      ...regions.map((each) => asked('bootstrap version', () => checkBootstrap({ account, region: each }))),
      asked('Lambda concurrency', () => checkConcurrency(functions, stage, region)),
      asked('Lambda code storage', () => checkCodeStorage(region)),
      asked('API Gateway', () => checkGateway(stage, region)),
      asked('SES account', () => checkMailAccount(stage, region)),
      asked('SES identity', () => checkMailIdentity(stage, region)),
      asked('certificate', () => checkCertificate(stage, env)),
      ...(['page', 'ticket'] as const).map((severity) =>
        asked(`receivers of ${severity}s`, () => checkAlarms(stage, severity, env)),
      ),
      asked('AWS Backup', () => checkBackup(stage, region)),
      asked('names of a deleted stage', () => checkKeptNames(stage, env)),
      asked('CloudFront', () => checkCloudFront(stage, env)),
      asked('AWS Budgets', () => checkBudgets(stage, env)),
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
