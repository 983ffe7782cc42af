import { buildWeb } from './build-web.ts'

/** `npm run build`: builds the browser application, which `npm start` does too, where it is stale. */
process.exit((await buildWeb()) ? 0 : 1)
