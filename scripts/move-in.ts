import { runMoveInMain } from '../apps/server/src/move-in-main.ts'

/** `npm run move-in -- --source postgres://…`: takes over the database of a Camunda 7 with its running instances. */
process.exit(await runMoveInMain(process.argv.slice(2)))
