import { gunzipSync } from 'node:zlib';
import { type Archive, archivePrefix } from '../../../lib/operation/retention/archive.ts';

/** The archive in memory. */
export function memoryArchive() {
  const files = new Map<string, Buffer>();
  const archive: Archive = {
    put: async (key, bytes) => void files.set(key, bytes),
    async eraseSome(organisationId) {
      const own = [...files.keys()].filter((key) => key.startsWith(archivePrefix(organisationId)));
      for (const key of own) files.delete(key);
      return own.length;
    },
  };
  return {
    archive,
    files,
    /** The lines of all files. */
    lines: (): unknown[] =>
      [...files.values()].flatMap((bytes) =>
        gunzipSync(bytes)
          .toString()
          .trimEnd()
          .split('\n')
          .map((line): unknown => JSON.parse(line)),
      ),
  };
}
