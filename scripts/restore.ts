import { runRestoreMain } from '../apps/server/src/backup-main.ts'

/** `npm run restore -- BACKUP`: restores a backup into an empty database. */
process.exit(await runRestoreMain(process.argv.slice(2)))
