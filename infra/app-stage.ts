import { local, type Stage, stages } from './stages.ts';

/**
 * The only stage of the CDK app: the stage that STAGE names, which may be `local`. So no command of the CDK reaches the
 * account of another stage. Ends the process with a hint when STAGE names none.
 */
export const appStage: Stage = named(process.env.STAGE);

function named(name: string | undefined): Stage {
  const stage = [local, ...stages].find((each) => each.name === name);
  if (stage !== undefined) return stage;
  const given = name === undefined ? 'STAGE is not set' : `There is no stage ${name}`;
  console.error(`${given}. Name one of ${stages.map((each) => each.name).join(', ')}: STAGE=dev npm run cdk -- diff`);
  process.exit(2);
}
