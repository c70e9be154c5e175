import { stopTestStack } from '../support/stack.ts';

/** Runs once after all tests of the project `browser`, also after failures. */
export default stopTestStack;
