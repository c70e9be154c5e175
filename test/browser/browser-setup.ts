import { unpackChromium } from '../../local/processes/chromium.ts';
import { useMemoryFolder } from '../support/memory-folder.ts';
import { startTestStack } from '../support/stack.ts';

/** `newOrganisation` calls the admin function of the stack, which accepts any credentials. */
const CREDENTIALS = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };

/** Runs once before all tests of the project `browser`. Test files run in other processes and read the environment. */
export default async function setup(): Promise<void> {
  const chromium = await unpackChromium();
  useMemoryFolder();
  Object.assign(process.env, { CHROMIUM_FOLDER: chromium }, CREDENTIALS, await startTestStack());
}
