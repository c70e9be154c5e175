import { type Stage, stages } from '../stages.ts';

/** The stage that the first argument names. Ends the process with a hint if there is no such stage. */
export function namedStage(command: string): Stage {
  const [, , name] = process.argv;
  const stage = stages.find((each) => each.name === name);
  if (stage !== undefined) return stage;
  console.error(`Usage: npm run ${command} -- ${stages.map((each) => each.name).join(' | ')}`);
  process.exit(2);
}
