import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Where the threads of the server are started: their program is in the bundle, too. */
const threadStart = /new URL\('[./]+\/thread-main\.ts', import\.meta\.url\)/

/**
 * How the program of the server and that of its threads become a few files (`bundle-server.ts`). Packages of others stay
 * where they are. Each module finds its own files, and its processes, where its source is.
 */
export default {
  logLevel: 'warn',
  plugins: [
    {
      name: 'places-of-sources',
      enforce: 'pre',
      transform: (code: string, id: string) =>
        code.includes('import.meta.')
          ? code
              .replace(threadStart, "new URL('./thread-main.mjs', import.meta.$url)")
              .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
              .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
              .replaceAll('import.meta.$url', 'import.meta.url')
              .replaceAll('import.meta.main', String(id.endsWith('/apps/server/src/main.ts')))
          : null,
    },
  ],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node24',
    minify: false,
    copyPublicDir: false,
    rolldownOptions: {
      external: (id: string) => !/^(?:[./]|@millrace\/)/.test(id),
      input: { main: 'apps/server/src/main.ts', 'thread-main': 'apps/server/src/thread-main.ts' },
      // All in one folder, where the one program finds the other.
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
}
