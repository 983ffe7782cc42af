import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** What is compressed in itself, or too small to gain from it, is left alone. */
const compressible = /\.(?:js|css|html|svg|json)$/
const smallest = 1_000

/** Writes a `.br` and a `.gz` file for every text file, so that the server does not have to compress answers. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async closeBundle(error?: Error) {
      if (error !== undefined) return
      const folder = path.resolve(this.environment.config.root, this.environment.config.build.outDir)
      // A build that failed has written nothing, and says itself why.
      const files = await readdir(folder, { recursive: true }).catch(() => [])
      await Promise.all(
        files.filter((file) => compressible.test(file)).map((file) => compressFile(path.join(folder, file))),
      )
    },
  }
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < smallest) return
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await Promise.all([
    toBrotli(content, { params: quality }).then((bytes) => writeFile(`${file}.br`, bytes)),
    toGzip(content, { level: 9 }).then((bytes) => writeFile(`${file}.gz`, bytes)),
  ])
}
