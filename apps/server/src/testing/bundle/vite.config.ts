import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * How the program of the server becomes a few files (`bundle-server.ts`). Packages of others stay where they are. Each
 * module finds its own files, and its threads and processes, where its source is.
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
              .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
              .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
              .replaceAll('import.meta.main', String(id.endsWith('/apps/server/src/main.ts')))
          : null,
    },
  ],
  ssr: { noExternal: true },
  build: {
    ssr: 'apps/server/src/main.ts',
    target: 'node24',
    minify: false,
    copyPublicDir: false,
    rolldownOptions: {
      external: (id: string) => !/^(?:[./]|@millrace\/)/.test(id),
      output: { entryFileNames: 'main.mjs' },
    },
  },
}
