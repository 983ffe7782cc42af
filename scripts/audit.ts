import { runAuditMain } from '../apps/server/src/audit-main.ts'

/** `npm run audit -- verify|heads|clean`: the chain of the audit. */
process.exit(await runAuditMain(process.argv.slice(2)))
