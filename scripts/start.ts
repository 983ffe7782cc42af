import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/** `npm start`: builds the browser application where it is stale, then runs the server. */

// Halves the time that loading the modules takes, from the second start on. So it has to come before they are imported.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node'))

const { buildWeb } = await import('./build-web.ts')
const { main } = await import('../apps/server/src/main.ts')
await main(buildWeb)
