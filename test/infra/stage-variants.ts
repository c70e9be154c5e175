import { protectedStacks } from '../../infra/deploy/deploy-steps.ts';
import type { Domain } from '../../infra/deployments.ts';
import { local, type Stage, stages, stagesOf } from '../../infra/stages.ts';

/** Says what cdk-nag finds in the stacks of a variant: a list for each stack. */
export const FINDINGS_FILE = 'findings.json';

/** The account and region of the deployed stages of the tests. */
export const env = { account: '123456789012', region: 'eu-west-1' };

/** Deployments that watch chains, as those of operators do after the first deploy. */
const testNetworks = ['sepolia', 'solana-devnet', 'xrp-testnet'] as const;
const evmNetworks = ['ethereum', 'base', 'arbitrum', 'optimism', 'polygon', 'bsc', 'avalanche'] as const;
const quotas = { concurrentRuns: 1000, mailsPerDay: 50_000 };
export const deployedStages = stagesOf({
  dev: { env, mailFrom: 'alerts@dev.example.com', quotas, chains: testNetworks, reserve: true },
  staging: {
    env,
    mailFrom: 'alerts@staging.example.com',
    quotas,
    chains: testNetworks,
    reserve: true,
    traceBlocks: { sepolia: 'never' },
  },
  prod: {
    env,
    mailFrom: 'alerts@example.com',
    alarms: { page: { email: 'on-call@example.com' }, ticket: { email: 'operators@example.com' } },
    quotas,
    replicaRegion: 'eu-central-1',
    chains: [...evmNetworks, 'solana', 'xrp'],
    reserve: true,
  },
});

export const everyStage = [local, ...deployedStages];

const named = (candidates: readonly Stage[], name: string): Stage => {
  const stage = candidates.find((candidate) => candidate.name === name);
  if (stage === undefined) throw new Error(`No stage ${name}`);
  return stage;
};

export const stageNamed = (name: string): Stage => named(everyStage, name);

const otherDomain = {
  name: 'api.example.com',
  certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/1',
} as const;

/** The stage prod with everything that a deployment may have, and without what it may lack. */
const otherProd: Stage = {
  ...stageNamed('prod'),
  alarms: {
    page: { topicArn: 'arn:aws:sns:eu-central-1:444455556666:pager' },
    ticket: { topicArn: 'arn:aws:sns:eu-central-1:444455556666:tickets' },
  },
  domain: { ...otherDomain, step: 'only' },
  restored: {
    tableName: 'chainwatch-prod-restored',
    streamArn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/chainwatch-prod-restored/stream/2026-11-23T09:00:00.000',
  },
  watches: [],
  reserve: false,
  egress: 'nat',
};

const { replicaRegion: _, ...withoutReplica } = stageNamed('prod');
/** The stage prod with the fewest options that the types allow. */
const plain: Stage = { ...withoutReplica, watches: [], consoleUrl: 'https://console.example.com/console/' };
const domain = (step: Domain['step']): Stage => ({ ...plain, domain: { ...otherDomain, step } });

/** The stage `plain` with one option each. */
export const options = {
  plain,
  'domain-made': domain('made'),
  'domain-used': domain('used'),
  'domain-only': domain('only'),
  egress: { ...plain, egress: 'nat' },
  restored: { ...plain, ...(otherProd.restored && { restored: otherProd.restored }) },
  replica: { ...plain, replicaRegion: 'eu-central-1' },
  chains: { ...plain, watches: [{ chain: 'ethereum' }, { chain: 'xrp' }] },
  'no-console': { ...plain, console: false },
} as const satisfies Record<string, Stage>;
export type Option = keyof typeof options;

/** Each stage that the tests read, by the name of its templates. */
export const variants: Readonly<
  Record<string, { readonly stage: Stage; readonly created?: readonly string[]; readonly isEmergency?: boolean }>
> = {
  ...Object.fromEntries(everyStage.map((stage) => [stage.name, { stage }])),
  ...Object.fromEntries(Object.entries(options).map(([name, stage]) => [name, { stage }])),
  'other-prod': { stage: otherProd },
  /** Prod of this checkout, whose first deploy has not succeeded. */
  'first-prod': {
    stage: named(stages, 'prod'),
    created: protectedStacks(named(stages, 'prod')).map(({ name }) => name),
  },
  'emergency-prod': { stage: stageNamed('prod'), isEmergency: true },
};
