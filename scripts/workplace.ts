import { runWorkplaceMain } from '../apps/server/src/workplace-main.ts'

/** `node scripts/workplace.ts list|create|suspend|resume|export|delete …`: the workplaces of this installation. */
process.exit(await runWorkplaceMain(process.argv.slice(2)))
