import { runDiagnosticsMain } from '../apps/server/src/diagnostics-main.ts'

/** `npm run diagnostics`: writes what helps to find a fault into a file, without secrets. */
process.exit(await runDiagnosticsMain(process.argv.slice(2)))
