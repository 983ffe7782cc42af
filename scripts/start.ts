import { main } from '../apps/server/src/main.ts'
import { buildWeb } from './build-web.ts'

/** `npm start`: builds the browser application where it is stale, then runs the server. */
if (!(await buildWeb())) process.exit(1)
await main()
