import { type ExportDigest, sealName } from '../export-seal.ts'
import type { TarEntry } from '../read-tar.ts'

/** Adds all files that are read to the digest, except the seal. */
export async function* digested(entries: AsyncGenerator<TarEntry>, digest: ExportDigest): AsyncGenerator<TarEntry> {
  for await (const { name, size, chunks } of entries) {
    if (name !== sealName) digest.begin(name, size)
    const read = async function* () {
      for await (const chunk of chunks) {
        if (name !== sealName) digest.add(chunk)
        yield chunk
      }
    }
    yield { name, size, chunks: read() }
  }
}
