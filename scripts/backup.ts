import { runBackupMain } from '../apps/server/src/backup-main.ts'

/** `npm run backup -- --to FOLDER`: writes all that the installation has into a folder, and checks it by restoring it. */
process.exit(await runBackupMain(process.argv.slice(2)))
