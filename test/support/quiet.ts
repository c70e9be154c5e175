import { afterAll, beforeAll, jest } from '@jest/globals';

/** Hides the log lines of the code under test from the test report. Other output still shows. */
export function quiet(): void {
  beforeAll(() => {
    const write = process.stderr.write.bind(process.stderr);
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      return String(text).startsWith('{"level":') ? true : write(text);
    });
  });
  afterAll(() => {
    jest.restoreAllMocks();
  });
}
