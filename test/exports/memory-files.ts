import { createHash } from 'node:crypto';
import type { ExportFiles } from '../../lib/exports/export-files.ts';

interface Upload {
  readonly key: string;
  readonly parts: Map<number, Buffer>;
}

/** The files of exports in memory, with S3's rules for uploads. `smallest` is the least size of a part but the last. */
export function memoryFiles(smallest: number) {
  const uploads = new Map<string, Upload>();
  const objects = new Map<string, Buffer>();
  let begun = 0;

  const uploadOf = (uploadId: string): Upload => {
    const upload = uploads.get(uploadId);
    if (upload === undefined) throw new Error('NoSuchUpload');
    return upload;
  };
  const remainderKey = (key: string, slot: number) => `${key}.remainder-${slot}`;
  const tagOf = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');
  const removeRemainders = async (key: string) => {
    for (const slot of [0, 1]) objects.delete(remainderKey(key, slot));
  };

  const files: ExportFiles = {
    begin: async (key) => {
      const id = `upload-${begun++}`;
      uploads.set(id, { key, parts: new Map() });
      return id;
    },
    putPart: async (_key, uploadId, number, bytes) => {
      uploadOf(uploadId).parts.set(number, bytes);
      return tagOf(bytes);
    },
    complete: async (key, uploadId, parts) => {
      if (!uploads.has(uploadId) && objects.has(key)) return;
      const upload = uploadOf(uploadId);
      const bytes = parts.map((tag, n) => {
        const part = upload.parts.get(n + 1);
        if (part === undefined || tagOf(part) !== tag) throw new Error('InvalidPart');
        if (n < parts.length - 1 && part.length < smallest) throw new Error('EntityTooSmall');
        return part;
      });
      objects.set(key, Buffer.concat(bytes));
      uploads.delete(uploadId);
    },
    putRemainder: async (key, slot, bytes) => void objects.set(remainderKey(key, slot), bytes),
    getRemainder: async (key, slot) => {
      const remainder = objects.get(remainderKey(key, slot));
      if (remainder === undefined) throw new Error('NoSuchKey');
      return remainder;
    },
    removeRemainders,
    abort: async (_key, uploadId) => void uploads.delete(uploadId),
    remove: async (key, uploadId) => {
      if (uploadId !== null) uploads.delete(uploadId);
      objects.delete(key);
      await removeRemainders(key);
    },
  };
  return { files, uploads, objects };
}

/** The same object, whose methods go through `around`, for example to fail or to count. */
export function throughout<T extends object>(
  target: T,
  around: <R>(name: string, make: () => Promise<R>) => Promise<R>,
): T {
  return new Proxy(target, {
    get: (from, name, receiver) => {
      const method: unknown = Reflect.get(from, name, receiver);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) => around(String(name), async () => Reflect.apply(method, from, args));
    },
  });
}
