// Three projects: `unit` needs nothing but Node; `real` needs the emulators that test/support/real-setup.ts starts;
// `browser` needs a local stack and Chromium.
const base = {
  rootDir: import.meta.dirname,
  testEnvironment: '<rootDir>/test/support/fast-globals.ts',
  runtime: '<rootDir>/test/support/shared-libraries.cjs',
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'json', 'node'],
};

// Messages that a test plans link there. A test of the environment sets its own.
process.env.SERVICE_URL ??= 'https://api.example.com/test';
process.env.CONSOLE_URL ??= 'https://console.example.com/console';

export default {
  // Ends a test that hangs. The limit is high because a slow machine must fail no test.
  testTimeout: 1_800_000,
  // Twice the cores of a small machine: a test often waits for an emulator, a time-out or another process.
  maxWorkers: 4,
  // Jest keeps memory of each test file. Without a limit a worker grows to 2.9 GB, is slower, and takes long to end.
  workerIdleMemoryLimit: '600MB',
  testSequencer: '<rootDir>/test/support/slow-first.ts',
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['\\.(real|browser)\\.test\\.ts$', '/node_modules/'],
    },
    {
      ...base,
      displayName: 'real',
      testMatch: ['<rootDir>/test/**/*.real.test.ts'],
      globalSetup: '<rootDir>/test/support/real-setup.ts',
      globalTeardown: '<rootDir>/test/support/real-teardown.ts',
    },
    {
      ...base,
      displayName: 'browser',
      testMatch: ['<rootDir>/test/browser/*.browser.test.ts'],
      globalSetup: '<rootDir>/test/browser/browser-setup.ts',
      globalTeardown: '<rootDir>/test/browser/browser-teardown.ts',
    },
  ],
};
