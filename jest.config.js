// Two projects. `unit` needs Node alone. `real` runs against the emulators that test/support/real-setup.ts starts.
const base = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'json', 'node'],
};

export default {
  // This time-out only ends tests that hang. A slow machine must not fail a test.
  testTimeout: 600_000,
  maxWorkers: 2,
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['\\.real\\.test\\.ts$', '/node_modules/'],
    },
    {
      ...base,
      displayName: 'real',
      testMatch: ['<rootDir>/test/**/*.real.test.ts'],
      globalSetup: '<rootDir>/test/support/real-setup.ts',
      globalTeardown: '<rootDir>/test/support/real-teardown.ts',
    },
  ],
};
